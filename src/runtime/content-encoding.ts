import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** An encoding in which responses are sent (RFC 9110 section 8.4.1, RFC 7932). */
export type Encoding = 'br' | 'gzip';
/** `quick` costs about as much as writing the text; `good` is for bytes that are sent again. */
export type Effort = 'quick' | 'good';

/** Shorter bodies gain less than a packet. */
export const SMALLEST_COMPRESSED = 1_024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const LEVEL = { br: { quick: 3, good: 6 }, gzip: { quick: 1, good: 6 } } as const;

/** Compresses in a thread of Node's pool. */
export function compress(encoding: Encoding, body: string | Uint8Array, effort: Effort): Promise<Buffer> {
  const level = LEVEL[encoding][effort];
  if (encoding === 'gzip') return zip(body, { level });
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

const MAX_REMEMBERED = 200;
/** A longer header is no browser's, and takes milliseconds to parse: its client gets the body as it is. */
const MAX_ACCEPTED = 200;
/** What is offered, the best first, with what is sent; `x-gzip` is another name of gzip (RFC 9110 section 8.4.1.3). */
const OFFERED = { br: 'br', gzip: 'gzip', 'x-gzip': 'gzip', identity: undefined } as const;
const NAMES = Object.keys(OFFERED) as (keyof typeof OFFERED)[];

const chosen = new LRUCache<string, { readonly encoding: Encoding | undefined }>({ max: MAX_REMEMBERED });

/**
 * The encoding that an Accept-Encoding header prefers by its weights (RFC 9110 section 12.5.3), with brotli before gzip where they are
 * equal; undefined for none.
 */
export function preferredEncoding(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined || accepted.length > MAX_ACCEPTED) return undefined;
  let choice = chosen.get(accepted);
  if (choice === undefined) {
    const headers = { 'accept-encoding': accepted };
    const name = new Negotiator({ headers }).encoding(NAMES, { preferred: NAMES });
    choice = { encoding: name && OFFERED[name] };
    chosen.set(accepted, choice);
  }
  return choice.encoding;
}
