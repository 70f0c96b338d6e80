import { beforeAll, expect, it } from '@jest/globals';
import { ZeroAddress } from 'ethers';
import { encodeBatch } from '../../src/adapters/chain/hub/encode-batch.ts';
import { encodeProvisions } from '../../src/adapters/chain/hub/encode-provisions.ts';
import { encodeCall, encodeNoOp } from '../../src/adapters/chain/hub/hub-calls.ts';
import { toRevert } from '../../src/adapters/chain/rpc/rpc-errors.ts';
import type { ChainCall, EntryChangeCall, Provision } from '../../src/core/chain/chain-call.ts';
import { entryChange } from '../chain/outbox/support/harness.ts';
import { keyOf, startTestChain } from '../support/chain/anvil.ts';
import { eventually } from '../support/eventually.ts';
import { hashOf } from './chain/block.ts';
import { encodeError } from './chain/hub-logs.ts';
import { executeCall, type Execution } from './chain/hub-model.ts';
import { keys } from './chain/hub-state.ts';
import { createChance, type Chance } from './clock/chance.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';
import { ONE_ROUND } from '../support/chain/one-round.ts';

const CALLS = 120;
const PASSPORTS = 4;
const GAS = '0xf00000';
/** The first and the last of anvil's wallets: the holder of the passports, and one that signs for nobody. */
const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const STRANGER = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720';

const chain = sharedByTests(() => startTestChain({ signers: 2 }));
let state: Map<string, unknown>;
let addresses: { readonly hub: string; readonly passport: string };

beforeAll(async () => {
  const { rpc, contract, signers, providerKey } = chain;
  await chain.mintPassports(PASSPORTS);
  const now = Number(
    ((await rpc.call('eth_getBlockByNumber', ['latest', false])) as { timestamp: string }).timestamp,
  );
  await chain.createGiveaway('open');
  await chain.createGiveaway('decided', now + 100);
  const decided = keyOf(providerKey, 'decided');
  const issue = { opKey: hashOf('first'), call: entryChange(decided, 1, 5) };
  await send(signers[0]!.address, encodeCall(issue));
  await rpc.call('evm_setNextBlockTimestamp', [now + 200]);
  await rpc.call('evm_mine');
  await send(
    signers[0]!.address,
    encodeCall({
      opKey: hashOf('none'),
      call: { kind: 'declare-winner', giveaway: decided, round: 0, passportId: 1 },
    }),
  );
  addresses = {
    hub: chain.hub.toLowerCase(),
    passport: String(await contract.getFunction('passport')()).toLowerCase(),
  };
  const kept = { provider: providerKey, startTime: 1_600_000_000, endTime: 0, winner: 0 };
  state = new Map<string, unknown>([
    [keys.giveaway(keyOf(providerKey, 'open')), kept],
    [keys.giveaway(decided), { ...kept, endTime: now + 100, winner: 1 }],
    [keys.minted, PASSPORTS],
    ...signers.map(({ address }) => [keys.signer(providerKey, address.toLowerCase()), true] as const),
    ...Array.from({ length: PASSPORTS }, (_, index) => [keys.owner(index + 1), OWNER.toLowerCase()] as const),
  ]);
});

async function send(from: string, data: string): Promise<Receipt> {
  const { rpc, hub } = chain;
  const hash = await rpc.call('eth_sendTransaction', [{ from, to: hub, data, gas: GAS }]);
  const receipt = await eventually(
    () => rpc.call('eth_getTransactionReceipt', [hash]),
    (response) => response !== null,
  );
  return receipt as Receipt;
}

interface Receipt {
  readonly status: string;
  readonly blockNumber: string;
  readonly logs: readonly {
    readonly address: string;
    readonly topics: readonly string[];
    readonly data: string;
  }[];
}

it('does what the contracts do, with the same results, errors and events', async () => {
  const chance = createChance(5);
  const seen = new Set<string>();
  for (let count = 0; count < CALLS; count += 1) {
    const data = callOf(chance, count);
    const from = chance.is(0.05) ? STRANGER : chance.of(chain.signers).address;
    const response = await chain.rpc
      .call('eth_call', [{ from, to: chain.hub, data, gas: GAS }, 'latest'])
      .catch((error: unknown) => toRevert(error));
    const receipt = await send(from, data);
    const block = (await chain.rpc.call('eth_getBlockByNumber', [receipt.blockNumber, false])) as {
      timestamp: string;
    };
    const call = { from: from.toLowerCase(), data, timestamp: Number(block.timestamp) };
    expect(withoutTime(response)).toEqual(withoutTime(responseOf(call)));
    const changes = new Map(state);
    const execution = executeCall(addresses, storageOf(changes), call);
    expect({ count, ...toReceipt(receipt) }).toEqual({ count, ...toExpected(execution) });
    if (execution.revert === undefined) state = changes;
    for (const { topics } of execution.logs) seen.add(String(topics[0]));
    if (execution.revert !== undefined) seen.add(execution.revert.slice(0, 10));
  }
  // All events, and many errors.
  expect(seen.size).toBeGreaterThan(14);
}, 120_000);

