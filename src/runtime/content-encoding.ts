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

/** Prefers brotli to gzip; an encoding with weight zero is not acceptable (RFC 9110 section 12.5.3). */
export function preferredEncoding(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined;
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted) ? 'gzip' : undefined;
}
