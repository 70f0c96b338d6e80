import { hash } from 'node:crypto';
import {
  compress,
  preferredEncoding,
  SMALLEST_COMPRESSED,
  type Encoding,
} from '../../runtime/content-encoding.ts';
import { toUtf8 } from '../../runtime/utf8.ts';

/** A ready response: its bytes, and what is needed to send it and to tell its age. */
export interface ReadyResponse {
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
  /** The feed's epoch at the start of making the response. */
  readonly epoch: string;
  /** The epoch of the chain's read model at that time; undefined for a response that shows nothing of the chain. */
  readonly chainEpoch?: number;
  /** Further headers, for responses that are not cached. */
  readonly headers: readonly string[];
  /** The headers of a page of the site, which are cached with it; other responses have none. */
  readonly pageHeaders?: readonly string[] | undefined;
  /** Compressed forms, each made at the first request for it. */
  readonly encoded: Partial<Record<Encoding, EncodedForm>>;
}

interface EncodedForm {
  /** The quick form; once it is ready and requested again, the good one. */
  bytes: Buffer | Promise<Buffer>;
  isGood: boolean;
}

export type ReadyResponseFacts = Pick<
  ReadyResponse,
  'status' | 'contentType' | 'bornAt' | 'epoch' | 'chainEpoch' | 'pageHeaders'
>;

export function createReadyResponse(
  facts: ReadyResponseFacts,
  body: string | Uint8Array,
  headers: readonly string[] = [],
): ReadyResponse {
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
export function formFor(
  response: ReadyResponse,
  acceptEncoding: string | undefined,
): SentForm | Promise<SentForm> {
  const { body, size, encoded } = response;
  const plain = { body, size, encoding: undefined };
  const encoding = preferredEncoding(acceptEncoding);
  if (encoding === undefined || size < SMALLEST_COMPRESSED || response.contentType === 'image/png')
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

/** Serialises a response for the shared cache: a line of JSON with its facts, then the body. */
export function packResponse({
  status,
  contentType,
  bornAt,
  epoch,
  pageHeaders,
  body,
}: ReadyResponse): Buffer {
  const facts = { status, contentType, bornAt, epoch, pageHeaders };
  return Buffer.concat([Buffer.from(`${JSON.stringify(facts)}\n`), toUtf8(body)]);
}

/** Reads what packResponse wrote; undefined for anything else. */
export function unpackResponse(packed: Buffer): ReadyResponse | undefined {
  const end = packed.indexOf(10);
  try {
    return createReadyResponse(
      JSON.parse(packed.toString('utf8', 0, end)) as ReadyResponseFacts,
      packed.subarray(end + 1),
    );
  } catch {
    return undefined;
  }
}
