import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { keccak256 } from 'ethers';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedNode } from '../support/chain/embedded-chain.ts';
import { sendAs } from '../support/chain/provider-chain.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';
import { runCli } from '../cli/run-cli.ts';
import { describeInBrowser, launchBrowser } from '../web/support/browser.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(180_000);

const MARGIN = 60;

const gateway = sharedByTests(() =>
  startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0', CHAIN_BEACON_MARGIN: String(MARGIN) }),
);
/** The ids of giveaways whose round 0 was drawn: with two changes of entries, with many, and with too many. */
let giveaway: string;
let crowded: string;
let overcrowded: string;
let hub: string;
let deployedBlock: number;
let nodeUrl: string;

beforeAll(async () => {
  const send = sendAs(gateway, (await createProviderWithSigner(gateway)).secret);
  const now = Math.floor(Date.now() / 1_000);
  const create = async (giveawayId: string, ...amounts: readonly number[]): Promise<string> => {
    const terms = { startTime: now - 60, endTime: now + 600, determinationType: 1 };
    const { body } = await send('create-giveaway', { giveawayId, ...terms });
    for (const amount of amounts) {
      const entrant = { ownershipMode: 'managed_wallet', giveawayId, amount };
      expect((await send('provision-entrant', entrant)).status).toBe(200);
    }
    return body.result.id;
  };
  giveaway = await create('drawn', 3, 4);
  crowded = await create('crowded', 1);
  overcrowded = await create('overcrowded', 1);
  await (await embeddedNode(gateway)).advance(600 + MARGIN + 10);
  for (const giveawayId of ['drawn', 'crowded', 'overcrowded'])
    await eventually(
      () => send('draw-winner', { giveawayId }),
      ({ status, body }) => status === 200 || body.error.reason === 'WINNER_ALREADY_SET',
      60_000,
    );
  // Blocks are final when two others follow.
  await (await embeddedNode(gateway)).rpc.call('anvil_mine', ['0x3']);
  const read = async (file: string): Promise<Json> =>
    JSON.parse(await readFile(join(gateway.directory, 'chain', file), 'utf8'));
  ({ hub, blockNumber: deployedBlock } = await read('addresses.json'));
  ({ url: nodeUrl } = await read('anvil.json'));
});

const proofPath = (round: number | string = 0, id = giveaway) =>
  `/giveaways/${id}/rounds/${round}/proof.json`;

