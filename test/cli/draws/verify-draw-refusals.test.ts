import { describe, expect, it } from '@jest/globals';
import { id, ZeroAddress } from 'ethers';
import { runCli } from '../run-cli.ts';
import { carriedOver, declaredWinners, useDrawnChain } from '../../support/chain/drawn-chain.ts';
import { verify, verifyAlone } from './run-verify-draw.ts';

useDrawnChain();

describe('the response for what cannot be verified', () => {
  it.each<[string, () => readonly string[], RegExp]>([
    ['a round without a draw', () => ['--giveaway', carriedOver, '--round', '2'], /NOT_DRAWN/],
    ['a giveaway whose winners are declared', () => ['--giveaway', declaredWinners], /NOT_DRAWN/],
    ['a giveaway that the hub does not know', () => ['--giveaway', id('none')], /NOT_FOUND/],
  ])('is %s', async (_case, args, message) => {
    const { code, stderr } = await verify(args());
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
  });

  it('names a chain that cannot be reached', async () => {
    const { code, stderr } = await verifyAlone(['--giveaway', carriedOver], 'http://127.0.0.1:1');
    expect(stderr).toMatch(/UNREACHABLE/);
    expect(code).toBe(3);
  });

  it.each([
    [['verify-draw', '--rpc', 'x', '--hub', ZeroAddress, '--giveaway', id('a')]],
    [['verify-draw', '--rpc', 'http://127.0.0.1:1', '--hub', ZeroAddress, '--giveaway', '12']],
    [['verify-draw', '--hub', ZeroAddress, '--giveaway', id('a')]],
    [['verify-draw', '--rpc', 'http://127.0.0.1:1', '--hub', ZeroAddress]],
  ])('is exit code 2 for wrong usage: %j', async (args) => {
    expect((await runCli(args)).code).toBe(2);
  });
});
