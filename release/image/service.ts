import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { Client } from 'pg';
import sharp from 'sharp';
import { run } from '../run.ts';
import { runContained, startContained, type Contained } from './container.ts';

type Variables = Readonly<Record<string, string>>;

const READY_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 10_000;
/** After the start a process still frees memory. */
const IDLE_AFTER_MS = 10_000;

/**
 * Tries the service of an image on a PostgreSQL server, with the node of another gateway. Returns what is wrong, as sentences. Prints
 * what a start takes.
 */
export async function checkService(root: string, serverUrl: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'image-service-'));
  const server = new Client(serverUrl);
  const name = `image_check_${randomBytes(6).toString('hex')}`;
  await server.connect();
  await server.query(`create database ${name}`);
  const stopChain: (() => Promise<unknown>)[] = [];
  try {
    const databaseUrl = new URL(serverUrl);
    databaseUrl.pathname = `/${name}`;
    const { variables: chain, stop } = await startChain(join(folder, 'chain'));
    stopChain.push(stop);
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    run('.', process.execPath, 'deploy/create-secrets.ts', join(folder, 'secrets'), url);
    const secrets = parseEnv(readFileSync(join(folder, 'secrets/gateway.env'), 'utf8')) as Variables;
    const token = readFileSync(join(folder, 'secrets/operator-token'), 'utf8').trim();
    const own = { PORT: String(port), METRICS_PORT: String(await findFreePort()) };
    const variables = { ...secrets, ...chain, ...own, DATABASE_URL: databaseUrl.href };
    return [
      ...(await checkRefusals(root, variables)),
      ...(await checkRunning(root, variables, { url, token })),
    ];
  } finally {
    for (const stop of stopChain) await stop();
    await server.query(`drop database ${name} with (force)`);
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A gateway of this folder with an embedded chain, whose node and beacon the image uses. */
async function startChain(folder: string) {
  const port = await findFreePort();
  const variables = { PORT: String(port), DATA_DIR: folder, METRICS_PORT: String(await findFreePort()) };
  const child = spawn(process.execPath, ['dist/src/main.js'], {
    env: { PATH: process.env['PATH'], ...variables },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  };
  if (!(await becomes(async () => (await statusOf(`${url}/readyz`)) === 200))) {
    await stop();
    throw new Error('The gateway with an embedded chain does not start: run npm run build.');
  }
  const read = (file: string) => JSON.parse(readFileSync(join(folder, 'chain', file), 'utf8'));
  const { hub, passport, beacon, blockNumber } = read('addresses.json');
  return {
    stop,
    variables: {
      RPC_URL: read('anvil.json').url as string,
      CHAIN_HUB: hub as string,
      CHAIN_PASSPORT: passport as string,
      CHAIN_BEACON: beacon as string,
      CHAIN_START_BLOCK: String(blockNumber),
      CHAIN_BEACON_MARGIN: '60',
      BEACON_URLS: `${url}/beacon`,
    },
  };
}

/** What must not work does not, and says why. */
async function checkRefusals(root: string, variables: Variables): Promise<string[]> {
  const { DATABASE_URL: _url, ...withoutDatabase } = variables;
  const { RPC_URL: _rpc, ...withoutNode } = variables;
  const start = ['node', 'dist/src/main.js'];
  const cases: readonly (readonly [
    what: string,
    given: Variables,
    command: readonly string[],
    said: RegExp,
  ])[] = [
    ['a start without PostgreSQL', withoutDatabase, start, /DATABASE_URL.*@electric-sql\/pglite@\d/],
    [
      'a start with an embedded chain',
      { ...withoutNode, CHAIN: 'on' },
      start,
      /RPC_URL.*@foundry-rs\/anvil@\d/,
    ],
    ['a change of the program', {}, ['touch', 'package.json'], /Read-only file system|Permission denied/],
    ['a file outside of the volume', {}, ['touch', '/tmp/file'], /Read-only file system/],
    ['a check of the health of nothing', { PORT: variables['PORT'] ?? '' }, ['healthcheck'], /refused/],
  ];
  const failures: string[] = [];
  for (const [what, given, command, said] of cases) {
    const { code, output } = await runContained(root, given, ...command);
    if (code === 0 || !said.test(output)) failures.push(`${what} ended with ${code}: ${output.trim()}`);
  }
  return failures;
}

interface Place {
  readonly url: string;
  readonly token: string;
}

async function checkRunning(root: string, variables: Variables, place: Place): Promise<string[]> {
  const failures: string[] = [];
  const expectSuccess = async (...command: readonly string[]) => {
    const { code, output } = await runContained(root, variables, ...command);
    if (code !== 0) failures.push(`${command.join(' ')} ended with ${code}: ${output.trim()}`);
    return output;
  };
  const rights = await expectSuccess('grep', '-E', '^(Cap|NoNewPrivs|Uid)', '/proc/self/status');
  if (!/CapEff:\s0+\n/.test(rights) || !/CapBnd:\s0+\n/.test(rights))
    failures.push(`It has rights: ${rights}`);
  await expectSuccess('node', '--input-type=module', '--eval', "await import('@resvg/resvg-js')");
  await expectSuccess('giveaways', '--version');
  await expectSuccess('giveaways', 'migrate', 'up');

  const service = startContained(
    root,
    variables,
    'node',
    '--import',
    './dist/src/source-maps.js',
    'dist/src/main.js',
  );
  try {
    if (!(await becomes(async () => (await statusOf(`${place.url}/readyz`)) === 200)))
      return [...failures, `It is not ready: ${service.output()}`];
    await reportCost(service);
    await expectSuccess('healthcheck');
    failures.push(...(await checkResponses(place)));
  } finally {
    const stopped = await stop(service);
    if (stopped !== 0) failures.push(`It ended with ${stopped}: ${service.output().slice(-2_000)}`);
  }
  return failures;
}

async function checkResponses({ url, token }: Place): Promise<string[]> {
  const failures: string[] = [];
  const graphql = async (query: string) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
    });
    return (await response.json()) as { readonly data?: Record<string, never> };
  };
  const key = await graphql(
    'mutation { createApiKey(input: { scopes: ["giveaways:publish"], account: "image@example.com" }) { secret } }',
  );
  const { secret } = (key.data?.['createApiKey'] ?? {}) as { readonly secret?: string };
  const published = await fetch(`${url}/api/v1/giveaways`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({
      sourceExternalId: 'image',
      title: 'Published by an image',
      description: 'One.',
      landingUrl: 'https://example.com/image',
    }),
  });
  if (published.status !== 200) failures.push(`Publishing was answered with ${published.status}.`);
  const image = sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } }).jpeg();
  // The image is decoded in a process of its own, by a native library.
  const uploaded = await fetch(`${url}/api/pictures`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${secret}` },
    body: new Uint8Array(await image.toBuffer()),
  });
  if (uploaded.status !== 200)
    failures.push(`An image was answered with ${uploaded.status}: ${await uploaded.text()}`);
  const status = await graphql('{ status { parts { part state } } }');
  const { parts = [] } = (status.data?.['status'] ?? {}) as {
    readonly parts?: { part: string; state: string }[];
  };
  for (const name of ['DATABASE', 'NODE', 'KEYS']) {
    const state = parts.find(({ part }) => part === name)?.state;
    if (state !== 'OK') failures.push(`The status has ${name} ${state}.`);
  }
  for (const path of [
    '/',
    '/developers/rest',
    '/docs',
    '/graphql',
    '/feed.json',
    '/downloads/giveaways.mjs',
  ]) {
    // A busy machine makes the gateway refuse reads for a moment.
    if (!(await becomes(async () => (await statusOf(url + path)) === 200)))
      failures.push(`GET ${path} was answered with ${await statusOf(url + path)}.`);
  }
  return failures;
}

/** Prints what the start took, and the memory of the idle service. */
async function reportCost(service: Contained): Promise<void> {
  const pid = service.pid();
  // Its fields are in proc(5); the second one is a name in parentheses.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const [user, system] = fields.slice(11, 13);
  const seconds = (Number(user) + Number(system)) / Number(run('.', 'getconf', 'CLK_TCK'));
  await after(IDLE_AFTER_MS);
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  process.stdout.write(
    `A start takes ${seconds.toFixed(1)} s of processor time; idle it has ${Math.round(kilobytes / 1_024)} MB.\n`,
  );
}

/** Stops it as an orchestrator does; returns its exit code. */
async function stop(service: Contained): Promise<number | null> {
  const { child, ended } = service;
  if (child.exitCode !== null) return child.exitCode;
  process.kill(service.pid(), 'SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
  const code = await ended;
  clearTimeout(late);
  return code;
}

async function becomes(isTrue: () => Promise<boolean>): Promise<boolean> {
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await after(200))
    if (await isTrue()) return true;
  return false;
}

function statusOf(url: string): Promise<number | undefined> {
  return fetch(url, { headers: { accept: 'text/html, */*' } }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => undefined,
  );
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
