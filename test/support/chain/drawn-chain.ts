import { afterAll, beforeAll } from '@jest/globals';
import { ContractFactory, id, ZeroAddress } from 'ethers';
import { json } from 'node:stream/consumers';
import { drandBeaconArtifact } from '../../../src/adapters/chain/hub/artifacts/drand-beacon.ts';
import { signRound, toContractKey, toPublicKey } from '../../../src/adapters/chain/beacon/beacon-scheme.ts';
import { QUICKNET } from '../../../src/core/draws/quicknet.ts';
import { startTestChain, type TestChain, keyOf } from './anvil.ts';
import { drawnGiveaway } from './drawn-giveaway.ts';
import { entryChange } from './entry-change.ts';
import { passTo } from './pass-to.ts';
import type { Json } from '../http/http.ts';
import { startHttpServer, type TestServer } from '../http/http-server.ts';

export const DAY = 86_400;
// The key of the test chain's beacon.
export const SECRET = new Uint8Array(32).fill(7);
export const OWN_BEACON = [
  '--beacon-key',
  toPublicKey(SECRET),
  '--beacon-genesis',
  '1600000000',
  '--beacon-period',
  '3',
];
const ROUND_1000_OF_QUICKNET =
  '0xb44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';

export let chain: TestChain;
export let carriedOver: string;
export let declaredWinners: string;
export let riggedBeacon: string;

/** Starts a chain with decided rounds for a suite, in a hub of this version or a former one, and stops it. */
export function useDrawnChain({ former = false } = {}): void {
  beforeAll(async () => {
    chain = await startTestChain({ flags: ['--slots-in-an-epoch', '1'], former });
    const { contract, providerKey, rpc } = chain;
    const send = async (name: string, ...args: readonly unknown[]) =>
      (await contract.getFunction(name)(...args)).wait();
    const latest = (await rpc.call('eth_getBlockByNumber', ['latest', false])) as { timestamp: string };
    const start = Number(latest.timestamp) + 100;
    const at = (seconds: number) => rpc.call('evm_setNextBlockTimestamp', [`0x${seconds.toString(16)}`]);
    const options = {
      ...drawnGiveaway({ externalId: 'carried', startTime: start, endTime: 0, beacon: chain.beacon }),
      entriesCarryOver: true,
      everyDays: 2,
      activeDays: 1,
    };
    carriedOver = keyOf(providerKey, 'carried');
    declaredWinners = keyOf(providerKey, 'declared');
    await chain.mintPassports(3);
    await send('createGiveaway', providerKey, options);
    await send('createGiveaway', providerKey, {
      ...options,
      externalId: 'declared',
      determination: 0,
      beacon: ZeroAddress,
      beaconMargin: 0,
    });
    riggedBeacon = keyOf(providerKey, 'rigged');
    await send('createGiveaway', providerKey, {
      ...options,
      externalId: 'rigged',
      endTime: start + DAY,
      entriesCarryOver: false,
      everyDays: 0,
      activeDays: 0,
      beacon: await deployRigged(start + DAY + 60),
    });
    let changes = 0;
    const change = (passportId: number, amount: number, remove = false, giveaway = carriedOver) =>
      send(
        'changeEntries',
        giveaway,
        entryChange(id(`change ${(changes += 1)}`), passportId, amount, remove),
      );
    await at(start + 10);
    await change(1, 5);
    await change(2, 9);
    await change(1, 2, true);
    await change(1, 1, false, riggedBeacon);
    await at(start + 2 * DAY);
    await change(3, 4);
    await at(start + 4 * DAY);
    await change(1, 100);
    // A removal that reaches the first round, whose winner is drawn by then.
    await passTo(chain, start + 4 * DAY + 200);
    const drawRound = async (round: number) => {
      const beaconRound: bigint = await contract.getFunction('beaconRoundOf')(carriedOver, round);
      await send('drawWinner', carriedOver, round, `0x${signRound(SECRET, beaconRound)}`);
    };
    await drawRound(0);
    await drawRound(1);
    await change(2, 3, true);
    await passTo(chain, start + 5 * DAY + 200);
    await send('drawWinner', riggedBeacon, 0, ROUND_1000_OF_QUICKNET);
    await rpc.call('anvil_mine', ['0x3']);
  }, 60_000);
  afterAll(() => chain?.stop());
}

/**
 * Deploys the verifier with quicknet's key and such a genesis that round 1000, known since 2023, is the round of this
 * time; returns its address.
 */
async function deployRigged(time: number): Promise<string> {
  const { contract } = chain;
  const { abi, bytecode } = drandBeaconArtifact;
  const factory = new ContractFactory(abi, bytecode, contract.runner);
  const key = toContractKey(QUICKNET.publicKey);
  const deployed = await factory.deploy(key, time - 999 * QUICKNET.period, QUICKNET.period);
  await deployed.waitForDeployment();
  const address = await deployed.getAddress();
  await (await contract.getFunction('setBeacon')(address, true)).wait();
  return address;
}

/** Forwards one request or a batch to the node. */
export async function forward(body: Json) {
  const response = await fetch(chain.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const reply = (await response.json()) as Json;
  const requests: Json[] = Array.isArray(body) ? body : [body];
  const responses: Json[] = Array.isArray(reply) ? reply : [reply];
  return { requested: requests, responses, response: reply };
}

/** A server that answers every request with JSON, or with this status. */
export function serve(reply: (url: string, body: Json) => unknown): Promise<TestServer> {
  return startHttpServer((request, response) => {
    void (async () => {
      const body = request.method === 'POST' ? await json(request) : undefined;
      const answered = await reply(request.url ?? '', body);
      if (typeof answered === 'number') return response.writeHead(answered).end();
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify(answered));
    })();
  });
}
