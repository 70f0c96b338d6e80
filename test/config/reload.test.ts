import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeEmbeddedDatabase } from '../support/database/embedded-database.ts';
import { eventually } from '../support/eventually.ts';
import { findFreePort, spawnServer } from '../support/gateway/process.ts';
import { startServer, type Server } from '../support/gateway/server.ts';
import type { Json } from '../support/http/http.ts';

const SHOP = 'https://shop.example.com';
const SECRET = 'gop_not_to_be_logged';

let directory: string;
let server: Server;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gateway-'));
  await placeEmbeddedDatabase(join(directory, 'db'));
  await write('LOG_LEVEL=info', 'RATE_LIMIT=4000');
  server = await startServer(directory, { ENV_FILE: settingsFile() });
});
afterAll(async () => {
  await server.end('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

const settingsFile = () => join(directory, 'settings.env');
const write = (...lines: readonly string[]) => writeFile(settingsFile(), `${lines.join('\n')}\n`);

/** Writes the file, sends the signal, and waits for this line of the log. */
async function reload(lines: readonly string[], logged: RegExp): Promise<string> {
  await write(...lines);
  const before = server.output().length;
  server.child.kill('SIGHUP');
  const output = await eventually(
    async () => server.output().slice(before),
    (written) => logged.test(written),
  );
  expect(output).toMatch(logged);
  return output;
}
const READ = /"the settings were read again"/;
const REFUSED = /"the settings were not read again: /;

const limit = async () => (await fetch(`${server.url}/api/v1/giveaways`)).headers.get('ratelimit-policy');
async function trustsShop(): Promise<boolean> {
  const { headers } = await fetch(`${server.url}/api/v1/giveaways`, {
    method: 'OPTIONS',
    headers: { origin: SHOP, 'access-control-request-method': 'POST' },
  });
  return headers.get('access-control-allow-origin') === SHOP;
}
/** The state of the settings in the status, which is cached for a moment. */
async function becomes(state: string, reason: string | null): Promise<void> {
  const read = async () => {
    const { body } = await server.graphql('{ status { parts { part state reason } } }');
    return body.data.status.parts.find(({ part }: Json) => part === 'SETTINGS');
  };
  const expected = { part: 'SETTINGS', state, reason };
  expect(await eventually(read, (found) => found.state === state && found.reason === reason)).toEqual(
    expected,
  );
}

describe('SIGHUP', () => {
  it('takes over limits and CORS from the file, whose lines win', async () => {
    expect([await limit(), await trustsShop()]).toEqual(['"default";q=4000;w=60', false]);
    await reload(['RATE_LIMIT=5000', `CORS_ORIGINS=${SHOP}`], READ);
    expect([await limit(), await trustsShop()]).toEqual(['"default";q=5000;w=60', true]);
    await becomes('OK', null);
    await reload(['RATE_LIMIT=off'], READ);
    expect([await limit(), await trustsShop()]).toEqual([null, false]);
  });

  it('is taken while the service starts, and reads the file when it has started', async () => {
    const folder = join(directory, 'starting');
    const ports = { PORT: String(await findFreePort()), METRICS_PORT: String(await findFreePort()) };
    const starting = spawnServer({ ...ports, DATA_DIR: folder, ENV_FILE: settingsFile() });
    const read = async () => starting.output();
    await eventually(read, (output) => /done, 1 of \d+ migrations/.test(output), 60_000);
    expect(starting.output()).not.toMatch(/"ready"/);
    starting.child.kill('SIGHUP');
    expect(await eventually(read, (output) => READ.test(output), 60_000)).toMatch(READ);
    await starting.end('SIGKILL');
  }, 180_000);

  it('takes over the level of the log, for requests too', async () => {
    const sendRequest = (id: string) =>
      fetch(`${server.url}/openapi.json`, { headers: { 'x-request-id': id } });
    await write('LOG_LEVEL=error', 'RATE_LIMIT=4321');
    server.child.kill('SIGHUP');
    // The level is taken over with the limit.
    await eventually(limit, (policy) => policy?.includes('4321') === true);
    await sendRequest('quiet-request');
    await reload(['LOG_LEVEL=info'], READ);
    await sendRequest('loud-again');
    await eventually(
      async () => server.output(),
      (output) => output.includes('loud-again'),
    );
    expect(server.output()).toContain('loud-again');
    expect(server.output()).not.toContain('quiet-request');
  });

  it.each([
    ['a wrong value', ['RATE_LIMIT=none', `OPERATOR_TOKEN_HASH=${SECRET}`], /RATE_LIMIT must be off/],
    ['a misspelt name', ['RATELIMIT=7000', `CORS_ORIGINS=${SHOP}`], /use RATE_LIMIT/],
  ])('keeps the former settings for %s, and says so', async (_what, lines, reason) => {
    await reload(['RATE_LIMIT=5000'], READ);
    const output = await reload(lines, REFUSED);
    expect(output).toMatch(reason);
    expect(server.output()).not.toContain(SECRET);
    expect([await limit(), await trustsShop()]).toEqual(['"default";q=5000;w=60', false]);
    await becomes('LATE', 'SETTINGS_REFUSED');
  });

  it('keeps the former settings when there is no file', async () => {
    await rm(settingsFile());
    server.child.kill('SIGHUP');
    await eventually(
      async () => server.output(),
      (output) => output.includes('ENV_FILE cannot be read: ENOENT.'),
    );
    expect(server.output()).toContain('ENV_FILE cannot be read: ENOENT.');
    expect(await limit()).toBe('"default";q=5000;w=60');
  });

  it('names changed settings that need a restart, and unknown lines, and takes over the others', async () => {
    const lines = ['RATE_LIMIT=6000', 'MAIL_FROM=other@example.com', 'ELSEWHERE=1'];
    const output = await reload(lines, /"settings":\["MAIL_FROM"\].*need a restart/);
    expect(output).toContain('ELSEWHERE of ENV_FILE is not a setting');
    expect(output).not.toContain('other@example.com');
    expect(await limit()).toBe('"default";q=6000;w=60');
    await becomes('LATE', 'RESTART_NEEDED');
    await reload(['RATE_LIMIT=6000'], READ);
    await becomes('OK', null);
  });
});
