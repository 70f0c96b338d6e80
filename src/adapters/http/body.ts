import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '../../core/errors.ts';
import { requireJsonLimits } from '../../core/values/json-limits.ts';
import { JSON_TYPE } from '../ports/json-type.ts';
import { requireClient } from '../ports/require-client.ts';

/** Requests whose client waits for "100 Continue" before it sends the body (RFC 9110 section 10.1.1). */
export const EXPECTS_CONTINUE: WeakSet<IncomingMessage> = new WeakSet();

/**
 * Reads a JSON body of at most `limit` bytes. Throws 415, then 413, then 400 of the closed table, in that order, and what
 * `requireClient` throws.
 */
export async function readJson(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<unknown> {
  requireJsonType(request);
  return parseJson(await readBody(request, response, limit));
}

/** The same, with the size of the body in bytes, and without `requireClient`: the body may be of a read. */
export async function readSizedJson(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<{ readonly document: unknown; readonly bytes: number }> {
  requireJsonType(request);
  const body = await receiveBody(request, response, limit);
  return { document: parseJson(body), bytes: body.length };
}

/** Pieces of a body that are smaller than this, in bytes, are merged. */
const SMALL_PIECE = 512;
const MERGED_PIECE = 4_096;
/** After so many small pieces, the connection waits for a turn. */
const PIECES_A_TURN = 500;
/** A read of a connection, 64 KiB, with more small pieces than this is refused: it could have 11,000 of them. */
const PIECES_A_READ = 1_000;
/** The small pieces in the newest read of each connection. */
const newestReads = new WeakMap<Socket, { bytesRead: number; pieces: number }>();

/**
 * A request whose body comes in pieces of reasonable size: in chunks of one byte each would take up a hundred times its size. Of the
 * connections that send many small pieces, one is read in each turn of the event loop.
 */
export class MergedRequest extends IncomingMessage {
  #small: Buffer | undefined;
  #length = 0;
  /** The small pieces since the connection was read in a turn. */
  #pieces = 0;
  /** Whether the connection waits for a turn. */
  #waits = false;
  /** Whether one read had too many small pieces. Nothing of the body is kept then, and no more of it is read. */
  isFragmented = false;

  override push(piece: Buffer | null): boolean {
    if (this.isFragmented) return piece === null && super.push(piece);
    if (piece === null || piece.length >= SMALL_PIECE) {
      this.#flush();
      return super.push(piece);
    }
    const goesOn = this.#length + piece.length <= MERGED_PIECE || this.#flush();
    // A body with a length has one piece in each read, and is refused by its length if it is too large.
    if (this.headers['transfer-encoding'] !== undefined) {
      // The end of the body may come much later.
      if (this.#small === undefined) setImmediate(() => this.#flush());
      this.#requireLargerPieces();
    }
    this.#merge(piece);
    this.#pieces += 1;
    if (this.#pieces !== PIECES_A_TURN) return goesOn;
    // The connection stops until the stream, which has got something, reads on.
    this.#flush();
    return false;
  }

  override _read(size: number): void {
    if (this.isFragmented) return;
    if (this.#pieces < PIECES_A_TURN) return super._read(size);
    if (this.#waits) return;
    this.#waits = true;
    readInTurn(() => {
      this.#waits = false;
      this.#pieces = 0;
      super._read(size);
    });
  }

  #requireLargerPieces(): void {
    const { socket } = this;
    const { bytesRead } = socket;
    const read = newestReads.get(socket);
    if (read?.bytesRead !== bytesRead) newestReads.set(socket, { bytesRead, pieces: 1 });
    else if (++read.pieces > PIECES_A_READ) {
      this.isFragmented = true;
      this.emit('fragmented');
    }
  }

  /** The first piece is kept as it is: most bodies have no other. */
  #merge(piece: Buffer): void {
    if (this.#small === undefined) this.#small = piece;
    else {
      if (this.#small.length < MERGED_PIECE) {
        const first = this.#small;
        this.#small = Buffer.allocUnsafe(MERGED_PIECE);
        first.copy(this.#small);
      }
      piece.copy(this.#small, this.#length);
    }
    this.#length += piece.length;
  }

  #flush(): boolean {
    const small = this.#small?.subarray(0, this.#length);
    this.#small = undefined;
    this.#length = 0;
    return small === undefined || super.push(small);
  }
}

const readsInTurn: (() => void)[] = [];

function readInTurn(read: () => void): void {
  readsInTurn.push(read);
  if (readsInTurn.length === 1) setImmediate(readNext);
}

function readNext(): void {
  readsInTurn[0]?.();
  readsInTurn.shift();
  if (readsInTurn.length > 0) setImmediate(readNext);
}

const FORM_TYPE = /^application\/x-www-form-urlencoded(?:\s*;|$)/i;

/** Reads a form of at most `limit` bytes. Throws as `readJson` does. */
export async function readForm(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<URLSearchParams> {
  if (!FORM_TYPE.test(request.headers['content-type'] ?? '')) {
    const message = 'Send the body as Content-Type: application/x-www-form-urlencoded.';
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', message);
  }
  requirePlainBody(request.headers);
  const text = (await readBody(request, response, limit)).toString('latin1');
  try {
    decodeURIComponent(text);
  } catch (cause) {
    throw new DomainError('INVALID_PAYLOAD', 'The form is not percent-encoded UTF-8: encode its values.', {
      cause,
    });
  }
  return new URLSearchParams(text);
}

/** Throws UNSUPPORTED_MEDIA_TYPE unless the request announces plain, uncompressed JSON. */
function requireJsonType({ headers }: IncomingMessage): void {
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as Content-Type: application/json.');
  }
  requirePlainBody(headers);
}

/** Throws UNSUPPORTED_MEDIA_TYPE for a compressed body. */
function requirePlainBody(headers: IncomingMessage['headers']): void {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Send the body uncompressed, without Content-Encoding.');
  }
}

/** The client disconnected, or was too slow, before its body was complete. */
export class IncompleteBody extends DomainError {
  constructor(cause?: unknown) {
    super('INVALID_PAYLOAD', 'The body ended before it was complete: send it again.', { cause });
  }
}

class FragmentedBody extends DomainError {
  constructor() {
    super('INVALID_PAYLOAD', 'The body comes in too many small chunks: send chunks of at least 512 bytes.');
  }
}

/** Whether the error of a request is the end of its connection within the body. */
export function isBrokenOff({ complete }: IncomingMessage, error: unknown): boolean {
  return !complete && (error as NodeJS.ErrnoException | undefined)?.code === 'ECONNRESET';
}

/** Reads the body of a change, of at most `limit` bytes. Throws PAYLOAD_TOO_LARGE, and what `requireClient` throws. */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<Buffer> {
  const body = await receiveBody(request, response, limit);
  await requireClient(request);
  return body;
}

/** Reads at most `limit` bytes; a larger declared length is refused before a byte of the body is read. */
async function receiveBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  if (EXPECTS_CONTINUE.delete(request)) response.writeContinue();
  if (request instanceof MergedRequest && request.isFragmented) throw new FragmentedBody();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received <= limit) chunks.push(chunk);
      else {
        request.removeAllListeners('data').resume();
        reject(tooLarge(limit));
      }
    });
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.on('fragmented', () => reject(new FragmentedBody()));
    request.on('error', reject);
    request.on('close', () => {
      if (!request.readableEnded) reject(new IncompleteBody());
    });
  });
}

