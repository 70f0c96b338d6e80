import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCli } from '../cli/run-cli.ts';
import { verify } from '../cli/draws/run-verify-draw.ts';
import { carriedOver, chain, OWN_BEACON, useDrawnChain } from '../support/chain/drawn-chain.ts';
import { queryChain } from './lying-proxy.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

useDrawnChain({ former: true });

const folder = temporaryDirectory('former');
let blockHash: string;
beforeAll(async () => {
  blockHash = (await queryChain('eth_getBlockByNumber', ['finalized', false])).hash;
});

/** The only step that differs, and the verdict. */
const UNBOUND = {
  code: 4,
  stdout: expect.stringMatching(/^NOT BOUND TO ITS BIRTH: /m),
};
const differing = (stdout: string) => [...stdout.matchAll(/^DIFFERS +(.+?) {2}/gm)].map(([, name]) => name);

describe('a draw in a hub of the version before modules', () => {
  it('is verified but for the birth of the hub', async () => {
    const result = await verify(['--giveaway', carriedOver, '--round', '1', '--block-hash', blockHash]);
    expect(result).toMatchObject(UNBOUND);
    expect(result.stdout).toMatch(/^ok .*hub code +.*the built code$/im);
    expect(result.stdout).not.toMatch(/draws code|prizes code/);
    expect(differing(result.stdout)).toEqual(['birth']);
  });

  it('is proved in the slots that its hub has, also from a file', async () => {
    const file = join(folder, 'proof.json');
    const question = ['--giveaway', carriedOver, '--round', '1', '--prove', '--save', file];
    const proved = await verify([...question, '--block-hash', blockHash]);
    expect(proved).toMatchObject(UNBOUND);
    expect(differing(proved.stdout)).toEqual(['birth']);
    const document = JSON.parse(await readFile(file, 'utf8'));
    expect(Object.keys(document.code)).toEqual(['hub', 'beacon', 'passport']);
    const sources = ['--rpc', chain.url, '--block-hash', blockHash];
    const read = await runCli(['verify-draw', '--proof', file, ...sources, ...OWN_BEACON]);
    expect(read).toMatchObject(UNBOUND);
    expect(differing(read.stdout)).toEqual(['birth']);
  });
});
