import { buffer } from 'node:stream/consumers';
import { startHttpServer } from '../support/http/http-server.ts';

/** A proxy that loses the response to its first request, and to the next one on demand, after the gateway has carried it out. */
export interface LossyProxy {
  readonly url: string;
  loseNext(): void;
  /** How many responses were lost. */
  lost(): number;
  stop(): Promise<void>;
}

export async function startLossyProxy(target: string): Promise<LossyProxy> {
  let loses = true;
  let lost = 0;
  const forward = async (method: string, path: string, headers: Record<string, string>, body: Buffer) =>
    fetch(`${target}${path}`, { method, headers, body: new Uint8Array(body) });
  const { url, stop } = await startHttpServer((request, response) => {
    void (async () => {
      const { authorization = '', 'content-type': type = '' } = request.headers;
      const headers = { authorization, 'content-type': type, accept: 'application/json' };
      const reply = await forward('POST', request.url ?? '/', headers, await buffer(request));
      const text = await reply.text();
      if (loses) {
        loses = false;
        lost += 1;
        request.socket.destroy();
        return;
      }
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(text);
    })();
  });
  return {
    url,
    loseNext() {
      loses = true;
    },
    lost: () => lost,
    stop,
  };
}