/** Parses UTF-8 JSON (RFC 8259) with limits on values and depth. Throws INVALID_PAYLOAD. */
export function parseJson(body: Buffer): unknown {
  const document = parse(body);
  requireJsonLimits(document, 'The body');
  return document;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new DomainError('INVALID_PAYLOAD', 'The body is not valid JSON in UTF-8.', { cause });
  }
}

/** Whether part of the body is unread: the connection cannot serve another request before that. */
export function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  return (
    !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
  );
}

/** How much of a refused body is still received, in bytes and milliseconds. */
const LINGER_BYTES = 1_048_576;
const LINGER_MS = 2_000;

/**
 * Lets the client read the response to a request whose body is unread: a connection that is closed with unread data is reset, and
 * the response lost. The connection is closed when the body ends, or soon.
 */
export function lingerAfter(request: IncomingMessage): void {
  const { socket } = request;
  // The server calls this once the response is written.
  socket.destroySoon = () => {
    const until = performance.now() + LINGER_MS;
    const last = socket.bytesRead + LINGER_BYTES;
    socket.end();
    const timer = setInterval(() => {
      if (request.complete || socket.bytesRead > last || performance.now() > until) socket.destroy();
    }, LINGER_MS / 100);
    socket.once('close', () => clearInterval(timer));
  };
}

function tooLarge(limit: number): DomainError {
  return new DomainError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit} bytes: shorten it.`);
}
