import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A response with its bytes as sent: neither decompressed nor decoded. */
export interface BytesResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Sends one request with only these headers. */
export function sendForBytes(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string | Buffer,
): Promise<BytesResponse> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method, headers: { ...length, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The bytes of a response before its Content-Encoding was applied. */
export function decoded({ headers, bytes }: BytesResponse): Buffer {
  switch (headers['content-encoding']) {
    case undefined:
      return bytes;
    case 'gzip':
      return gunzipSync(bytes);
    case 'br':
      return brotliDecompressSync(bytes);
    default:
      throw new Error(`Nobody asked for ${headers['content-encoding']}.`);
  }
}

/** Sends several POSTs in one packet, so that the server has received all of them before it answers the first. */
export function postTogether(
  url: string,
  bodies: readonly { readonly headers?: Readonly<Record<string, string>>; readonly body: string }[],
): Promise<BytesResponse[]> {
  const { hostname, port, pathname } = new URL(url);
  const packet = bodies
    .map(({ headers = {}, body }) =>
      [
        `POST ${pathname} HTTP/1.1`,
        `Host: ${hostname}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        '',
        body,
      ].join('\r\n'),
    )
    .join('');
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(packet));
    let received = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`Some answers are missing: ${received.toString()}`)));
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const responses = readAll(received);
      if (responses.length < bodies.length) return;
      resolve(responses);
      socket.destroy();
    });
  });
}

function readAll(received: Buffer): BytesResponse[] {
  const responses: BytesResponse[] = [];
  let rest = received;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return responses;
    const [start = '', ...lines] = rest.toString('latin1', 0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const length = Number(headers['content-length']);
    const bytes = rest.subarray(end + 4, end + 4 + length);
    if (bytes.length < length) return responses;
    responses.push({ status: Number(start.split(' ')[1]), headers, bytes });
    rest = rest.subarray(end + 4 + length);
  }
}
