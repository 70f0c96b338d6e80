import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { promisify } from 'node:util';
import { unzip } from 'node:zlib';
import { tracing } from '../../../../runtime/tracing/tracing.ts';

const KEEP_ALIVE_AFTER_MS = 5_000;
const unzipped = promisify(unzip);

/** A node's response over HTTP. */
export interface HttpResponse {
  readonly status: number;
  readonly text: string;
  /** Seconds in which the node wants no request; 0 when it names none. */
  readonly retryAfter: number;
}

/**
 * Posts JSON to a node over persistent connections. When one stays silent for `timeoutMs`, the idle ones are closed too: they
 * lead to the same server, and each would cost another timeout.
 */
export function createRpcTransport(url: string, timeoutMs: number): (body: string) => Promise<HttpResponse> {
  const target = new URL(url);
  const isSecure = target.protocol === 'https:';
  const createAgent = () =>
    new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, keepAliveMsecs: KEEP_ALIVE_AFTER_MS });
  let agent = createAgent();

  function replaceAgent(silent: HttpAgent): void {
    if (agent !== silent) return;
    agent = createAgent();
    // Pending requests may still be answered; their connections end with them.
    silent.maxFreeSockets = 0;
    for (const sockets of Object.values(silent.freeSockets))
      for (const socket of sockets ?? []) socket.destroy();
  }

  function send(body: Buffer): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const used = agent;
      const request = (isSecure ? requestHttps : requestHttp)(target, {
        method: 'POST',
        agent: used,
        headers: {
          'content-type': 'application/json',
          'content-length': body.length,
          accept: 'application/json',
          'accept-encoding': 'gzip, deflate',
          ...tracing.headers(),
        },
      });
      const timer = setTimeout(() => {
        replaceAgent(used);
        request.destroy(new Error(`The node did not answer within ${timeoutMs} ms.`));
      }, timeoutMs);
      request.once('close', () => clearTimeout(timer));
      request.once('response', (response) => {
        const { statusCode: status = 0, headers } = response;
        const retryAfter = Number(/^\d+$/.exec(headers['retry-after'] ?? '')?.[0] ?? 0);
        readText(response).then((text) => resolve({ status, text, retryAfter }), reject);
      });
      request.once('error', (error) => {
        reject(request.reusedSocket && isLost(error) ? new ClosedMeanwhile(error) : error);
      });
      request.end(body);
    });
  }

  return async (text) => {
    const body = Buffer.from(text);
    for (;;) {
      try {
        return await send(body);
      } catch (error) {
        // The node closed an idle connection at the moment of its reuse. Repeating is safe, because every request is idempotent.
        if (!(error instanceof ClosedMeanwhile)) throw error;
      }
    }
  };
}

/** Each retry uses up one persistent connection, so that the last one gets a new connection. */
class ClosedMeanwhile extends Error {
  constructor(cause: unknown) {
    super('The connection was closed while it was idle.', { cause });
  }
}

function isLost(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNRESET' || error.code === 'EPIPE';
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const isPacked = response.headers['content-encoding'] !== undefined && bytes.length > 0;
  return (isPacked ? await unzipped(bytes) : bytes).toString();
}
