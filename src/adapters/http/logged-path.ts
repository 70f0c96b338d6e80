import { hasSecretPrefix } from '../../core/access/credentials.ts';

/** Parts of paths that are no secrets: words, versions, numbers, addresses of a chain, and ids of objects. */
const SHOWN =
  /^(?:\.?[a-z]{1,24}(?:[-.][a-z]{1,24}){0,5}|v?\d{1,20}|0x[\da-fA-F]{40}|[a-z]{3}_[\da-f]{1,64}(?:_\d{1,16}){0,2})$/;
const MAX_PARTS = 12;

/** The path of a request for the log: without its query, and with `…` for parts that a client may have put a credential into. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  const parts = path.split('/').slice(1, MAX_PARTS + 1);
  const shown = parts.map((part) =>
    part === '' || (SHOWN.test(part) && !hasSecretPrefix(part)) ? part : '…',
  );
  return `/${shown.join('/')}`;
}
