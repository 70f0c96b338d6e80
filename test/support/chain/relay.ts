import { signRound, toPublicKey } from '../../../src/adapters/chain/beacon/beacon-scheme.ts';
import { BEACON_PERIOD, BEACON_SECRET } from '../../chain/indexer/contracts.ts';
import { startHttpServer, type TestServer } from '../http/http-server.ts';

/** Starts a relay of the tests' beacon, which signs every round; `genesis` is the time of round 1, in seconds. */
export function startRelay(genesis: number): Promise<TestServer> {
  const info = { public_key: toPublicKey(BEACON_SECRET), genesis_time: genesis, period: BEACON_PERIOD };
  return startHttpServer((request, response) => {
    const round = request.url?.split('/').at(-1) ?? '';
    const reply = round === 'info' ? info : { signature: signRound(BEACON_SECRET, BigInt(round)) };
    response.end(JSON.stringify(reply));
  });
}
