import { connect } from 'node:net';

/** A response as sent over the wire. */
export interface RawResponse {
  readonly status: number;
  /** The headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Whether "100 Continue" came first. */
  readonly continued: boolean;
}

type Part = string | Buffer;

/**
 * Writes the parts one after the other, each in a packet of its own and as soon as it is there, and reads until the
 * server ends the connection or has sent a whole response.
 */
export function exchange(port: number, parts: readonly (Part | Promise<Part>)[]): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received = Buffer.alloc(0);
    const finish = () => {
      const response = read(received);
      socket.destroy();
      if (response) resolve(response);
      else reject(new Error(`No whole answer came: ${received.toString()}`));
    };
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (read(received)) finish();
    });
    socket.on('close', finish);
    // A server that refuses early may reset the connection while parts are still being written.
    socket.on('error', () => undefined);
    socket.on('connect', () => {
      const writeNext = async (index: number) => {
        const part = await parts[index];
        if (part === undefined || socket.destroyed) return;
        socket.write(part, () => setImmediate(() => void writeNext(index + 1)));
      };
      void writeNext(0);
    });
  });
}

/** Undefined while the response is incomplete. */
function read(received: Buffer): RawResponse | undefined {
  let text = received.toString('utf8');
  const continued = text.startsWith('HTTP/1.1 100 ');
  if (continued) text = text.slice(text.indexOf('\r\n\r\n') + 4);
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [start = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const body = text.slice(end + 4);
  if (Buffer.byteLength(body) < Number(headers['content-length'] ?? 0)) return undefined;
  return { status: Number(start.split(' ')[1]), headers, text: body, continued };
}
