import { DomainError, invalidPayload } from '../../core/errors.ts';

const MAX_SHOWN_NAME = 50;
const MAX_SHOWN = 10;

/**
 * Reads the query of a request, which may have these parameters, each once; those in `lists` may be repeated. Throws
 * INVALID_PAYLOAD for any other, a repeated or a badly encoded one: a misspelt parameter would not select what it should.
 */
export function readQuery(
  { url = '' }: { readonly url?: string | undefined },
  names: readonly string[],
  lists: readonly string[] = [],
): Record<string, string | undefined> {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  if (query === '') return {};
  try {
    decodeURIComponent(query.replaceAll('+', '%20'));
  } catch (cause) {
    throw new DomainError('INVALID_PAYLOAD', 'The query is not percent-encoded UTF-8: encode its values.', {
      cause,
    });
  }
  const parameters = new URLSearchParams(query);
  const known = [...names, ...lists];
  const unknown = [...new Set(parameters.keys())].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const advice = known.length === 0 ? 'send no query.' : `use ${known.join(', ')}.`;
    const message = `is not a parameter of this request: ${advice}`;
    throw invalidPayload(
      unknown
        .slice(0, MAX_SHOWN)
        .map((name) => ({ path: [JSON.stringify(name.slice(0, MAX_SHOWN_NAME))], message })),
    );
  }
  const repeated = names.filter((name) => parameters.getAll(name).length > 1);
  if (repeated.length > 0) {
    throw invalidPayload(repeated.map((name) => ({ path: [name], message: 'is repeated: send it once.' })));
  }
  return Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? undefined]));
}
