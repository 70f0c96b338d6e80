import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  carriedOver,
  chain,
  forward,
  OWN_BEACON,
  serve,
  useDrawnChain,
} from '../../support/chain/drawn-chain.ts';
import type { Json } from '../../support/http/http.ts';
import { runCli } from '../run-cli.ts';
import { verify } from './run-verify-draw.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

useDrawnChain();

const folder = temporaryDirectory('verify');
let file: string;
let blockHash: string;
beforeAll(async () => {
  file = join(folder, 'proof.json');
  ({ hash: blockHash } = (await chain.rpc.call('eth_getBlockByNumber', ['finalized', false])) as Json);
  const proof = ['--giveaway', carriedOver, '--round', '1', '--prove', '--save', file];
  expect((await verify([...proof, '--block-hash', blockHash])).code).toBe(0);
});

const verifyFile = (args: readonly string[], path = file) =>
  runCli(['verify-draw', '--proof', path, ...args, ...OWN_BEACON]);

/** A node that changes its responses. */
const nodeThat = (change: (method: string, result: Json) => Json) =>
  serve(async (_url, body) => {
    const { requested, responses, response } = await forward(body);
    for (const [index, { method }] of requested.entries())
      responses[index].result = change(method, responses[index].result);
    return response;
  });

describe('the sources of a verification', () => {
  it('are one for two names or two ports of one machine', async () => {
    const another = await nodeThat((_method, result) => result);
    const { port } = new URL(chain.url);
    for (const other of [`http://localhost:${port}`, another.url]) {
      const { stdout, code } = await verify(['--giveaway', carriedOver, '--prove', '--rpc', other]);
      expect(stdout).toMatch(/^DIFFERS +block hash .*; found: 1 confirm it$/m);
      expect(code).toBe(1);
    }
    await another.stop();
  });

  it('are asked again when a connection is lost, twice at most', async () => {
    let lost = 0;
    const server = createServer((socket) => {
      lost += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { stderr, code } = await verify(['--giveaway', carriedOver], url);
    server.close();
    expect(stderr).toMatch(/^NODE_UNREACHABLE: /);
    expect(code).toBe(3);
    // Two requests at a time. The command ends when one was lost three times, whatever the other one waits for.
    expect(lost).toBeGreaterThanOrEqual(4);
    expect(lost).toBeLessThanOrEqual(6);
  });

  it('leave the draw undecided when one of them does not answer', async () => {
    const { stdout, code } = await verify(['--giveaway', carriedOver, '--rpc', 'http://127.0.0.1:1']);
    expect(stdout).toMatch(/^NOT DECIDED: nodes\. .* Asked for: hub 0x\w{40} on chain 31337\.$/m);
    expect(code).toBe(3);
  });
});

describe('a block that is not final', () => {
  it('leaves the draw undecided', async () => {
    const node = await serve(async (_url, body) => {
      const isFinal = body.method === 'eth_getBlockByNumber' && body.params[0] === 'finalized';
      return (await forward(isFinal ? { ...body, params: ['0x1', false] } : body)).response;
    });
    const { stdout, code } = await verify(['--giveaway', carriedOver], node.url);
    await node.stop();
    expect(stdout).toMatch(/^NOT DECIDED: finality\. /m);
    expect(code).toBe(3);
  });
});

describe('a hub whose birth is not known', () => {
  it('leaves the draw undecided when the node refuses to search for it', async () => {
    const refusing = await serve(async (_url, body) =>
      body.method === 'eth_getLogs' && body.params[0].fromBlock === '0x0'
        ? { jsonrpc: '2.0', id: body.id, error: { code: -32_005, message: 'too many blocks' } }
        : (await forward(body)).response,
    );
    const [created] = JSON.parse(await readFile(file, 'utf8')).changes;
    const from = (block: number) =>
      verify(['--giveaway', carriedOver, '--from-block', String(block)], refusing.url);
    const late = await from(Number(created[9]) - 10);
    const early = await from(1);
    await refusing.stop();
    expect(late.stdout).toMatch(/^NOT DECIDED: birth\. .*--from-block/m);
    expect(late.code).toBe(3);
    expect(early.stdout).toMatch(/^VERIFIED: /m);
  });

  it('has a verdict and an exit code of its own', async () => {
    const node = await nodeThat((method, result) => (method === 'eth_getTransactionByHash' ? null : result));
    const { stdout, code } = await verify(['--giveaway', carriedOver], node.url);
    const { json } = await verify(['--giveaway', carriedOver, '--json'], node.url);
    await node.stop();
    expect(stdout).toMatch(/^NOT BOUND TO ITS BIRTH: all else holds: passport [123] won round 1 /m);
    expect(code).toBe(4);
    expect(json).toMatchObject({ verified: false, verdict: 'not-bound' });
  });

  it('is that of a proof of the former version', async () => {
    const { birth: _birth, times: _times, ...former } = JSON.parse(await readFile(file, 'utf8'));
    const path = join(folder, 'former.json');
    await writeFile(path, JSON.stringify({ ...former, format: 'giveaway-draw-proof/1' }));
    const { stdout, code } = await verifyFile(['--rpc', chain.url, '--block-hash', blockHash], path);
    expect(stdout).toMatch(/^NOT BOUND TO ITS BIRTH: /m);
    expect(code).toBe(4);
  });
});

describe('a proof from a file', () => {
  it('is of the round that is asked for', async () => {
    const sources = ['--rpc', chain.url, '--block-hash', blockHash];
    const { stdout, code } = await verifyFile([...sources, '--round', '1']);
    expect(stdout).toMatch(
      /^VERIFIED: passport [123] won round 2 \(index 1\) of the hub 0x\w{40} on chain 31337/m,
    );
    expect(code).toBe(0);
    const other = await verifyFile([...sources, '--round', '0']);
    expect(other.stderr).toMatch(/^WRONG_USAGE: The proof is of the round 1, not of 0\.$/m);
    expect(other.code).toBe(2);
  });

  it('must exist', async () => {
    const { stderr, code } = await verifyFile([], join(folder, 'missing.json'));
    expect(stderr).toMatch(/^WRONG_USAGE: The file of --proof cannot be read: ENOENT/);
    expect(code).toBe(2);
  });
});
