import { sendRequest } from '../load/load.ts';
import type { Server } from './server.ts';
import { startStatementProxy } from './statement-proxy.ts';

const BOOKKEEPING = /^\s*(?:begin|commit|rollback|set|select 1$|select set_config)/i;

/** The number of statements that the last of these requests needs, after the others have warmed the server up. */
export async function countStatements(
  name: string,
  start: (databaseUrl: string) => Promise<Server>,
  requests: readonly Buffer[],
): Promise<{ readonly name: string; readonly count: number; readonly texts: readonly string[] }> {
  const proxy = await startStatementProxy();
  try {
    const server = await start(proxy.databaseUrl);
    try {
      for (const request of requests) {
        proxy.take();
        await sendRequest(server.port, request);
      }
      const texts = proxy.take().filter((text) => !BOOKKEEPING.test(text));
      return { name, count: texts.length, texts: texts.map((text) => text.replace(/\s+/g, ' ').trim()) };
    } finally {
      await server.stop();
    }
  } finally {
    proxy.close();
  }
}