describe('the proof of a draw as one document', () => {
  it('is verified by the command, with two sources of the hash of its block', async () => {
    const response = await fetch(`${gateway.url}${proofPath()}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="draw-[0-9a-f]{8}-0\.json"$/,
    );
    const text = await response.text();
    const file = join(gateway.directory, 'proof.json');
    await writeFile(file, text);
    // The relay and the node are on one machine.
    const blockHash = keccak256(JSON.parse(text).state.header);
    const nodes = ['--rpc', nodeUrl, '--rpc', `${gateway.url}/chain/rpc`];
    const sources = nodes.concat('--block-hash', blockHash);
    const verify = () =>
      runCli(['verify-draw', '--proof', file, ...sources, '--beacon', `${gateway.url}/beacon`]);
    const { stdout, code } = await verify();
    expect(stdout).toMatch(
      /^VERIFIED: passport [12] won round 1 \(index 0\) .*; proved in the state of block \d+/m,
    );
    expect(code).toBe(0);

    const { changes, ...rest } = JSON.parse(text);
    expect(changes).toHaveLength(2);
    const [first, second] = changes;
    await writeFile(file, JSON.stringify({ ...rest, changes: [first.with(4, 5), second] }));
    const altered = await verify();
    expect(altered.stdout).toMatch(/^NOT VERIFIED: .*history/m);
    expect(altered.code).toBe(1);
  });

  it('is the same by GraphQL', async () => {
    const { body } = await gateway.graphql(
      'query ($id: ID!) { giveaway(id: $id) { hubBlock round(index: 0) { drawProof { ticket document } } } }',
      { id: giveaway },
    );
    const { hubBlock, round } = body.data.giveaway;
    expect(hubBlock).toBe(deployedBlock);
    const { ticket, document } = round.drawProof;
    const served: Json = await (await fetch(`${gateway.url}${proofPath()}`)).json();
    const { draw, changes } = served;
    expect(document).toMatchObject({
      format: 'giveaway-draw-proof/2',
      hub: hub.toLowerCase(),
      round: 0,
      draw,
      changes,
    });
    expect(Object.keys(document).toSorted()).toEqual(Object.keys(served).toSorted());
    expect(draw.ticket).toBe(ticket);
  });

  it('costs so much by GraphQL that one request reads two at most', async () => {
    const field = (name: string) => `${name}: drawProof(giveaway: "${giveaway}", round: 0) { document }`;
    const { body } = await gateway.graphql(`{ ${['a', 'b', 'c'].map(field).join(' ')} }`);
    expect(body.errors[0].extensions.code).toBe('OPERATION_TOO_COSTLY');
  });

  it('is only a file when it is too large for GraphQL, and none when there are too many changes', async () => {
    await addChanges(crowded, 20_000);
    const query = `{ drawProof(giveaway: "${crowded}", round: 0) { ticket document } }`;
    const { body } = await gateway.graphql(query);
    expect(body.data.drawProof).toEqual({ ticket: 0, document: null });
    expect(body.errors[0]).toMatchObject({
      message:
        'The proof has more than 1000000 bytes: read it from /giveaways/{id}/rounds/{index}/proof.json.',
      extensions: { code: 'ANSWER_TOO_LARGE' },
    });
    const file: Json = await (await fetch(`${gateway.url}${proofPath(0, crowded)}`)).json();
    expect(file.changes).toHaveLength(20_001);

    await addChanges(overcrowded, 100_000);
    const refused = await fetch(`${gateway.url}${proofPath(0, overcrowded)}`);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({
      error: { message: expect.stringMatching(/more than 100000 changes .*--prove --save/) },
    });
  });

  it.each([
    ['of a round that was not drawn', 1, undefined, 404],
    ['of an unknown giveaway', 0, `gwy_${'0'.repeat(64)}`, 404],
    ['of a giveaway whose id has another form', 0, 'gwy_1', 404],
    ['of a round that is no number', '1e1', undefined, 400],
    ['of a round beyond all numbers', '9999999999', undefined, 400],
  ])('is not there %s', async (_case, round, id, status) => {
    const response = await fetch(`${gateway.url}${proofPath(round, id)}`);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(/\.$/) } });
  });
});

/** Copies the first change of a giveaway in the read model, before itself: the last one is on the chain. */
async function addChanges(id: string, count: number): Promise<void> {
  const copies = `from %T c, generate_series(1, ${count}) n where c.block_number = (
    select min(block_number) from entry_change where giveaway_id = '${id}') and c.log_index >= 0`;
  const copy = (table: string, columns: string) =>
    `insert into ${table} (block_number, log_index, ${columns})
      select c.block_number, -n, ${columns} ${copies.replace('%T', table)}`;
  await gateway.onDatabase(async (em) => {
    const connection = em.getConnection();
    // The changes last: the condition on the first one reads them.
    await connection.execute(
      `${copy('chain_event', 'block_hash, transaction_hash, mined_at, name, giveaway_key, passport_id, args')}
        and c.name = 'EntriesChanged'`,
    );
    await connection.execute(
      copy(
        'entry_change',
        'giveaway_id, round_index, open_round, passport_id, op_key, removed, amount, entries, reason_code, evidence, owner, signer, changed_at, transaction_hash',
      ),
    );
  });
}

describe('the relay of the embedded chain', () => {
  const query = async (method: string, params: unknown, rest: object = {}): Promise<Json> => {
    const body = { jsonrpc: '2.0', id: 1, method, params, ...rest };
    return (await gateway.rest('POST', '/chain/rpc', { body })).body;
  };
  const address = `0x${'12'.repeat(20)}`;
  const word = `0x${'12'.repeat(32)}`;

  it('answers what a verification asks', async () => {
    expect(await query('eth_chainId', [])).toMatchObject({ jsonrpc: '2.0', id: 1, result: '0x7a69' });
    expect((await query('eth_getCode', [hub, '0x1'])).result).toMatch(/^0x/);
  });

  it.each([
    ['a change of the chain', 'anvil_setBalance', [address, '0x1']],
    ['a transaction', 'eth_sendRawTransaction', ['0x00']],
    ['a method by the name of a member of every object', 'constructor', []],
  ])('refuses %s', async (_case, method, params) => {
    expect(await query(method, params)).toMatchObject({
      error: { code: -32_601, message: expect.stringMatching(/^This relay answers only eth_chainId, /) },
    });
  });

  it.each<[string, string, () => unknown[]]>([
    ['a call of another contract', 'eth_call', () => [{ to: address, data: `0x${'00'.repeat(36)}` }, '0x1']],
    ['a call of another function', 'eth_call', () => [{ to: hub, data: `0x${'00'.repeat(36)}` }, '0x1']],
    ['a call with another state', 'eth_call', () => [{ to: hub, data: `0x${'00'.repeat(36)}` }, '0x1', {}]],
    ['whole blocks', 'eth_getBlockByNumber', () => ['latest', true]],
    ['every log', 'eth_getLogs', () => [{ address: hub, topics: [], fromBlock: '0x0', toBlock: '0x1' }]],
    [
      'every log of an event',
      'eth_getLogs',
      () => [{ address: hub, topics: [[word], null], fromBlock: '0x0', toBlock: '0x1' }],
    ],
    [
      'logs of another contract',
      'eth_getLogs',
      () => [{ address, topics: [[word], [word]], fromBlock: '0x0', toBlock: '0x1' }],
    ],
    ['many slots', 'eth_getProof', () => [hub, [word, word, word], '0x1']],
  ])('refuses %s', async (_case, method, params) => {
    expect(await query(method, params())).toMatchObject({ error: { code: -32_602 } });
  });

  it('refuses a batch, another method of HTTP, and a large request', async () => {
    const { body } = await gateway.rest('POST', '/chain/rpc', {
      body: [{ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }],
    });
    expect(body).toMatchObject({ id: null, error: { code: -32_602 } });
    expect((await gateway.rest('GET', '/chain/rpc')).status).toBe(405);
    const large = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: ['0'.repeat(5_000)] };
    expect((await gateway.rest('POST', '/chain/rpc', { body: large })).status).toBe(413);
  });
});

describeInBrowser('the page of a round on the embedded chain', () => {
  it('verifies the draw when a reader presses the button', async () => {
    const browser = await launchBrowser();
    try {
      const page = await (await browser.newContext()).newPage();
      const errors: string[] = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      await page.goto(`${gateway.url}/giveaways/${giveaway}/rounds/0`);
      await page.click('draw-check button');
      await page.waitForSelector('.verdict', { timeout: 60_000 });
      expect(await page.textContent('.verdict')).toBe('VERIFIED · twins: 0');
      const said = await page.textContent('.check-result .note');
      expect(said).toContain('the list of all announcements is reported, not proved');
      expect(await page.textContent('.check-signers')).toMatch(/active since 20\d\d-/);
      expect(await page.locator('.check-steps .is-bad').count()).toBe(0);
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

describe('the proof of a draw after a restart of the embedded chain', () => {
  it('is made of the blocks as they are then', async () => {
    await gateway.restart();
    const { rpc } = await embeddedNode(gateway);
    await rpc.call('anvil_mine', ['0x3']);
    const response = await eventually(
      () => fetch(`${gateway.url}${proofPath()}`),
      ({ status }) => status === 200,
      60_000,
    );
    const text = await response.text();
    const file = join(gateway.directory, 'proof.json');
    await writeFile(file, text);
    const node: Json = JSON.parse(await readFile(join(gateway.directory, 'chain', 'anvil.json'), 'utf8'));
    const sources = ['--rpc', node.url, '--block-hash', keccak256(JSON.parse(text).state.header)];
    const beacon = ['--beacon', `${gateway.url}/beacon`];
    const { stdout, code } = await runCli(['verify-draw', '--proof', file, ...sources, ...beacon]);
    expect(stdout).toMatch(/^VERIFIED: /m);
    expect(code).toBe(0);
  });
});
