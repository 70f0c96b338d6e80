import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCli } from '../cli/run-cli.ts';
import { verify as verifyOnChain } from '../cli/draws/run-verify-draw.ts';
import { carriedOver, chain, OWN_BEACON, useDrawnChain } from '../support/chain/drawn-chain.ts';
import { seedDraw, type SeededDraw } from './seeded-hub.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

useDrawnChain();

const folder = temporaryDirectory('seeded');
let seeded: SeededDraw;
beforeAll(async () => {
  seeded = await seedDraw(chain.beacon);
});

async function verify(document: object) {
  const file = join(folder, 'proof.json');
  await writeFile(file, JSON.stringify(document));
  const sources = ['--rpc', chain.url, '--block-hash', seeded.blockHash];
  return runCli(['verify-draw', '--proof', file, ...sources, ...OWN_BEACON]);
}

describe('a draw that the creation of its hub wrote into the storage', () => {
  it('is not verified although code, history and outcome are proved', async () => {
    const { stdout, code } = await verify(seeded.document);
    expect(stdout).not.toMatch(/^VERIFIED/m);
    expect(stdout).toMatch(/^NOT BOUND TO ITS BIRTH: /m);
    expect(stdout).toMatch(/^DIFFERS +birth +computed .*; found: the hub is not bound to its birth$/m);
    expect(code).toBe(4);
  });

  it('is not verified with birth and receipts of another hub', async () => {
    const file = join(folder, 'genuine.json');
    const genuine = ['--giveaway', carriedOver, '--prove', '--save', file, '--block-hash', seeded.blockHash];
    expect(await verifyOnChain(genuine)).toMatchObject({ code: 0 });
    const { birth, times, format } = JSON.parse(await readFile(file, 'utf8'));
    const { stdout, code } = await verify({ ...seeded.document, birth, times, format });
    expect(stdout).toMatch(/^NOT VERIFIED: birth, creation receipt, last change receipt, draw receipt\. /m);
    expect(code).toBe(1);
  });
});
