import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { describeWith } from '../support/describe-with.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { draft } from '../support/listings.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';
import { ensureBuilt } from '../support/built.ts';
import { areInstalled, CLIENTS, NOT_INSTALLED, runTool } from './tools.ts';
import { startHttpServer, type TestServer } from '../support/http/http-server.ts';

const MINUTES = 240_000;
const PACKED = 'generated/node_modules/@giveaway-gateway/client';
/** More than a page. */
const TITLES = Array.from({ length: 120 }, (_, index) => `Listing ${index}`);
const SECRETS = ['whsec_MTExMTExMTExMTExMTExMTExMTExMTEx', 'whsec_MjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIy'];

describeWith(areInstalled || undefined, NOT_INSTALLED, 'the client for TypeScript, from its tarball', () => {
  let gateway: Gateway;
  let unreliable: TestServer;
  let attempts = 0;
  let got: Json;
  beforeAll(async () => {
    await pack();
    gateway = await startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0' });
    const { secret } = await createProviderWithSigner(gateway);
    unreliable = await startHttpServer((request, response) => {
      attempts += 1;
      // Of twenty attempts two fail, one after the other.
      if (attempts % 20 === 1) return void response.writeHead(503, { 'retry-after': '0' }).end('{}');
      if (attempts % 20 === 2) return void request.socket.destroy();
      void forward(gateway.url, request, response);
    });
    const message = JSON.stringify({ type: 'round.closed', timestamp: new Date().toISOString(), data: {} });
    const now = new Date();
    const signature = new Webhook(SECRETS[1] as string).sign('msg_1', now, message);
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': signature,
    };
    const { stdout } = await promisify(execFile)(process.execPath, ['generated/consumer.ts'], {
      cwd: CLIENTS,
      env: {
        URL: unreliable.url,
        PUBLISHER_KEY: await gateway.createKey(),
        PROVIDER_KEY: secret,
        DRAFTS: JSON.stringify(TITLES.map((title) => draft({ title }))),
        SIGNED: JSON.stringify({ message, headers, secrets: SECRETS }),
      },
    });
    got = JSON.parse(stdout);
  }, MINUTES);
  afterAll(async () => {
    await unreliable?.stop();
    await gateway?.stop();
  });

  it('publishes, and reads all pages, although responses fail and connections break', () => {
    expect(got.titles).toEqual(TITLES.toReversed());
    expect(got.items).toEqual(TITLES.toReversed());
  });

  it('rejects with what the response says', () => {
    expect(got.refused).toEqual({
      status: 400,
      isRetryable: false,
      requestId: expect.any(String),
      message: expect.stringContaining('title'),
    });
    expect(got.unknown).toMatchObject({ status: 404, code: 'NOT_FOUND', isRetryable: false });
  });

  it('requests a change of a provider once, and waits until the chain has it', () => {
    const [first, again, status] = got.operations;
    expect(first).toMatch(/^opn_/);
    expect(again).toBe(first);
    expect(['CONFIRMED', 'FINALIZED']).toContain(status);
  });

  it('sends the documents of GraphQL, whose types the compiler checks, and rejects with what the response says', () => {
    expect(got.graphql).toMatchObject({
      newest: TITLES.toReversed().slice(0, 3),
      operation: got.operations[0],
      unknown: {
        status: 200,
        code: 'NOT_FOUND',
        isRetryable: false,
        message: expect.stringContaining('operation'),
      },
    });
    expect(got.graphql.unknown.requestId).toMatch(/./);
  });

  it('repeats queries, and mutations only when they have no second effect', () => {
    expect(got.graphql.sent).toEqual([3, 1, 1, 3]);
  });

  it('reads a signed message by any of the secrets, and refuses an altered one', () => {
    expect(got.type).toBe('round.closed');
    expect(got.forged).toMatch(/signature/i);
  });
});

/** Packs the built package, and unpacks it where the consumer finds it by its name; then checks the consumer's types. */
async function pack(): Promise<void> {
  const npm = (...args: readonly string[]) => promisify(execFile)('npm', args, { cwd: CLIENTS });
  ensureBuilt('client');
  await rm(`${CLIENTS}/${PACKED}`, { recursive: true, force: true });
  await mkdir(`${CLIENTS}/${PACKED}`, { recursive: true });
  const { stdout } = await npm('pack', './typescript', '--json', '--pack-destination', 'generated');
  const [{ filename, files }] = JSON.parse(stdout);
  expect(files.map(({ path }: Json) => path)).toEqual(
    expect.arrayContaining([
      'dist/index.js',
      'dist/index.d.ts',
      'dist/graphql.js',
      'dist/documents/generated.js',
      'README.md',
      'package.json',
    ]),
  );
  await promisify(execFile)('tar', ['-xzf', `generated/${filename}`, '--strip-components=1', '-C', PACKED], {
    cwd: CLIENTS,
  });
  await promisify(execFile)('cp', ['consumer.ts', 'generated/consumer.ts'], { cwd: CLIENTS });
  expect(await runTool('tsc', '-p', 'consumer.tsconfig.json')).toBe('');
}

async function forward(to: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.entries(request.headers).filter(
    ([name]) => !/^(?:host|connection|content-length|expect)$/.test(name),
  );
  const reply = await fetch(`${to}${request.url}`, {
    method: request.method ?? 'GET',
    headers: Object.fromEntries(headers) as Record<string, string>,
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
  const kept = [...reply.headers].filter(
    ([name]) => !/^(?:content-encoding|content-length|transfer-encoding|connection)$/.test(name),
  );
  response.writeHead(reply.status, Object.fromEntries(kept)).end(Buffer.from(await reply.arrayBuffer()));
}
