import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { id, Wallet } from 'ethers';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signRound } from '../../../src/adapters/chain/beacon/beacon-scheme.ts';
import { keyOf, startTestChain, type TestChain } from '../../support/chain/anvil.ts';
import { DAY, SECRET, serve } from '../../support/chain/drawn-chain.ts';
import { drawnGiveaway } from '../../support/chain/drawn-giveaway.ts';
import { entryChange } from '../../support/chain/entry-change.ts';
import { passTo } from '../../support/chain/pass-to.ts';
import type { Json } from '../../support/http/http.ts';
import { runAlone, runCli } from '../run-cli.ts';

let chain: TestChain;
let folder: string;
let keyFile: string;
let relay: Awaited<ReturnType<typeof serve>>;
/** Giveaways of one round of a day from now on: with entries for two that are settled, and without. */
let drawn: string;
let silent: string;
let empty: string;
let drained: string;
/** With places for four of five passports. */
let several: string;
let closes: number;

const now = async (): Promise<number> => {
  const block = (await chain.rpc.call('eth_getBlockByNumber', ['latest', false])) as Json;
  return Number(block.timestamp);
};

beforeAll(async () => {
  chain = await startTestChain();
  folder = await mkdtemp(join(tmpdir(), 'settle-'));
  keyFile = join(folder, 'key');
  await writeFile(keyFile, `${chain.signers[0]?.privateKey}\n`);
  relay = await serve((url) => ({ signature: signRound(SECRET, BigInt(url.split('/').at(-1) ?? '')) }));
  await chain.mintPassports(5);
  const start = await now();
  closes = start + DAY;
  const send = async (name: string, ...args: readonly unknown[]) =>
    (await chain.contract.getFunction(name)(...args)).wait();
  const create = async (externalId: string, amount: number, places: readonly number[] = []) => {
    const giveaway = keyOf(chain.providerKey, externalId);
    const method = places.length === 0 ? 'createGiveaway' : 'createGiveawayWithPlaces';
    const options = { externalId, startTime: start, endTime: closes, beacon: chain.beacon };
    await send(method, chain.providerKey, drawnGiveaway(options), ...places);
    if (amount > 0) await send('changeEntries', giveaway, entryChange(id(externalId), 1, amount));
    return giveaway;
  };
  drawn = await create('drawn', 3);
  silent = await create('silent', 3);
  empty = await create('empty', 0);
  drained = await create('drained', 3);
  several = await create('several', 1, [3, 1]);
  for (let passportId = 2; passportId <= 5; passportId += 1)
    await send('changeEntries', several, entryChange(id(`several ${passportId}`), passportId, 1));
});
afterAll(async () => {
  await relay?.stop();
  await chain?.stop();
  await rm(folder, { recursive: true, force: true });
});

const argumentsOf = (command: string, giveaway: string) => {
  const requested = [command, '--rpc', chain.url, '--hub', chain.hub, '--giveaway', giveaway];
  const beacon = command === 'draw' ? ['--beacon', relay.url] : [];
  return [...requested, '--key-file', keyFile, ...beacon];
};
const settle = (command: string, giveaway: string, ...args: readonly string[]) =>
  runCli([...argumentsOf(command, giveaway), ...args]);

