import { describe, expect, it } from '@jest/globals';
import { id, Interface, ZeroAddress } from 'ethers';
import { giveawaysArtifact } from '../../src/adapters/chain/hub/artifacts/giveaways.ts';
import type { Json } from '../support/http/http.ts';
import { runCli } from './run-cli.ts';
import { DAY, carriedOver, declaredWinners, verify, forward, serve, useDrawnChain } from './drawn-chain.ts';

useDrawnChain();

const HUB = new Interface(giveawaysArtifact.abi);

describe('a manipulated record', () => {
  /** Verifies through a node whose logs are changed. */
  async function verifyThrough(tamper: (logs: Json[]) => Json[], round = 1) {
    const node = await serve(async (_url, body) => {
      const { asked, answers, answer } = await forward(body);
      for (const [place, { method }] of asked.entries())
        if (method === 'eth_getLogs') answers[place].result = tamper(answers[place].result);
      return answer;
    });
    const ended = await verify(['--giveaway', carriedOver, '--round', String(round)], node.url);
    await node.stop();
    return ended;
  }
  const nameOf = ({ topics, data }: Json) => HUB.parseLog({ topics, data })?.name;
  /** Changes the arguments of one event in the logs. */
  const rewrite = (event: string, change: (values: Json[]) => void) => (logs: Json[]) =>
    logs.map((log) => {
      const parsed = HUB.parseLog(log);
      if (parsed?.name !== event) return log;
      const values: Json[] = [...parsed.args];
      change(values);
      return { ...log, ...HUB.encodeEventLog(event, values) };
    });

  it('is refused when a change of entries is missing', async () => {
    const { code, stdout } = await verifyThrough((logs) => {
      const missingLog = logs.findIndex((log) => nameOf(log) === 'EntriesChanged');
      return logs.filter((_, place) => place !== missingLog);
    });
    expect(stdout).toMatch(/NOT VERIFIED: .*entries.*total/);
    expect(code).toBe(1);
  });

  it.each<[string, string, number, Json]>([
    ['another winner', 'winner', 2, 9n],
    ['another signature', 'signature', 5, `0x${'ab'.repeat(48)}`],
    ['another randomness', 'randomness', 6, id('another')],
    ['another total', 'total', 7, 99],
    ['another ticket', 'ticket', 8, 999],
  ])('is refused when it names %s', async (_case, step, place, value) => {
    const { code, stdout } = await verifyThrough(rewrite('WinnerDrawn', (values) => (values[place] = value)));
    expect(stdout).toMatch(new RegExp(`DIFFERS +${step} `));
    expect(code).toBe(1);
  });

  it.each<[string, string, (options: Json[]) => void]>([
    ['of another provider', 'giveaway key', (values) => (values[1] = id('another'))],
    [
      'of another name',
      'giveaway key',
      (values) => (values[3] = { ...values[3].toObject(), externalId: 'b' }),
    ],
    [
      'that the close could outrun',
      'margin',
      (values) => (values[3] = { ...values[3].toObject(), beaconMargin: 29 }),
    ],
  ])('is refused when it is of a giveaway %s', async (_case, step, change) => {
    const { code, stdout } = await verifyThrough(rewrite('GiveawayCreated', change));
    expect(stdout).toMatch(new RegExp(`DIFFERS +${step} `));
    expect(code).toBe(1);
  });

  it('is refused when entries changed after the close', async () => {
    const { code, stdout } = await verifyThrough((logs) => {
      const last = logs.findLast((log) => nameOf(log) === 'EntriesChanged');
      const late = `0x${(Number(last?.blockTimestamp) + 2 * DAY).toString(16)}`;
      return logs.map((log) => (log === last ? { ...log, blockTimestamp: late } : log));
    });
    expect(stdout).toMatch(/entries of round 2 changed while it was not open/);
    expect(code).toBe(1);
  });
});

describe('the answer for what cannot be verified', () => {
  it.each<[string, () => readonly string[], RegExp]>([
    ['a round without a draw', () => ['--giveaway', carriedOver, '--round', '2'], /NOT_DRAWN/],
    ['a giveaway whose winners are declared', () => ['--giveaway', declaredWinners], /NOT_DRAWN/],
    ['a giveaway that the hub does not know', () => ['--giveaway', id('none')], /NOT_FOUND/],
    ['what is no giveaway', () => ['--giveaway', '12'], /neither the key of a giveaway/],
  ])('is %s', async (_case, args, message) => {
    const { code, stderr } = await verify(args());
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
  });

  it('names a chain that cannot be reached', async () => {
    const { code, stderr } = await verify(['--giveaway', carriedOver], 'http://127.0.0.1:1');
    expect(stderr).toMatch(/UNREACHABLE/);
    expect(code).toBe(1);
  });

  it.each([
    [['verify-draw', '--rpc', 'x', '--hub', ZeroAddress, '--giveaway', id('a')]],
    [['verify-draw', '--hub', ZeroAddress, '--giveaway', id('a')]],
    [['verify-draw', '--rpc', 'http://127.0.0.1:1', '--hub', ZeroAddress]],
  ])('is exit code 2 for wrong usage: %j', async (args) => {
    expect((await runCli(args)).code).toBe(2);
  });
});
