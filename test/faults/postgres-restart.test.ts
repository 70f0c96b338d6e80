import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../support/gateway/client.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import type { HttpResponse, Json } from '../support/http/http.ts';
import { draft } from '../support/listings.ts';
import { postgresPrograms, startCluster, type Cluster } from '../support/database/postgres-cluster.ts';
import { startServer, type Server } from '../support/gateway/server.ts';

const CLIENTS = 4;
const FEED = 'query ($first: Int) { feed(first: $first) { edges { node { id title } } } }';

describeWith(
  postgresPrograms,
  'initdb is not installed',
  'a server whose PostgreSQL restarts',
  (programs) => {
    let directory: string;
    let cluster: Cluster;
    let server: Server;
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'gateway-'));
      cluster = await startCluster(programs);
      server = await startServer(directory, { DATABASE_URL: cluster.url });
    });
    afterAll(async () => {
      await server.end('SIGKILL');
      await cluster.remove();
      await rm(directory, { recursive: true, force: true });
    });

    it.each(['fast', 'immediate'] as const)(
      'answers 200 or 503 with Retry-After under load (%s), recovers by itself and loses nothing',
      async (mode) => {
        const load = startLoad(server, await server.createKey());
        await load.reaches(({ served }) => served >= 100);

        for (const path of ['/', '/']) await server.rest('GET', path);

        await cluster.stop(mode);
        await load.reaches(({ refused }) => refused >= 50);
        // Listings have just changed: five seconds later their pages are outdated, and still better than none.
        const isLost = (status: number) => status !== 200;
        if (mode === 'fast') expect(await eventually(() => statusOf('/'), isLost, 6_000)).toBe(200);
        expect(await statusOf('/readyz')).toBe(503);
        expect(await statusOf('/healthz')).toBe(200);
        await cluster.start();

        const isUp = (status: number) => status === 200;
        expect(await eventually(() => statusOf('/readyz'), isUp)).toBe(200);
        const { served } = load.seen;
        await load.reaches((seen) => seen.served >= served + 100);
        await load.stop();
        expect(load.seen.others).toEqual([]);
        for (const [id, listing] of load.seen.last)
          expect([id, (await server.read(load.key, id)).body]).toEqual([id, { listing }]);
      },
    );

    const statusOf = async (path: string) => (await server.rest('GET', path)).status;
  },
);

interface Seen {
  served: number;
  refused: number;
  /** Unexpected responses. */
  readonly others: unknown[];
  /**
   * The last state of each listing, without listings whose last write was refused: that write may have happened or not.
   */
  readonly last: Map<string, Json>;
}

interface Load {
  readonly key: string;
  readonly seen: Seen;
  /** Resolves when the load has come this far; rejects when it does not, or when a client fails. */
  reaches(isFarEnough: (seen: Seen) => boolean): Promise<void>;
  stop(): Promise<unknown>;
}

/** Clients that write and read without a pause, over GraphQL and REST. */
function startLoad(server: Client, key: string): Load {
  const seen: Seen = { served: 0, refused: 0, others: [], last: new Map() };
  const state = { isRunning: true };

  const judge = ({ status, headers, body, text }: HttpResponse): boolean => {
    const retryAfter = headers.get('retry-after') ?? '';
    const isServed = status === 200 && body.errors === undefined;
    if (isServed) seen.served += 1;
    else if (status === 503 && /^[1-9]\d*$/.test(retryAfter)) seen.refused += 1;
    else seen.others.push({ status, retryAfter, text });
    return isServed;
  };
  const publish = async (sent: Json) => {
    const response = await server.publish(key, sent);
    if (judge(response)) seen.last.set(sent.sourceExternalId, response.body.listing);
    else seen.last.delete(sent.sourceExternalId);
  };
  const work = async (_: unknown, client: number) => {
    for (let turn = client; state.isRunning; turn += CLIENTS) {
      const sent = draft();
      await publish(sent);
      await publish({ ...sent, worth: `$${turn}` });
      // A query that is different each time, so that no cache answers it; and one that a cache may answer.
      judge(await server.graphql(FEED, { first: 1 + (turn % 100) }));
      judge(await server.graphql('{ feed(first: 3) { totalCount edges { cursor } } }'));
      judge(await server.graphql('{ myListings(first: 2) { edges { cursor } } }', {}, key));
      judge(await server.rest('GET', `/feed.json?first=${1 + (turn % 100)}`));
      judge(await server.withdraw(key, 'absent'));
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, work));

  return {
    key,
    seen,
    async reaches(isFarEnough) {
      const reached = await Promise.race([
        eventually(async () => isFarEnough(seen), Boolean, 20_000),
        clients,
      ]);
      const { served, refused, others } = seen;
      if (reached !== true)
        throw new Error(`It came only so far: ${JSON.stringify({ served, refused, others })}`);
    },
    stop() {
      state.isRunning = false;
      return clients;
    },
  };
}
