import { join } from 'node:path';
import type { Contender, Prepared } from '../contest.ts';
import { DATABASE_URL } from './database.ts';
import { BENCH } from '../paths.ts';
import { isProductBuilt, startProduct } from './product.ts';
import { startServer, type Server } from './server.ts';

export const PRODUCT = 'gateway';

type Prepare = (server: Server) => Promise<Prepared>;

/** The product as a contender; none when it is not built. */
export function product(prepare: Prepare, status = 200): Contender[] {
  return isProductBuilt() ? [{ name: PRODUCT, start: () => startProduct(), prepare, status }] : [];
}

/** A peer of the folder `peers`. */
export function peer(
  name: string,
  file: string,
  prepare: Prepare,
  environment: Readonly<Record<string, string>> = {},
): Contender {
  return { name, prepare, start: () => startPeer(file, environment) };
}

/** Starts a server of the folder `peers`; it is ready as soon as it answers a request. */
export function startPeer(file: string, environment: Readonly<Record<string, string>> = {}): Promise<Server> {
  return startServer({
    file: join(BENCH, 'peers', `${file}.ts`),
    environment: { DATABASE_URL, ...environment },
    isReady: (status) => status > 0,
  });
}