describe('giveaways draw', () => {
  it('refuses a round that is not due, and says when it is', async () => {
    const open = await settle('draw', drawn);
    expect(open.stderr).toMatch(/^NOT_DUE: The round is still open; it closes: 20\d\d-.*Z\.$/m);
    await passTo(chain, closes + 10);
    const unsigned = await settle('draw', drawn);
    expect(unsigned.stderr).toMatch(/^NOT_DUE: The beacon signs the round that decides at 20\d\d-.*Z\.$/m);
    expect([open.code, unsigned.code]).toEqual([1, 1]);
    await passTo(chain, closes + 70);
  });

  it('says what it would cost, and sends nothing', async () => {
    const { stdout, code } = await settle('draw', drawn);
    expect(stdout).toMatch(/^cost +at most 0\.\d+ coins of chain 31337, for about \d+ gas$/m);
    expect(stdout).toMatch(/^Nothing was sent: add --send\.$/m);
    expect(code).toBe(0);
    expect((await chain.contract.getFunction('roundOf')(drawn, 0)).winner).toBe(0n);
  });

  it('draws with any wallet, and says who has won and what it cost', async () => {
    const { stdout, stderr, code } = await runAlone([...argumentsOf('draw', drawn), '--send']);
    expect(stderr).toMatch(/^cost +at most /m);
    expect(stdout).toMatch(/^Passport 1 has won the round\.$/m);
    expect(stdout).toMatch(/^transaction +0x[0-9a-f]{64}$/m);
    expect(code).toBe(0);
    expect((await chain.contract.getFunction('roundOf')(drawn, 0)).winner).toBe(1n);
    const again = await settle('draw', drawn, '--send');
    expect(again.stderr).toMatch(/^SETTLED: Passport 1 has won this round already\.$/m);
    expect(again.code).toBe(1);
  });

  it('draws for a provider whose signers have no money left, by a wallet that is no signer', async () => {
    const stranger = Wallet.createRandom();
    const owner: string = await chain.contract.getFunction('owner')();
    const own = [owner, chain.signers[0]?.address];
    const setBalance = (address: string | undefined, coins: number) =>
      chain.rpc.call('anvil_setBalance', [address, `0x${(BigInt(coins) * 10n ** 18n).toString(16)}`]);
    for (const address of own) await setBalance(address, 0);
    await setBalance(stranger.address, 1);
    const file = join(folder, 'stranger');
    await writeFile(file, stranger.privateKey);
    const { stdout, code } = await settle('draw', drained, '--key-file', file, '--send');
    for (const address of own) await setBalance(address, 1_000);
    expect(stdout).toMatch(/^Passport 1 has won the round\.$/m);
    expect(code).toBe(0);
    expect(await chain.contract.getFunction('isSigner')(chain.providerKey, stranger.address)).toBe(false);
  });

  it('draws all places of a round, and goes on with a draw that somebody else began', async () => {
    const beaconRound = await chain.contract.getFunction('beaconRoundOf')(several, 0);
    const signature = signRound(SECRET, beaconRound);
    await (await chain.contract.getFunction('drawPlaces')(several, 0, `0x${signature}`, 2)).wait();
    const begun = await chain.contract.getFunction('roundOf')(several, 0);
    expect([begun.decided, begun.isDrawing]).toEqual([2n, true]);
    const { stdout, code } = await settle('draw', several, '--send');
    expect(stdout).toMatch(/^Passport [1-5] has won the round\.$/m);
    expect(stdout).toMatch(/^places +4 of 4 have a winner$/m);
    expect(code).toBe(0);
    const again = await settle('draw', several, '--send');
    expect(again.stderr).toMatch(/^SETTLED: Passport [1-5] has won this round already\.$/m);
  });

  it.each<[string, RegExp, () => Promise<{ readonly stderr: string; readonly code: number | null }>]>([
    ['a round without entries', /^NO_ENTRIES: /m, () => settle('draw', empty)],
    ['a giveaway that is not there', /^NODE_FAILED: /m, () => settle('draw', id('none'))],
    [
      'a text that is no key',
      /^INVALID_KEY: (?!.*secret)/m,
      async () => {
        const file = join(folder, 'wrong');
        await writeFile(file, 'secret');
        return settle('draw', silent, '--key-file', file);
      },
    ],
    [
      'a wallet without money',
      /^INSUFFICIENT_FUNDS: The wallet 0x\w{40} has 0 coins, and the transaction can cost 0\.\d+\.$/m,
      async () => {
        const file = join(folder, 'poor');
        await writeFile(file, '5'.repeat(64));
        return settle('draw', silent, '--key-file', file, '--send');
      },
    ],
  ])('refuses %s', async (_case, message, run) => {
    const { stderr, code } = await run();
    expect(stderr).toMatch(message);
    expect(code).not.toBe(0);
  });
});

describe('giveaways void', () => {
  it('marks a round void only after the beacon was silent for 30 days', async () => {
    const early = await settle('void', silent, '--send');
    expect(early.stderr).toMatch(
      /^NOT_DUE: The round can be marked void from 20\d\d-.*Z on; draw it instead\.$/m,
    );
    expect(early.code).toBe(1);
    await passTo(chain, closes + 31 * DAY);
    const { stdout, code } = await settle('void', silent, '--send');
    expect(stdout).toMatch(/^The round is void\.$/m);
    expect(code).toBe(0);
    const again = await settle('void', silent, '--send');
    expect(again.stderr).toMatch(/^SETTLED: The round is void already\.$/m);
  });
});
