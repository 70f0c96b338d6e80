import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signRound, toPublicKey } from '../../../src/adapters/chain/beacon/beacon-scheme.ts';
import { BEACON_PERIOD, BEACON_SECRET } from '../../chain/indexer/contracts.ts';

/** A server with the HTTP API of drand. */
export interface TestRelay {
  readonly url: string;
  stop(): void;
}

/** Starts a relay of the tests' beacon, which signs every round; `genesis` is the time of round 1, in seconds. */
export async function startRelay(genesis: number): Promise<TestRelay> {
  const info = { public_key: toPublicKey(BEACON_SECRET), genesis_time: genesis, period: BEACON_PERIOD };
  const relay = createServer((request, response) => {
    const round = request.url?.split('/').at(-1) ?? '';
    const reply = round === 'info' ? info : { signature: signRound(BEACON_SECRET, BigInt(round)) };
    response.end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    stop: () => relay.close(),
  };
}
