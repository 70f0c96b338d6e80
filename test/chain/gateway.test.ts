import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HDNodeWallet } from 'ethers';
import { existsSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { join } from 'node:path';
import { ids } from '../../src/runtime/ids.ts';
import { createOperationStore } from '../../src/adapters/postgres/operations/operation-store.ts';
import type { NewOperation } from '../../src/core/operations/operation.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { findFreePort } from '../support/gateway/process.ts';
import {
  giveawayKey,
  giveawayOptions,
  PROVIDER,
  startContracts,
  type Contracts,
} from './indexer/contracts.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';
import { chainVariables } from '../support/chain/chain-variables.ts';
import { ONE_ROUND } from '../support/chain/one-round.ts';

const CHAIN_ID = 31_337n;
const ACCEPTED = { ...ONE_ROUND, externalId: 'accepted' };
const IMPORT = 'mutation ($input: ImportWalletInput!) { importWallet(input: $input) { wallet { address } } }';
/** The first wallet of the test chains, which is a signer of PROVIDER. */
const SIGNER = HDNodeWallet.fromPhrase('test test test test test test test test test test test junk');
const GIVEAWAYS = '{ giveaways { edges { node { giveawayId } } } }';
const shownBy = async (gateway: Gateway): Promise<string[]> =>
  (await gateway.graphql(GIVEAWAYS)).body.data.giveaways.edges.map(({ node }: Json) => node.giveawayId);

describe('a gateway with an embedded chain', () => {
  const gateway = sharedByTests(() => startGateway({ CHAIN: 'on' }));

  it('serves its beacon as drand does', async () => {
    const { status, body } = await gateway.rest('GET', '/beacon/info');
    expect(status).toBe(200);
    expect(body).toMatchObject({ schemeID: 'bls-unchained-g1-rfc9380', period: 3 });
    const latest = await gateway.rest('GET', '/beacon/public/latest');
    const again = await gateway.rest('GET', `/beacon/public/${latest.body.round}`);
    expect(again.body).toEqual(latest.body);
    expect((await gateway.rest('GET', `/beacon/public/${latest.body.round + 1_000}`)).status).toBe(404);
  });

  it('keeps the keys of its funded accounts in custody over a restart', async () => {
    const labels = async () => {
      const { body } = await gateway.graphql(
        '{ wallets(first: 10) { edges { node { address label purpose } } } }',
        {},
        gateway.operatorToken,
      );
      return body.data.wallets.edges.map(({ node }: Json) => node);
    };
    const before = await labels();
    expect(before).toHaveLength(7);
    expect(before).toContainEqual(expect.objectContaining({ label: 'keeper of the embedded chain' }));
    expect(before).toContainEqual(expect.objectContaining({ label: 'operator of the embedded chain' }));
    await gateway.restart();
    expect(await labels()).toEqual(before);
  });

  it('carries out operations that were accepted before it started, and shows them', async () => {
    const { body } = await gateway.graphql(
      '{ wallets(first: 10) { edges { node { address label } } } }',
      {},
      gateway.operatorToken,
    );
    const addressOf = (wanted: string): string =>
      body.data.wallets.edges.find(({ node }: Json) => node.label === wanted).node.address;
    const [operator, signer] = [addressOf('operator of the embedded chain'), addressOf('demo signer 1')];
    const accept = (...operations: readonly Pick<NewOperation, 'signer' | 'call'>[]) =>
      gateway.onDatabase((_em, sql) =>
        createOperationStore(sql, CHAIN_ID).add(
          operations.map((operation) => ({ ...operation, id: ids.next('opn'), providerKey: PROVIDER })),
        ),
      );
    const confirmed = () =>
      eventually(
        () => gateway.metrics(),
        (text) => text.includes('outbox_events_total{event="confirmed"}'),
        20_000,
      );

    await accept({
      signer: operator,
      call: { kind: 'set-provider-signer', provider: PROVIDER, signer, allowed: true },
    });
    await confirmed();
    const startTime = Math.floor(Date.now() / 1_000) - 60;
    await accept({
      signer,
      call: { kind: 'create-giveaway', provider: PROVIDER, options: { ...ACCEPTED, startTime } },
    });
    await confirmed();
    const entries = { giveaway: giveawayKey(ACCEPTED.externalId), amount: 5, reasonCode: 1, evidence: null };
    await accept(
      { signer, call: { kind: 'provision-mint', provider: PROVIDER, to: signer, maxTransfers: 1, entries } },
      {
        signer,
        call: { kind: 'provision-mint', provider: PROVIDER, to: signer, maxTransfers: null, entries },
      },
    );
    const query = `{ giveaways { nodes { currentRound { state entriesTotal entries { nodes {
      entries passport { passportId owner maxTransfers }
    } } } } } }`;
    const shown = await eventually(
      async () => (await gateway.graphql(query)).body.data.giveaways.nodes[0]?.currentRound,
      (round) => round?.entriesTotal === 10,
      20_000,
    );
    expect(shown).toEqual({
      state: 'OPEN',
      entriesTotal: 10,
      entries: {
        nodes: [
          { entries: 5, passport: { passportId: 1, owner: signer, maxTransfers: 1 } },
          { entries: 5, passport: { passportId: 2, owner: signer, maxTransfers: null } },
        ],
      },
    });
  });

  it('measures how far its read model is behind', async () => {
    const text = await eventually(
      () => gateway.metrics(),
      (text) => /^chain_head_block [1-9]/m.test(text),
    );
    expect(text).toMatch(/^read_model_lag_blocks \d+$/m);
    expect(Number(/^read_model_lag_seconds (.+)$/m.exec(text)?.[1])).toBeLessThan(30);
  });
});

describe('a gateway on the chain of RPC_URL', () => {
  let contracts: Contracts;
  let proxy: Server | undefined;
  let gateway: Gateway;
  let port: number;
  beforeAll(async () => {
    contracts = await startContracts();
    await contracts.hub('createGiveaway', [PROVIDER, giveawayOptions('one', contracts)]);
    port = await findFreePort();
    gateway = await startGateway(chainVariables(contracts.deployment, `http://127.0.0.1:${port}`));
  });
  afterAll(async () => {
    await gateway.stop();
    proxy?.closeAllConnections();
    proxy?.close();
    await contracts.stop();
  });

  it('serves everything else while the chain does not answer', async () => {
    expect((await gateway.rest('GET', '/readyz')).status).toBe(200);
    expect((await gateway.rest('GET', '/feed.json')).status).toBe(200);
    expect(await shownBy(gateway)).toEqual([]);
  });

  it("shows the chain's data as soon as it answers, and starts no embedded chain", async () => {
    target = contracts.url;
    proxy = await forward(port);
    const shown = await eventually(
      () => shownBy(gateway),
      (names) => names.length > 0,
      20_000,
    );
    expect(shown).toEqual(['one']);
    expect(existsSync(join(gateway.directory, 'chain'))).toBe(false);
    expect((await gateway.rest('GET', '/beacon/info')).status).toBe(404);
  });

  it('trusts no node of another chain in its place, and continues when it is back', async () => {
    const input = { purpose: 'SIGNER', label: 'signer', privateKey: SIGNER.privateKey };
    await gateway.graphql(IMPORT, { input }, gateway.operatorToken);
    const accept = async (externalId: string): Promise<string> => {
      const id = ids.next('opn');
      const options = { ...ONE_ROUND, externalId, startTime: contracts.genesis };
      const call = { kind: 'create-giveaway', provider: PROVIDER, options } as const;
      await gateway.onDatabase((_em, sql) =>
        createOperationStore(sql, CHAIN_ID).add([
          { id, providerKey: PROVIDER, signer: SIGNER.address, hub: 0, call },
        ]),
      );
      return id;
    };
    const statusOf = (id: string) =>
      gateway.onDatabase(
        async (_em, sql) => (await createOperationStore(sql, CHAIN_ID).find([id]))[0]?.status,
      );
    const isOther = async () => /^node_of_another_chain (\d)$/m.exec(await gateway.metrics())?.[1];
    const first = await accept('two');
    expect(
      await eventually(
        () => statusOf(first),
        (status) => status === 'CONFIRMED',
        20_000,
      ),
    ).toBe('CONFIRMED');
    expect(
      await eventually(
        () => shownBy(gateway),
        (names) => names.length === 2,
        20_000,
      ),
    ).toEqual(['two', 'one']);

    const other = await startContracts([], contracts.genesis);
    try {
      expect(other.deployment.hub).toBe(contracts.deployment.hub);
      await other.mine(100);
      const sent = () => other.rpc.call('eth_getTransactionCount', [SIGNER.address, 'latest']);
      const sentBefore = await sent();
      target = other.url;
      const second = await accept('three');
      expect(await eventually(isOther, (value) => value === '1', 20_000)).toBe('1');
      await eventually(
        () => gateway.graphql('{ status { parts { part state } } }'),
        ({ body }) =>
          body.data.status.parts.some(({ part, state }: Json) => part === 'NODE' && state === 'DOWN'),
        20_000,
      );
      const advice = 'Nothing was changed. Work continues by itself when RPC_URL leads';
      const log = await eventually(
        async () => gateway.log.join(),
        (text) => text.includes(advice),
      );
      expect(log).toContain(advice);
      expect(await shownBy(gateway)).toEqual(['two', 'one']);
      expect([await statusOf(first), await statusOf(second), await sent()]).toEqual([
        'CONFIRMED',
        'QUEUED',
        sentBefore,
      ]);

      target = contracts.url;
      const shown = await eventually(
        () => shownBy(gateway),
        (names) => names.length === 3,
        40_000,
      );
      expect(shown).toEqual(['three', 'two', 'one']);
      expect(await eventually(isOther, (value) => value === '0', 20_000)).toBe('0');
      expect(await statusOf(first)).toBe('CONFIRMED');
    } finally {
      await other.stop();
    }
  }, 120_000);
});

/** Forwards requests to the node at `target`. */
let target: string;
async function forward(port: number): Promise<Server> {
  const server = createServer((incoming, response) => {
    const outgoing = request(target, { method: incoming.method, headers: incoming.headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}
