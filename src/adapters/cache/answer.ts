import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A ready answer: its bytes, and what is needed to send it and to tell its age. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
  /** A weak validator, the same for all encodings (RFC 9110 section 8.8.3). */
  readonly etag: string;
  /** Unix time in milliseconds. */
  readonly bornAt: number;
  /** The feed's epoch at the start of making the answer. */
  readonly epoch: string;
  /** The epoch of the chain's read model at that time; undefined for an answer that shows nothing of the chain. */
  readonly chainEpoch?: number;
  /** Further headers, for answers that are not cached. */
  readonly headers: readonly string[];
  /** The headers of a page of the site, which are cached with it; other answers have none. */
  readonly pageHeaders?: readonly string[] | undefined;
  /** Compressed forms, made on the second request. */
  readonly encoded: Partial<Record<Encoding, Buffer | 'asked'>>;
}

export type Encoding = 'br' | 'gzip';
export type AnswerFacts = Pick<
  Answer,
  'status' | 'contentType' | 'bornAt' | 'epoch' | 'chainEpoch' | 'pageHeaders'
>;

const SMALLEST_COMPRESSED = 1_024;
const compress = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

export function createAnswer(facts: AnswerFacts, body: Buffer, headers: readonly string[] = []): Answer {
  const digest = createHash('sha1').update(body).digest('base64url');
  return { ...facts, body, headers, etag: `W/"${digest}"`, encoded: {} };
}

/** The bytes in the best encoding that is ready; the first request for an encoding starts the compression. */
export function bytesFor(answer: Answer, acceptEncoding: string | undefined): [Buffer, Encoding | undefined] {
  const encoding = preferredEncoding(acceptEncoding);
  if (encoding === undefined || answer.body.length < SMALLEST_COMPRESSED) return [answer.body, undefined];
  const ready = answer.encoded[encoding];
  if (ready instanceof Buffer) return [ready, encoding];
  if (ready === undefined) {
    answer.encoded[encoding] = 'asked';
    compress[encoding](answer.body).then(
      (bytes) => (answer.encoded[encoding] = bytes),
      () => undefined,
    );
  }
  return [answer.body, undefined];
}

/** Prefers brotli to gzip; an encoding with weight zero is not acceptable (RFC 9110 section 12.5.3). */
function preferredEncoding(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined;
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted) ? 'gzip' : undefined;
}

/** Serialises an answer for the shared cache: a line of JSON with its facts, then the body. */
export function packAnswer({ status, contentType, bornAt, epoch, pageHeaders, body }: Answer): Buffer {
  const facts = { status, contentType, bornAt, epoch, pageHeaders };
  return Buffer.concat([Buffer.from(`${JSON.stringify(facts)}\n`), body]);
}

/** Reads what packAnswer wrote; undefined for anything else. */
export function unpackAnswer(packed: Buffer): Answer | undefined {
  const end = packed.indexOf(10);
  try {
    return createAnswer(JSON.parse(packed.toString('utf8', 0, end)) as AnswerFacts, packed.subarray(end + 1));
  } catch {
    return undefined;
  }
}
