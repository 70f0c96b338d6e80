import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { placeEmbeddedDatabase } from '../support/database/embedded-database.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { startServer, type Server } from '../support/gateway/server.ts';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';

const VERIFIED =
  /^VERIFIED: passport \d+ won round [01], settled in block \d+; proved in the state of block \d+/gm;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs the demo against a gateway whose DATA_DIR is `directory`. */
async function play(url: string, directory: string, ...acts: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'demo/demo.ts', ...acts], {
    cwd: ROOT,
    env: { ...CHILD_ENVIRONMENT, GIVEAWAYS_URL: url, DATA_DIR: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, output: stdout + stderr };
}

let directory: string;
let server: Server;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'demo-'));
  await placeEmbeddedDatabase(join(directory, 'db'));
  server = await startServer(directory, { CHAIN: 'on', CHAIN_BLOCK_TIME: '0' });
});
afterAll(async () => {
  await server?.end('SIGINT');
  await rm(directory, { recursive: true, force: true });
});

describe('the demo', () => {
  it('plays all acts, and the second one again', async () => {
    const all = await play(server.url, directory);
    expect(all.output).toMatch(/listings in pages of 20/);
    expect(all.output.match(VERIFIED)).toHaveLength(4);
    expect(all.output).toMatch(/after: owner@example\.com, SHARED/);
    expect(all.output).toMatch(/Everything did what it should\.\n$/);
    expect(all.code).toBe(0);

    const again = await play(server.url, directory, 'giveaway');
    expect(again.output).not.toMatch(/listings in pages/);
    expect(again.output).toMatch(/signs for it already/);
    expect(again.output.match(VERIFIED)).toHaveLength(2);
    expect(again.code).toBe(0);
  });

  it('names its acts when one is unknown', async () => {
    const { code, output } = await play(server.url, directory, 'encore');
    expect(output).toMatch(/There is no act “encore”: listings, giveaway, provider\./);
    expect(code).toBe(1);
  });

  it('explains what the second act needs when there is no embedded chain', async () => {
    const chainless = await startGateway({ CHAIN: 'off' });
    const { code, output } = await play(chainless.url, chainless.directory, 'giveaway');
    await chainless.stop();
    expect(output).toMatch(/runs without an embedded chain.*npm run demo -- listings/);
    expect(code).toBe(1);
  });
});
