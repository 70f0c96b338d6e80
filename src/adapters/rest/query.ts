import { DomainError, invalidPayload } from '../../core/errors.ts';

/** Reads single query parameters by name. Throws INVALID_PAYLOAD for a repeated or badly encoded one. */
export function readQuery(
  { url = '' }: { readonly url?: string | undefined },
  names: readonly string[],
): Record<string, string | undefined> {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  try {
    decodeURIComponent(query.replaceAll('+', '%20'));
  } catch (cause) {
    throw new DomainError('INVALID_PAYLOAD', 'The query is not percent-encoded UTF-8: encode its values.', {
      cause,
    });
  }
  const parameters = new URLSearchParams(query);
  const repeated = names.filter((name) => parameters.getAll(name).length > 1);
  if (repeated.length > 0) {
    throw invalidPayload(repeated.map((name) => ({ path: [name], message: 'is repeated: send it once.' })));
  }
  return Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? undefined]));
}
