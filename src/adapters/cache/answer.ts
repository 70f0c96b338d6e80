import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A ready answer: its bytes, and what is needed to send it and to tell its age. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** Bytes once it is cached; until then text stays text, since each 64 MB of new buffers make V8 mark the whole heap. */
  readonly body: string | Uint8Array;
  /** The number of bytes of the body. */
  readonly size: number;
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
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Uint8Array) => promisify(gzip)(body),
};

export function createAnswer(
  facts: AnswerFacts,
  body: string | Uint8Array,
  headers: readonly string[] = [],
): Answer {
  const etag = `W/"${hash('sha1', body, 'base64url')}"`;
  return { ...facts, body, size: Buffer.byteLength(body), headers, etag, encoded: {} };
}

/** A form of the body to send; `encoding` is undefined when it is not compressed. */
interface SentForm {
  readonly body: string | Uint8Array;
  readonly size: number;
  readonly encoding: Encoding | undefined;
}

/** The body in the best encoding that is ready; the first request for an encoding of a cached answer starts the compression. */
export function formFor(answer: Answer, acceptEncoding: string | undefined): SentForm {
  const { body, size, encoded } = answer;
  const plain = { body, size, encoding: undefined };
  const encoding = preferredEncoding(acceptEncoding);
  if (encoding === undefined || size < SMALLEST_COMPRESSED) return plain;
  const ready = encoded[encoding];
  if (ready instanceof Buffer) return { body: ready, size: ready.length, encoding };
  if (ready === undefined && typeof body !== 'string') {
    encoded[encoding] = 'asked';
    compress[encoding](body).then(
      (bytes) => (encoded[encoding] = bytes),
      () => undefined,
    );
  }
  return plain;
}

/** Prefers brotli to gzip; an encoding with weight zero is not acceptable (RFC 9110 section 12.5.3). */
function preferredEncoding(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined;
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted) ? 'gzip' : undefined;
}

/** The body as bytes. */
export function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body;
}

/** Serialises an answer for the shared cache: a line of JSON with its facts, then the body. */
export function packAnswer({ status, contentType, bornAt, epoch, pageHeaders, body }: Answer): Buffer {
  const facts = { status, contentType, bornAt, epoch, pageHeaders };
  return Buffer.concat([Buffer.from(`${JSON.stringify(facts)}\n`), bytesOf(body)]);
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
