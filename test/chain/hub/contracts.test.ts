import { beforeAll, describe, expect, it } from '@jest/globals';
import { hashMessage, id, SigningKey, ZeroAddress, ZeroHash } from 'ethers';
import { createContracts, requireOwnPassports } from '../../../src/adapters/chain/hub/contracts.ts';
import { createRpc, RpcError, RpcUnreachable, type Rpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import type { Contracts } from '../../../src/core/chain/contracts.ts';
import { findFreePort } from '../../support/gateway/process.ts';
import {
  BEACON_PERIOD,
  entryChange,
  giveawayKey,
  giveawayOptions,
  PROVIDER,
  startContracts,
} from '../indexer/contracts.ts';
import { mintItem } from '../../support/chain/provision.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const FEE_CAP = 200n * 10n ** 9n;
const HOUR = 3_600;

const chain = sharedByTests(startContracts);
let contracts: Contracts;
/** The methods sent to the node, one list per request. */
let requests: string[][];
beforeAll(async () => {
  contracts = open(watch(chain.rpc));
});

function open(rpc: Rpc, now: () => number = Date.now, site: { hub?: string } = {}): Contracts {
  const { chainId, hub, passport, beacon } = chain.deployment;
  const addresses = { chainId, hub: hub.toLowerCase(), passport, beacon, beaconMargin: 60, ...site };
  return createContracts({ rpc, site: addresses, feeCap: () => FEE_CAP, now });
}

function watch(rpc: Rpc): Rpc {
  requests = [];
  return {
    call: rpc.call,
    batch(calls) {
      requests.push(calls.map(({ method }) => method));
      return rpc.batch(calls);
    },
  };
}

async function createGiveaway(name: string, changes: object = {}): Promise<string> {
  await chain.hub('createGiveaway', [PROVIDER, giveawayOptions(name, chain, changes)]);
  return giveawayKey(name);
}

async function mint(to: string, maxTransfers: number): Promise<void> {
  await chain.hub('provision', [PROVIDER, mintItem(id(`mint ${Math.random()}`), to, maxTransfers)]);
}

describe('the adapter of the contracts', () => {
  it('reads the addresses, the operator and the signers', async () => {
    const { hub, passport, beacon } = chain.deployment;
    const [operator, other] = chain.wallets as [string, string];
    expect(await contracts.site()).toEqual({ chainId: 31_337, hub, passport, beacon, beaconMargin: 60 });
    expect(await contracts.operator()).toBe(operator);
    const activeFrom = await contracts.signerActiveFrom(PROVIDER, operator);
    expect(activeFrom).toBeGreaterThanOrEqual(chain.genesis);
    expect(activeFrom).toBeLessThanOrEqual(await chain.now());
    expect(await contracts.signerActiveFrom(PROVIDER, other)).toBe(0);
  });

  it('sends all calls of one turn in one request, equal ones once', async () => {
    requests = [];
    const [operator, other] = chain.wallets as [string, string];
    const [first, second, [balance]] = await Promise.all([
      contracts.signerActiveFrom(PROVIDER, operator),
      contracts.signerActiveFrom(PROVIDER, operator),
      contracts.balances([other]),
      contracts.feePerGas(),
    ]);
    expect(first).toBeGreaterThan(0);
    expect([second, balance]).toEqual([first, 10n ** 22n]);
    expect(requests).toEqual([
      ['eth_call', 'eth_getBalance', 'eth_getBlockByNumber', 'eth_maxPriorityFeePerGas'],
    ]);
  });

  it('reads a passport, and returns undefined for one that does not exist', async () => {
    const [, holder, next] = chain.wallets as [string, string, string];
    await mint(holder, 3);
    await mint(holder, 2 ** 32 - 1);
    await chain.passport('transferFrom', [holder, next, 1], holder);
    expect(await contracts.passport(1)).toEqual({
      owner: next,
      maxTransfers: 3,
      transfersUsed: 1,
      permitNonce: 1n,
    });
    expect(await contracts.passport(2)).toMatchObject({ owner: holder, maxTransfers: null });
    expect(await contracts.passport(3)).toBeUndefined();
  });

  it('offers at most twice the base fee plus the tip, and never more than the cap', async () => {
    const block = (await chain.rpc.call('eth_getBlockByNumber', ['latest', false])) as Record<string, string>;
    const tip = (await chain.rpc.call('eth_maxPriorityFeePerGas')) as string;
    expect(await contracts.feePerGas()).toBe(2n * BigInt(block['baseFeePerGas'] ?? 0) + BigInt(tip));
    const cheap = createContracts({
      rpc: chain.rpc,
      site: await contracts.site(),
      feeCap: () => 1n,
      now: Date.now,
    });
    expect(await cheap.feePerGas()).toBe(1n);
  });
});

it('refuses passports of another hub', async () => {
  const { hub, passport, beacon } = chain.deployment;
  await requireOwnPassports(chain.rpc, { hub: hub.toLowerCase(), passport });
  const refused = requireOwnPassports(chain.rpc, { hub: beacon, passport });
  await expect(refused).rejects.toThrow(`${passport} has the passports of the hub ${hub}, not of ${beacon}`);
  await expect(requireOwnPassports(chain.rpc, { hub, passport: chain.wallets[0] ?? '' })).rejects.toThrow(
    'is no contract of passports',
  );
});

describe('a round', () => {
  it('has its state at the current time, however old the newest block is', async () => {
    const start = await chain.now();
    const giveaway = await createGiveaway('timed', { startTime: start + HOUR, endTime: start + 2 * HOUR });
    const at = (seconds: number) => open(chain.rpc, () => (start + seconds) * 1_000).round(giveaway, 0);
    const states = await Promise.all(
      [HOUR - 1, HOUR, 2 * HOUR - 1, 2 * HOUR].map(async (seconds) => (await at(seconds))?.state),
    );
    expect(states).toEqual(['SCHEDULED', 'OPEN', 'OPEN', 'VOID']);
    expect(await at(0)).toMatchObject({ state: 'SCHEDULED', receiptConfirmed: false });
  });

  it('has its state at the time of the newest block when our clock is behind it', async () => {
    const start = await chain.now();
    const giveaway = await createGiveaway('behind', { startTime: start - HOUR });
    const late = open(chain.rpc, () => (start - 2 * HOUR) * 1_000);
    expect(await late.round(giveaway, 0)).toMatchObject({ state: 'OPEN' });
    expect(await late.round(giveaway, 0)).toMatchObject({ state: 'OPEN' });
  });

  it('is read from nodes that cannot override the time, too', async () => {
    const start = await chain.now();
    const giveaway = await createGiveaway('plain node', { startTime: start + HOUR });
    const requestSizes: number[] = [];
    const plain: Rpc = {
      call: chain.rpc.call,
      async batch(calls) {
        requestSizes.push(calls.length);
        const responses = await chain.rpc.batch(calls);
        return responses.map((response, place) =>
          (calls[place]?.params?.length ?? 0) > 2 ? new RpcError(-32602, 'too many arguments') : response,
        );
      },
    };
    const reader = open(plain, () => (start + 2 * HOUR) * 1_000);
    expect(await reader.round(giveaway, 0)).toMatchObject({ state: 'SCHEDULED' });
    expect(await reader.round(giveaway, 0)).toMatchObject({ state: 'SCHEDULED' });
    expect(requestSizes).toEqual([2, 1, 1]);
  });

  it('is undefined beyond the last one, and its giveaway must exist', async () => {
    const giveaway = await createGiveaway('one round');
    expect(await contracts.round(giveaway, 1)).toBeUndefined();
    await expect(contracts.round(giveawayKey('nothing'), 0)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      reason: 'GIVEAWAY',
    });
  });

  it('names its winner', async () => {
    const [, holder] = chain.wallets as [string, string];
    const start = await chain.now();
    const giveaway = await createGiveaway('decided', { startTime: start, endTime: start + HOUR });
    await mint(holder, 1);
    await chain.hub('changeEntries', [giveaway, entryChange(1, 2)]);
    await chain.mine(1, HOUR);
    expect(await contracts.round(giveaway, 0)).toMatchObject({ state: 'CLOSED' });
    await chain.hub('declareWinner', [giveaway, 0, 1]);
    expect(await contracts.round(giveaway, 0)).toMatchObject({ state: 'DECIDED' });
  });

  it('is decided by the beacon round after its close and the margin', async () => {
    const endTime = (await chain.now()) + HOUR;
    const drawn = await createGiveaway('drawn', { endTime, determination: 1, beaconMargin: 60 });
    expect(await contracts.beaconRound(drawn, 0)).toBe(
      BigInt(Math.ceil((endTime + 60 - chain.genesis) / BEACON_PERIOD) + 1),
    );
    const declared = await createGiveaway('declared', { endTime });
    await expect(contracts.beaconRound(declared, 0)).rejects.toMatchObject({
      code: 'CONTRACT_REVERT',
      reason: 'WRONG_MODE',
    });
  });
});

