import { hash } from 'node:crypto';
import {
  compress,
  preferredEncoding,
  SMALLEST_COMPRESSED,
  type Encoding,
} from '../../runtime/content-encoding.ts';

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
  /** Compressed forms, each made at the first request for it. */
  readonly encoded: Partial<Record<Encoding, EncodedForm>>;
}

interface EncodedForm {
  /** The quick form; once it is ready and requested again, the good one. */
  bytes: Buffer | Promise<Buffer>;
  isGood: boolean;
}

export type AnswerFacts = Pick<
  Answer,
  'status' | 'contentType' | 'bornAt' | 'epoch' | 'chainEpoch' | 'pageHeaders'
>;

export function createAnswer(
  facts: AnswerFacts,
  body: string | Uint8Array,
  headers: readonly string[] = [],
): Answer {
  const etag = `W/"${hash('sha1', body, 'base64url')}"`;
  return { ...facts, body, size: Buffer.byteLength(body), headers, etag, encoded: {} };
}

/** A form of the body to send; `encoding` is undefined when it is not compressed. */
export interface SentForm {
  readonly body: string | Uint8Array;
  readonly size: number;
  readonly encoding: Encoding | undefined;
}

/** The body in the best encoding that the client accepts, compressed quickly at the first request and well for later ones. */
export function formFor(answer: Answer, acceptEncoding: string | undefined): SentForm | Promise<SentForm> {
  const { body, size, encoded } = answer;
  const plain = { body, size, encoding: undefined };
  const encoding = preferredEncoding(acceptEncoding);
  if (encoding === undefined || size < SMALLEST_COMPRESSED || answer.contentType === 'image/png')
    return plain;
  const form = (encoded[encoding] ??= quickForm(body, encoding));
  const { bytes } = form;
  if (bytes instanceof Promise) return bytes.then((ready) => sentForm(ready, encoding)).catch(() => plain);
  if (!form.isGood) improve(form, body, encoding);
  return sentForm(bytes, encoding);
}

function sentForm(body: Buffer, encoding: Encoding): SentForm {
  return { body, size: body.length, encoding };
}

function quickForm(body: string | Uint8Array, encoding: Encoding): EncodedForm {
  const bytes = compress(encoding, body, 'quick');
  const form: EncodedForm = { bytes, isGood: false };
  bytes.then(
    (ready) => (form.bytes = ready),
    () => undefined,
  );
  return form;
}

function improve(form: EncodedForm, body: string | Uint8Array, encoding: Encoding): void {
  form.isGood = true;
  compress(encoding, body, 'good').then(
    (bytes) => (form.bytes = bytes),
    () => undefined,
  );
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
