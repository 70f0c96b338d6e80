import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createRpc, RpcError, RpcUnreachable } from '../../../src/adapters/chain/rpc/rpc.ts';
import { startHttpServer } from '../../support/http/http-server.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const KEY = 'f0e1d2c3b4a5968778695a4b3c2d1e0f';
const PASSWORD = 'pass word';

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

let url: string;
let reply: Reply;
let requests: number;
const server = sharedByTests(() =>
  startHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      requests += 1;
      const { id } = JSON.parse(Buffer.concat(chunks).toString());
      response.writeHead(reply.status ?? 200, reply.headers).end(reply.body.replace('"own id"', id));
    });
  }),
);
beforeAll(() => {
  const { port } = server;
  url = `http://user:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/v3/${KEY}`;
});
beforeEach(() => {
  requests = 0;
});

const CALLS = [{ method: 'eth_chainId' }, { method: 'eth_blockNumber' }];
const json = (body: unknown, status = 200): Reply => ({ status, body: JSON.stringify(body) });

/** An error with all that a log shows of it. */
function toText(error: unknown): string {
  return error instanceof Error ? `${error.message} ${JSON.stringify(error)} ${toText(error.cause)}` : '';
}

describe('a node that refuses a request', () => {
  it.each<[string, Reply, RegExp]>([
    ['a status alone', { status: 502, body: '<html>Bad gateway</html>' }, /HTTP 502/],
    [
      'a status and a text',
      { status: 403, body: 'Forbidden:\n plan expired' },
      /HTTP 403 to 2 calls in one request: Forbidden: plan expired/,
    ],
    [
      'an error without an id',
      json({ error: { code: 429, message: 'daily request count exceeded' } }, 429),
      /daily request count exceeded/,
    ],
    ['an error as a text', json({ error: 'out of credits' }, 402), /out of credits/],
    ['a message alone', json({ message: 'no such route' }, 404), /no such route/],
    ['a page', { body: '<!DOCTYPE html><title>Hello</title>' }, /<!DOCTYPE/],
  ])('is told in its own words, by %s', async (_what, refusal, words) => {
    reply = refusal;
    const error = await createRpc(url)
      .batch(CALLS)
      .catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(RpcUnreachable);
    expect(toText(error)).toMatch(words);
  });

  it('is told in its own words call by call, also by a text for an error', async () => {
    reply = json([
      { id: 1, error: 'limit of the plan' },
      { id: 2, error: { code: 'X', message: 'other limit' } },
    ]);
    const [first, second] = await createRpc(url).batch(CALLS);
    expect(first).toEqual(new RpcError(0, 'limit of the plan'));
    expect(second).toEqual(new RpcError(0, 'other limit'));
  });

  it('has not answered a call without result and error', async () => {
    reply = json([{ id: 1, result: null }, { id: 2 }]);
    await expect(createRpc(url).batch(CALLS)).rejects.toThrow('no answer to eth_blockNumber');
  });

  it.each<[string, Reply]>([
    [
      'in an error',
      json([1, 2].map((id) => ({ id, error: { message: `unknown key ${KEY}`, data: { see: KEY } } }))),
    ],
    ['in an error without an id', json({ message: `Cannot POST /v3/${KEY}` }, 404)],
    ['in a text', { status: 401, body: `${KEY} is unknown` }],
    ['in place of JSON', { body: KEY }],
    ['as the password', { status: 401, body: `wrong password: ${PASSWORD}` }],
  ])('does not bring the key of the address into a log %s', async (_where, refusal) => {
    reply = refusal;
    const outcome = await createRpc(url)
      .batch(CALLS)
      .catch((failure: unknown) => [failure]);
    const text = outcome.map(toText).join();
    expect(text).not.toBe('');
    for (const part of [KEY, KEY.slice(0, 8), PASSWORD]) expect(text).not.toContain(part);
  });
});

describe('a node that asks to wait', () => {
  const limited = (after: string): Reply => ({
    ...json({ error: 'slow down' }, 429),
    headers: { 'retry-after': after },
  });

  it('gets no request meanwhile, and is asked again afterwards', async () => {
    const rpc = createRpc(url);
    reply = limited('1');
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(toText(await rpc.call('eth_chainId').catch((error: unknown) => error))).toMatch('slow down');
    expect(requests).toBe(1);
    reply = json({ id: 'own id', result: '0x1' });
    const deadline = performance.now() + 20_000;
    let answered: unknown;
    while (answered !== '0x1' && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      answered = await rpc.call('eth_chainId').catch(() => undefined);
    }
    expect([answered, requests]).toEqual(['0x1', 2]);
  });

  it.each(['-1', '0', 'soon', ''])('is asked at once when it names no time to wait: %j', async (after) => {
    const rpc = createRpc(url);
    reply = limited(after);
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(rpc.call('eth_chainId')).rejects.toThrow(RpcUnreachable);
    expect(requests).toBe(3);
  });
});
