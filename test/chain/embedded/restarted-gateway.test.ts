import { beforeAll, expect, it, jest } from '@jest/globals';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBlockJournal } from '../../../src/adapters/chain/embedded/block-journal.ts';
import { saveChain } from '../../../src/adapters/chain/embedded/chain-state.ts';
import { embeddedNode } from '../../support/chain/embedded-chain.ts';
import { sendAs, type SendToProviderApi } from '../../support/chain/provider-chain.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { createProviderWithSigner } from '../../support/providers/providers.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(240_000);

const WITHIN_MS = 60_000;
const GIVEAWAY = { giveawayId: 'kept', determinationType: 0 };
const READ = `query ($first: ID!, $second: ID!, $passportId: SafeInt!) {
  first: operation(id: $first) { status transactionHash }
  second: operation(id: $second) { status transactionHash }
  passport(passportId: $passportId) { owner }
  giveaways { edges { node { rounds(first: 1) { edges { node { entriesTotal } } } } } }
}`;
const totalOf = (data: Json): number => data.giveaways.edges[0]?.node.rounds.edges[0]?.node.entriesTotal;

const gateway = sharedByTests(() => startGateway({ CHAIN: 'on' }));
let send: SendToProviderApi;
let secret: string;
beforeAll(async () => {
  ({ secret } = await createProviderWithSigner(gateway));
  send = sendAs(gateway, secret);
  const startTime = Math.floor(Date.now() / 1_000) - 60;
  expect(await send('create-giveaway', { ...GIVEAWAY, startTime })).toMatchObject({ status: 200 });
});

it('continues from the saved state and the journal of the blocks since, without losing or repeating an operation', async () => {
  const folder = join(gateway.directory, 'chain');
  const [state, journalFile] = [join(folder, 'state.json.gz'), join(folder, 'journal.jsonl')];
  const earlierState = `${gateway.directory}-state`;
  const journalOfNewBlocks = `${gateway.directory}-journal`;
  const { rpc } = await embeddedNode(gateway);
  const { url } = JSON.parse(await readFile(join(folder, 'anvil.json'), 'utf8')) as {
    readonly url: string;
  };
  const saved = Number(await rpc.call('eth_blockNumber'));
  await saveChain(url, earlierState);

  const target = { ownershipMode: 'managed_wallet', giveawayId: 'kept', amount: 3 };
  const { body: provisioned } = await send('provision-entrant', target);
  const { passportId, managedWallet } = provisioned.result;
  const issue = { giveawayId: 'kept', passportId };
  const { body: issued } = await send('issue-entries', { ...issue, amount: 4 });
  expect(issued.result.entries).toBe(7);
  const variables = { first: provisioned.operation.id, second: issued.operation.id, passportId };
  const read = async (): Promise<Json> => (await gateway.graphql(READ, variables, secret)).body.data;
  const before = await eventually(read, (data) => totalOf(data) === 7, WITHIN_MS);
  // Written as by a chain whose whole state takes long to save.
  await createBlockJournal(journalOfNewBlocks, { last: saved, size: 0, length: 0 }).append(rpc);

  await gateway.restart(async () => {
    await rename(earlierState, state);
    await rename(journalOfNewBlocks, journalFile);
  });

  const { body: again } = await send('issue-entries', { ...issue, amount: 5 });
  expect(again).toMatchObject({ ok: true, result: { entries: 12 } });
  const after = await eventually(read, (data) => totalOf(data) === 12, WITHIN_MS);
  expect(after.passport).toEqual({ owner: managedWallet });
  for (const name of ['first', 'second']) {
    expect(after[name].transactionHash).toBe(before[name].transactionHash);
    expect(['CONFIRMED', 'FINALIZED']).toContain(after[name].status);
  }
  expect(gateway.log.filter((line) => line.includes('continues without its newest blocks'))).toEqual([]);
});

it('goes on with the giveaways of an earlier version, and creates new ones in contracts of its own', async () => {
  const file = join(gateway.directory, 'chain', 'addresses.json');
  const addresses = async (): Promise<Json> => JSON.parse(await readFile(file, 'utf8'));
  const { hub } = await addresses();
  await gateway.restart(async () => {
    await writeFile(file, JSON.stringify({ ...(await addresses()), code: 'of an earlier version' }));
  });

  const entrant = { ownershipMode: 'managed_wallet', giveawayId: 'kept', amount: 2 };
  expect(await send('provision-entrant', entrant)).toMatchObject({ status: 200 });
  const startTime = Math.floor(Date.now() / 1_000) - 60;
  const created = await send('create-giveaway', { ...GIVEAWAY, giveawayId: 'new', startTime });
  expect(created).toMatchObject({ status: 200 });
  expect(await send('provision-entrant', { ...entrant, giveawayId: 'new' })).toMatchObject({ status: 200 });

  const { body } = await gateway.graphql('{ giveaways(first: 5) { nodes { giveawayId hub } } }');
  const hubs = Object.fromEntries(
    body.data.giveaways.nodes.map((node: Json) => [node.giveawayId, node.hub.toLowerCase()]),
  );
  expect(hubs).toEqual({ kept: hub.toLowerCase(), new: (await addresses()).later[0].hub.toLowerCase() });
  expect(hubs['new']).not.toBe(hubs['kept']);
});

it('sends operations again that a chain from an older backup lacks, and says so', async () => {
  const folder = join(gateway.directory, 'chain');
  const { url } = JSON.parse(await readFile(join(folder, 'anvil.json'), 'utf8')) as {
    readonly url: string;
  };
  const backup = `${gateway.directory}-backup`;
  await saveChain(url, backup);
  const target = { ownershipMode: 'managed_wallet', giveawayId: 'kept', amount: 3 };
  const { body: provisioned } = await send('provision-entrant', target);
  const { passportId } = provisioned.result;
  const { body: issued } = await send('issue-entries', { giveawayId: 'kept', passportId, amount: 4 });
  const variables = { first: provisioned.operation.id, second: issued.operation.id, passportId };
  const read = async (): Promise<Json> => (await gateway.graphql(READ, variables, secret)).body.data;
  const isFinal = (data: Json) => ['first', 'second'].every((name) => data[name].status === 'FINALIZED');
  const before = await eventually(read, isFinal, WITHIN_MS);
  expect(isFinal(before)).toBe(true);

  await gateway.restart(async () => {
    await rename(backup, join(folder, 'state.json.gz'));
    await writeFile(join(folder, 'journal.jsonl'), '');
  });

  expect(gateway.log.join()).toContain('The embedded chain is older than the database: ');
  const after = await eventually(
    read,
    (data) => isFinal(data) && totalOf(data) === totalOf(before),
    WITHIN_MS * 2,
  );
  expect(after).toEqual(before);
  const { body: again } = await send('issue-entries', { giveawayId: 'kept', passportId, amount: 1 });
  expect(again).toMatchObject({ ok: true, result: { entries: 8 } });
});