const storageOf = (changes: Map<string, unknown>) => ({
  get: (key: string) => changes.get(key),
  set: (key: string, value: unknown) => void changes.set(key, value),
});

function responseOf(call: Parameters<typeof executeCall>[2]): unknown {
  const { revert, output } = executeCall(addresses, storageOf(new Map(state)), call);
  return revert === undefined ? output : { data: revert };
}

/** A call runs at another time than its transaction, which one error names. */
function withoutTime(response: unknown): string {
  const selector = encodeError('RoundNotActive', [hashOf(''), 0]).slice(2, 10);
  return JSON.stringify(response).replaceAll(new RegExp(`(${selector}[0-9a-f]{64})[0-9a-f]{64}`, 'g'), '$1');
}

const toReceipt = ({ status, logs }: Receipt) => ({
  isSuccess: status === '0x1',
  logs: logs.map(({ address, topics, data }) => ({ address: address.toLowerCase(), topics, data })),
});

const toExpected = ({ revert, logs }: Execution) => ({ isSuccess: revert === undefined, logs });

/** A call of the kinds that the simulation makes, sometimes one that is refused or repeated. */
function callOf(chance: Chance, count: number): string {
  const { providerKey } = chain;
  const opKey = () => hashOf(`key ${chance.is(0.15) ? chance.whole(0, count) : `${count} ${chance.next()}`}`);
  const giveaway = () =>
    keyOf(providerKey, chance.of(['open', 'open', 'open', 'open', 'decided', 'unknown']));
  const change = (of: string): EntryChangeCall =>
    entryChange(of, chance.whole(1, PASSPORTS + 1), chance.whole(0, 4), {
      remove: chance.is(0.4),
      reasonCode: chance.whole(0, 3),
      expectedOwner: chance.of([null, null, OWNER, chain.hub]),
    }) as EntryChangeCall;
  const mint = (): Provision => ({
    kind: 'provision-mint',
    provider: providerKey,
    to: chance.of([OWNER, chain.hub, ZeroAddress]),
    maxTransfers: chance.of([null, 0, 3]),
    entries: chance.is(0.5)
      ? { giveaway: giveaway(), amount: chance.whole(0, 2), reasonCode: 1, evidence: null }
      : null,
  });
  const many = <Call>(make: () => Call) =>
    Array.from({ length: chance.whole(2, 4) }, () => ({ opKey: opKey(), call: make() }));
  const one = (call: ChainCall) => encodeCall({ opKey: opKey(), call });
  const of = giveaway();
  switch (chance.whole(0, 7)) {
    case 0:
      return one(change(of));
    case 1:
    case 2:
      return encodeBatch(
        of,
        many(() => change(of)),
      );
    case 3:
      return one(mint());
    case 4:
      return encodeProvisions(providerKey, many(mint));
    case 5:
      return one(creationOf(providerKey, chance.of(['open', `new ${count}`])));
    case 6:
      return one({
        kind: 'record-prize-delivery',
        giveaway: of,
        round: chance.of([0, 0, 1]),
        assetContract: OWNER,
        recipient: chance.of([OWNER, OWNER, chain.hub]),
        proofChainId: 1,
        proofUri: 'ipfs://proof',
        proofTransactionHash: hashOf(`proof ${count}`),
      });
    default:
      return chance.is(0.2)
        ? encodeNoOp()
        : one({
            kind: 'set-round-metadata',
            giveaway: of,
            round: chance.of([0, 0, 1]),
            metadataHash: null,
            metadataUri: `ipfs://${count}`,
          });
  }
}

function creationOf(provider: string, externalId: string): ChainCall {
  const texts = { metadataUri: 'ipfs://x' };
  const options = {
    ...ONE_ROUND,
    ...texts,
    externalId,
    startTime: 1_600_000_000,
    providerPaysReceiptGas: true,
  };
  return { kind: 'create-giveaway', provider, options };
}
