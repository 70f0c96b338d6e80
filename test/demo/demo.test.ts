import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { placeEmbeddedDatabase } from '../support/database/embedded-database.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { startServer, type Server } from '../support/gateway/server.ts';
import { ensureBuilt } from '../support/built.ts';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';

const VERIFIED =
  /^VERIFIED: passport \d+ won round [12] \(index [01]\) of the hub 0x\w+ on chain 31337, settled in block \d+; proved in the state of block \d+/gm;
/** What the demo tells when it begins to wait for the close of a round and for the beacon. */
const WAITS = /\d+ seconds: its round is open/;
const VERIFIED_HERE =
  /^VERIFIED: passport \d+ won round 1 \(index 0\) of the hub 0x\w+ on chain 31337, settled in block \d+; as reported by 1 node/gm;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs the demo against a gateway whose DATA_DIR is `directory`. */
async function play(url: string, directory: string, ...acts: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'demo/demo.ts', ...acts], {
    cwd: ROOT,
    env: { ...CHILD_ENVIRONMENT, GIVEAWAYS_URL: url, METRICS_URL: server.metricsUrl, DATA_DIR: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let told = '';
  let blocks: NodeJS.Timeout | undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString();
    if (!WAITS.test(told)) return;
    told = '';
    void passTime(directory);
    // A gateway's chain mines its own blocks, which this one does not: others must follow until the draw is final.
    blocks ??= setInterval(() => void sendRequest(directory, { evm_mine: [] }), 1_000);
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  clearInterval(blocks);
  return { code, output: stdout + stderr };
}

/** Sets the clock of the embedded chain forward, while the demo waits for it. */
function passTime(directory: string): Promise<void> {
  return sendRequest(directory, { evm_increaseTime: [120], evm_mine: [] });
}

async function sendRequest(
  directory: string,
  calls: Readonly<Record<string, readonly unknown[]>>,
): Promise<void> {
  const { url } = JSON.parse(await readFile(join(directory, 'chain', 'anvil.json'), 'utf8')) as {
    url: string;
  };
  for (const [method, params] of Object.entries(calls))
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
}

/** The commands of the README's section, as a shell runs them beside this gateway. */
async function runCommandsOf(section: string, url: string): Promise<string> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const text = readme.split(/^## /m).find((each) => each.startsWith(section)) ?? '';
  const commands = [...text.matchAll(/```sh\n(.*?)```/gs)]
    .map(([, command]) => command)
    .filter((command) => !/Idempotency-Key|sha256sum/.test(command ?? ''));
  expect(commands).toHaveLength(2);
  const script = commands.join('\n').replaceAll('http://localhost:4000', url);
  const env = { ...CHILD_ENVIRONMENT, DATA_DIR: directory };
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', script], { cwd: ROOT, env });
  return stdout;
}

let directory: string;
let server: Server;
beforeAll(async () => {
  ensureBuilt('client');
  // The commands of the README run what the package names as its command.
  ensureBuilt('server');
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
    expect(all.output.match(VERIFIED)).toHaveLength(5);
    expect(all.output).toMatch(/after: owner@example\.com, SHARED/);
    expect(all.output).toMatch(/Everything did what it should\.\n$/);
    expect(all.code).toBe(0);

    const again = await play(server.url, directory, 'giveaway');
    expect(again.output).not.toMatch(/listings in pages/);
    expect(again.output).toMatch(/signs for it already/);
    expect(again.output.match(VERIFIED)).toHaveLength(2);
    expect(again.code).toBe(0);
  });

  it('leaves a drawn giveaway and an open round on the site, which the commands of the README show', async () => {
    const site = await play(server.url, directory, 'site');
    expect(site.code).toBe(0);
    const [drawn, open] = ['is drawn', 'has an open round'].map(
      (state) => new RegExp(`(gwy_\\w+)  ${state}`).exec(site.output)?.[1] ?? '',
    );
    const page = await (await fetch(`${server.url}/giveaways`)).text();
    expect(page).toContain(`/giveaways/${drawn}"`);
    expect(page).toContain(`/giveaways/${open}"`);

    const shown = await runCommandsOf('Giveaways on a chain', server.url);
    expect(shown).toContain(`"id":"${drawn}"`);
    expect(shown).toMatch(/"state":"DECIDED".*"winner":\{"passportId":\d+/);
    expect(shown.match(VERIFIED_HERE)).toHaveLength(1);
  });

  it('names its acts when one is unknown', async () => {
    const { code, output } = await play(server.url, directory, 'encore');
    expect(output).toMatch(/There is no act “encore”: listings, giveaway, provider, site\./);
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
