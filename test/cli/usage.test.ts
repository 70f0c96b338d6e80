import { describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { batches } from '../../src/cli/publisher/legacy-listings.ts';
import { findToken } from '../../src/cli/access/token.ts';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';
import { runAlone, runCli, type CommandResult } from './run-cli.ts';
import { startHttpServer } from '../support/http/http-server.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

describe('the command line', () => {
  it.each([
    ['an unknown command', ['keys', 'make']],
    ['an unknown option', ['feed', '--colour']],
    ['a missing option', ['keys', 'create']],
    ['a missing argument', ['listings', 'verify']],
    ['a count that is no number', ['feed', '--first', 'many']],
    ['an order that does not exist', ['feed', '--order', 'random']],
    ['an address that is no URL', ['feed', '--url', 'gateway']],
    ['a publisher that no header can carry', ['listings', 'list', '--publisher', 'pub_1\nx']],
  ])('exits with 2 for %s, in text and in JSON', async (_case, args) => {
    const [text, json] = await Promise.all([runCli(args), runCli([...args, '--json'])]);

    expect({ code: text.code, stdout: text.stdout }).toEqual({ code: 2, stdout: '' });
    expect(text.stderr).toMatch(/^WRONG_USAGE: .+\nAdd --help/);
    expect({ code: json.code, stdout: json.stdout }).toEqual({ code: 2, stdout: '' });
    expect(json.json.error).toMatchObject({ code: 'WRONG_USAGE', message: expect.any(String) });
  });

  it.each([
    [0, ['--version']],
    [1, ['feed', '--url', 'http://127.0.0.1:9', '--json']],
    [2, ['keys', 'make']],
  ])('ends by itself with exit code %i: %j', async (code, args) => {
    const { stdout, stderr } = await runCli(args);

    expect(await runAlone(args)).toMatchObject({ code, stdout, stderr });
  });

  it('ends without a word when its reader has closed the pipe', async () => {
    const child = spawn(process.execPath, [MAIN, 'keys', '--help'], { env: CHILD_ENVIRONMENT });
    child.stdout.destroy();
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([said, code]).toEqual(['', 0]);
  });

  it('refuses a credential that no header can carry, instead of blaming the network', async () => {
    const { code, json } = await runCli(['whoami', '--json', '--token', 'ggw_live_…']);

    expect(code).toBe(1);
    expect(json.error.message).toMatch(/--token or GIVEAWAYS_TOKEN has a character that no credential has/);
  });

  it('completes commands, options and their values in a shell', async () => {
    const [commands, options, orders, script, other] = await Promise.all([
      runCli(['complete', '--', 'keys', 'r']),
      runCli(['complete', '--', 'keys', 'create', '--sc']),
      runCli(['complete', '--', '']),
      runCli(['completion', 'bash']),
      runCli(['completion', 'tcsh', '--json']),
    ]);
    expect(commands.stdout.split('\n').map((line) => line.split('\t')[0])).toEqual([
      'rotate',
      'revoke',
      expect.stringMatching(/^:\d+$/),
      '',
    ]);
    expect(options.stdout).toMatch(/^--scopes\t/);
    expect(orders.stdout).toMatch(/^verify-draw\t/m);
    expect(spawnSync('bash', ['-n'], { input: script.stdout })).toMatchObject({ status: 0 });
    expect(script.stdout).toContain('giveaways complete --');
    expect(other).toMatchObject({ code: 2, json: { error: { code: 'WRONG_USAGE' } } });
  });

  it('prints its version', async () => {
    const { code, stdout } = await runCli(['--version']);

    expect({ code, stdout }).toEqual({ code: 0, stdout: `${manifest.version}\n` });
  });

  it('prints help for every level, and exits with 0', async () => {
    const responses = await Promise.all([
      runCli(['--help']),
      runCli(['keys', '--help']),
      runCli(['help', 'feed']),
    ]);

    expect(responses.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(responses.map(({ stdout }) => stdout.split('\n')[0])).toEqual([
      'Usage: giveaways [options] [command]',
      'Usage: giveaways keys [options] [command]',
      'Usage: giveaways feed [options]',
    ]);
  });

  it('names a gateway that cannot be reached, and says what to do', async () => {
    const { code, stdout, json } = await runCli(['feed', '--json', '--url', 'http://127.0.0.1:9']);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(json.error).toMatchObject({ code: 'UNREACHABLE', url: 'http://127.0.0.1:9', retryable: true });
    expect(json.error.message).toMatch(/http:\/\/127\.0\.0\.1:9 .*--url/);
  });

  it.each<[string, RequestListener]>([
    ['a web page', (_request, response) => response.end('<h1>Hello</h1>')],
    ['other JSON', (_request, response) => response.end('{"hello":1}')],
    [
      'a redirect',
      (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    ],
  ])('%s in the place of a gateway is recognised', async (_case, listener) => {
    const { code, json } = await runAgainst(listener);

    expect({ code, error: json.error.code }).toEqual({ code: 1, error: 'NOT_A_GATEWAY' });
    expect(json.error.message).toContain('--url');
  });

  it('names a gateway of another release, which lacks what the command asks for', async () => {
    const refusal = {
      message: 'Cannot query field "diagnosis" on type "Query".',
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED', retryable: false, recommendedAction: 'Correct it.' },
    };
    const { code, json } = await runAgainst((_request, response) => {
      response.writeHead(400).end(JSON.stringify({ errors: [refusal] }));
    });

    expect({ code, error: json.error.code }).toEqual({ code: 1, error: 'OTHER_RELEASE' });
    expect(json.error.message).toContain(`this command (${manifest.version}), most likely of an earlier one`);
    expect(json.error.message).toContain('"diagnosis"');
    expect(json.error.recommendedAction).toMatch(/^Upgrade the gateway/);
  });

  it('reports the time to wait', async () => {
    const { json } = await runAgainst((_request, response) => {
      response.writeHead(429, { 'retry-after': '7' });
      response.end(
        JSON.stringify({ errors: [{ message: 'Too many.', extensions: { code: 'RATE_LIMITED' } }] }),
      );
    });

    expect(json.error).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 7 });
  });
});

describe('the credential', () => {
  it('is the given one, or else the operator token of this machine, which is sent to no other machine', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'cli-'));
    await writeFile(join(dataDir, 'operator-token'), 'gop_secret\n');
    const find = (url: string, token?: string) =>
      findToken({ url, dataDir, ...(token && { token }) })?.secret;

    expect(find('http://localhost:4000')).toBe('gop_secret');
    expect(find('http://127.0.0.1:4000')).toBe('gop_secret');
    expect(find('http://[::1]:4000')).toBe('gop_secret');
    expect(find('http://localhost:4000', 'given')).toBe('given');
    expect(find('https://giveaways.example.com')).toBeUndefined();
    expect(find('http://localhost.example.com')).toBeUndefined();
    expect(find('http://127.0.0.1.example.com')).toBeUndefined();
    await rm(dataDir, { recursive: true });
    expect(find('http://localhost:4000')).toBeUndefined();
  });
});

describe('an import in batches', () => {
  it('keeps the order, and limits each batch to 100 entries and 900,000 bytes', () => {
    const items = Array.from({ length: 1_000 }, (_, index) => ({
      index,
      text: 'é'.repeat((index * 37) % 6_000),
    }));

    const cut = batches(items);

    expect(cut.flat()).toEqual(items);
    expect(Math.max(...cut.map(({ length }) => length))).toBeLessThanOrEqual(100);
    expect(Math.max(...cut.map((batch) => Buffer.byteLength(JSON.stringify(batch))))).toBeLessThanOrEqual(
      900_001,
    );
  });
});

async function runAgainst(listener: RequestListener): Promise<CommandResult> {
  const server = await startHttpServer(listener);
  try {
    return await runCli(['feed', '--json', '--url', server.url]);
  } finally {
    await server.stop();
  }
}