describe('a simulation', () => {
  const changeOf = (giveaway: string, passportId: number) =>
    ({
      kind: 'change-entries',
      giveaway,
      passportId,
      amount: 1,
      remove: false,
      reasonCode: 0,
      evidence: null,
      expectedOwner: null,
    }) as const;

  it('changes nothing and throws the error that the contracts would revert with', async () => {
    const [operator, other] = chain.wallets as [string, string];
    const giveaway = await createGiveaway('attempted', { startTime: (await chain.now()) - 1 });
    await mint(other, 1);
    await contracts.attempt(changeOf(giveaway, 1), operator);
    await contracts.attempt(changeOf(giveaway, 1), operator);
    expect(await contracts.round(giveaway, 0)).toMatchObject({ state: 'OPEN' });
    const refused = (passportId: number, signer: string) =>
      contracts.attempt(changeOf(giveaway, passportId), signer).then(
        () => 'accepted',
        ({ code, reason }) => [code, reason],
      );
    expect(await refused(99, operator)).toEqual(['NOT_FOUND', 'PASSPORT']);
    expect(await refused(1, other)).toEqual(['UNAUTHORIZED', 'NOT_YOUR_GIVEAWAY']);
  });

  it('runs at the current time', async () => {
    const [operator] = chain.wallets as [string];
    const start = await chain.now();
    const giveaway = await createGiveaway('opens later', { startTime: start + HOUR });
    const at = (seconds: number) =>
      open(chain.rpc, () => (start + seconds) * 1_000).attempt(changeOf(giveaway, 1), operator);
    await expect(at(HOUR - 1)).rejects.toMatchObject({ reason: 'ROUND_NOT_ACTIVE' });
    await at(HOUR);
  });
});

