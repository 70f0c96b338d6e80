import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ports of outgoing connections: a part that starts again finds its port free.
const FIRST = 20_000;
const COUNT = 10_000;
const taken = new Set<number>();

/** A free port on loopback, which no other part of this rehearsal gets. */
export async function takePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (taken.has(port)) continue;
    taken.add(port);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
