/** One response, as received over the wire. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Parses responses of one connection with one request at a time. */
export interface ResponseReader {
  /** Takes bytes; returns the status when the response is complete. */
  push(chunk: Buffer): number | undefined;
  /** The last complete response; only when bodies are kept. */
  response(): HttpResponse;
}

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** Finds the end of responses: by content-length, or by the last chunk. */
export function createResponseReader({ keep }: { readonly keep: boolean }): ResponseReader {
  let head: string | undefined;
  let pending: Buffer | undefined;
  let missing = 0;
  let chunked = false;
  let tail: Buffer = Buffer.alloc(0);
  let parts: Buffer[] = [];
  let kept: HttpResponse | undefined;

  const finish = (ended: string): number => {
    if (keep) kept = toResponse(ended, Buffer.concat(parts), chunked);
    head = undefined;
    parts = [];
    return Number(ended.slice(9, 12));
  };

  const pushBody = (chunk: Buffer, current: string): number | undefined => {
    if (keep) parts.push(chunk);
    if (chunked) {
      tail = Buffer.concat([tail, chunk]).subarray(-LAST_CHUNK.length);
      return tail.equals(LAST_CHUNK) ? finish(current) : undefined;
    }
    missing -= chunk.length;
    return missing <= 0 ? finish(current) : undefined;
  };

  return {
    push(chunk) {
      if (head !== undefined) return pushBody(chunk, head);
      const bytes = pending ? Buffer.concat([pending, chunk]) : chunk;
      const end = bytes.indexOf(HEAD_END, 0, 'latin1');
      if (end === -1) {
        pending = bytes;
        return undefined;
      }
      pending = undefined;
      head = bytes.toString('latin1', 0, end);
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      chunked = length === undefined && /\r\ntransfer-encoding: *chunked/i.test(head);
      missing = Number(length ?? 0);
      tail = Buffer.alloc(0);
      return pushBody(bytes.subarray(end + HEAD_END.length), head);
    },
    response() {
      if (kept === undefined) throw new Error('No answer was kept.');
      return kept;
    },
  };
}

function toResponse(head: string, raw: Buffer, chunked: boolean): HttpResponse {
  const lines = head.split('\r\n').slice(1);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  return { status: Number(head.slice(9, 12)), headers, body: chunked ? dechunk(raw) : raw };
}

function dechunk(raw: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < raw.length;) {
    const lineEnd = raw.indexOf('\r\n', at, 'latin1');
    const size = Number.parseInt(raw.toString('latin1', at, lineEnd), 16);
    if (!(size > 0)) break;
    parts.push(raw.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
