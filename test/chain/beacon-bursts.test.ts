import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { createBeaconRoutes } from '../../src/adapters/chain/beacon/beacon-routes.ts';
import { latestRound } from '../../src/adapters/chain/beacon/beacon-scheme.ts';
import { createEmbeddedBeacon } from '../../src/adapters/chain/beacon/embedded-beacon.ts';
import type { BeaconSource } from '../../src/core/draws/beacon-source.ts';
import { QUICKNET } from '../../src/core/draws/quicknet.ts';
import { eventually } from '../support/eventually.ts';
import { startHttpServer, type TestServer } from '../support/http/http-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const NOW = 1_700_000_000;
const SIGNED = latestRound(QUICKNET, NOW);

const directory = temporaryDirectory('beacon');
let beacon: BeaconSource;
const servers: TestServer[] = [];
beforeAll(async () => {
  beacon = await createEmbeddedBeacon({ directory, now: async () => NOW });
});
afterAll(async () => {
  for (const server of servers) await server.stop();
});

async function listen(listener: RequestListener): Promise<string> {
  const server = await startHttpServer(listener);
  servers.push(server);
  return server.url;
}

async function fetchWhole(url: string): Promise<number> {
  const response = await fetch(url);
  await response.text();
  return response.status;
}

it('signs one round in a turn of the event loop, and each round once', async () => {
  const turns: number[] = [];
  let turn = 0;
  const countTurn = () => {
    turn += 1;
    counting = setImmediate(countTurn);
  };
  let counting = setImmediate(countTurn);
  const counted: BeaconSource = {
    ...beacon,
    signatureOf(beaconRound) {
      turns.push(turn);
      return beacon.signatureOf(beaconRound);
    },
  };
  const handle = createBeaconRoutes({ beacon: counted, now: async () => NOW });
  const url = await listen((request, response) => void handle(request, response));
  const readAll = (paths: readonly string[]) => Promise.all(paths.map((path) => fetchWhole(`${url}${path}`)));
  const rounds = Array.from({ length: 45 }, (_, index) => SIGNED - BigInt(index % 15));
  // Over connections that are open already, all requests arrive at the same time.
  await readAll(rounds.map(() => '/info'));
  const statuses = await readAll(rounds.map((round) => `/public/${round}`));
  clearImmediate(counting);
  expect(statuses).toEqual(rounds.map(() => 200));
  expect(turns).toHaveLength(15);
  expect(new Set(turns).size).toBe(15);
});

it('refuses rounds beyond those that wait', async () => {
  const blocked = Promise.withResolvers<undefined>();
  const handle = createBeaconRoutes({
    beacon: { ...beacon, signatureOf: () => blocked.promise },
    now: async () => NOW,
  });
  const refused: unknown[] = [];
  const url = await listen((request, response) => {
    handle(request, response).catch((error: unknown) => {
      refused.push(error);
      response.writeHead(503).end();
    });
  });
  const requests = Array.from({ length: 80 }, (_, index) => fetch(`${url}/public/${index + 1}`));
  await eventually(
    async () => refused.length,
    (count) => count === 29,
  );
  blocked.resolve(undefined);
  await Promise.all(requests);
  expect(refused).toHaveLength(29);
  expect(refused[0]).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 2 });
});