describe('the signature of a contract wallet', () => {
  // Returns the word behind its code to every call; missing bytes read as zeros.
  const answering = (word: string) => `0x7f${word.slice(2)}5f5260205ff3`;
  const MAGIC = `0x1626ba7e${'0'.repeat(56)}`;
  const DIGEST = hashMessage('a digest');
  const SIGNATURE = new SigningKey(`0x${'1'.repeat(64)}`).sign(DIGEST).serialized;
  const wallet = `0x${'12'.repeat(20)}`;
  const accepts = async (code: string) => {
    await chain.rpc.call('anvil_setCode', [wallet, code]);
    return contracts.acceptsSignature(wallet, DIGEST, SIGNATURE);
  };

  it.each([
    ['is accepted when the contract returns the magic value', answering(MAGIC), true],
    ['is not accepted when the contract returns anything else', answering(`0x${'f'.repeat(64)}`), false],
    [
      'is not accepted when the contract returns more than the magic value',
      answering(MAGIC.replace(/0$/, '1')),
      false,
    ],
    ['is not accepted when the contract reverts', '0x5f5ffd', false],
    ['is not accepted where no contract exists', '0x', false],
  ])('%s', async (_what, code, expected) => {
    expect(await accepts(code)).toBe(expected);
  });

  it('is not accepted from the precompile that repeats its input', async () => {
    const identity = '0x0000000000000000000000000000000000000004';
    expect(await contracts.acceptsSignature(identity, DIGEST, SIGNATURE)).toBe(false);
  });
});

describe('a chain that does not answer', () => {
  const away = { code: 'CHAIN_UNAVAILABLE', reason: 'RPC_DOWN', retryAfterSeconds: expect.any(Number) };

  it('is reported as CHAIN_UNAVAILABLE', async () => {
    const port = await findFreePort();
    const unreachable = open(createRpc(`http://127.0.0.1:${port}`, 1_000));
    await expect(unreachable.signerActiveFrom(PROVIDER, ZeroAddress)).rejects.toMatchObject(away);
    await expect(unreachable.round(giveawayKey('one'), 0)).rejects.toMatchObject(away);
    await expect(unreachable.passport(1)).rejects.toMatchObject(away);
    await expect(unreachable.balances([ZeroAddress])).rejects.toMatchObject(away);
    await expect(unreachable.feePerGas()).rejects.toMatchObject(away);
    await expect(unreachable.acceptsSignature(ZeroAddress, ZeroHash, '0x')).rejects.toMatchObject(away);
  });

  it('is also recognised by errors without a meaning and by missing responses', async () => {
    const busy: Rpc = {
      call: chain.rpc.call,
      batch: async (calls) => calls.map(() => new RpcError(-32_005, 'too many requests')),
    };
    await expect(open(busy).operator()).rejects.toMatchObject(away);
    await expect(open(chain.rpc, Date.now, { hub: ZeroAddress }).operator()).rejects.toMatchObject(away);
    const answersNothing: Rpc = {
      call: chain.rpc.call,
      batch: () => Promise.reject(new RpcUnreachable('The node cannot be reached.')),
    };
    await expect(open(answersNothing).operator()).rejects.toMatchObject(away);
  });
});
