import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { giveawayIdOf, hashOf, insert, WALLETS } from '../../support/database/read-model.ts';
import { seedSummer } from '../../support/database/summer.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
beforeAll(() => gateway.onDatabase(seedSummer));

async function read(query: string, variables: object = {}): Promise<Json> {
  const { body } = await gateway.graphql(query, variables);
  expect(body.errors).toBeUndefined();
  return body.data;
}

describe('a passport', () => {
  it('shows the state of the chain', async () => {
    const { passport } = await read(
      '{ passport(passportId: 3) { id passportId owner maxTransfers transfersUsed tradable mintedAt mintedBlock } }',
    );
    expect(passport).toEqual({
      id: 'psp_3',
      passportId: 3,
      owner: WALLETS[3],
      maxTransfers: null,
      transfersUsed: 2,
      tradable: true,
      mintedAt: '2025-12-24T12:00:00.500Z',
      mintedBlock: 3,
    });
  });

  it.each([
    [1, { maxTransfers: 1, transfersUsed: 1, tradable: false }],
    [2, { maxTransfers: 0, transfersUsed: 0, tradable: false }],
    [4, { maxTransfers: null, transfersUsed: 0, tradable: true }],
  ])('is tradable within its limit: passport %i', async (id, expected) => {
    const { passport } = await read(
      `{ passport(passportId: ${id}) { maxTransfers transfersUsed tradable } }`,
    );
    expect(passport).toEqual(expected);
  });

  it.each([0, -1, 999, Number.MAX_SAFE_INTEGER])('is null for the number %i', async (passportId) => {
    const data = await read('query ($id: SafeInt!) { passport(passportId: $id) { id } }', { id: passportId });
    expect(data).toEqual({ passport: null });
  });

  it('lists its entries, newest change first', async () => {
    const { passport } = await read(`{ passport(passportId: 1) {
      entries { nodes { entries leaf passport { id } round { index entriesTotal state giveaway { giveawayId } } } }
    } }`);
    const shown = passport.entries.nodes.map(({ entries, leaf, passport, round }: Json) => [
      entries,
      leaf,
      passport.id,
      round.giveaway.giveawayId,
      round.index,
      round.entriesTotal,
      round.state,
    ]);
    expect(shown).toEqual([
      [0, 0, 'psp_1', 'summer-3', 2, 0, 'VOID'],
      [5, 0, 'psp_1', 'summer-3', 1, 6, 'DECIDED'],
      [3, 0, 'psp_1', 'summer-3', 0, 3, 'CLOSED'],
      [4, 0, 'psp_1', 'summer-2', 0, 5, 'CLOSED'],
      [3, 0, 'psp_1', 'summer-1', 0, 10, 'DECIDED'],
    ]);
  });

  it('lists its entries in pages', async () => {
    const PAGE = `query ($after: String) { passport(passportId: 1) {
      entries(first: 2, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
    } }`;
    const ids: string[] = [];
    let after: string | null = null;
    for (let pages = 0; pages < 3; pages += 1) {
      const { passport } = await read(PAGE, { after });
      ids.push(...passport.entries.nodes.map(({ id }: Json) => id));
      after = passport.entries.pageInfo.endCursor;
      expect(passport.entries.pageInfo.hasNextPage).toBe(pages < 2);
    }
    expect(ids).toEqual(
      [
        [3, 2],
        [3, 1],
        [3, 0],
        [2, 0],
        [1, 0],
      ].map(([number, index]) => `ent_${hashOf(number as number).slice(2)}_${index}_1`),
    );
  });

  it('lists its giveaways, each once, newest first', async () => {
    const { passport } = await read(
      '{ passport(passportId: 1) { giveaways { nodes { id rounds(first: 1) { nodes { holders } } } } } }',
    );
    expect(passport.giveaways.nodes).toEqual([
      { id: giveawayIdOf(3), rounds: { nodes: [{ holders: 1 }] } },
      { id: giveawayIdOf(2), rounds: { nodes: [{ holders: 2 }] } },
      { id: giveawayIdOf(1), rounds: { nodes: [{ holders: 3 }] } },
    ]);
  });

  it('lists its transfers, oldest first', async () => {
    const { passport } = await read(
      '{ passport(passportId: 3) { transfers { nodes { id from to transferredAt blockNumber transactionHash } } } }',
    );
    expect(passport.transfers.nodes).toEqual([
      {
        id: 'ptr_21_0',
        from: WALLETS[0],
        to: WALLETS[1],
        transferredAt: '2026-01-09T00:00:00.000Z',
        blockNumber: 21,
        transactionHash: hashOf(6_021),
      },
      expect.objectContaining({ id: 'ptr_22_0', from: WALLETS[1], to: WALLETS[3] }),
    ]);
  });

  it('lists its provisions with the wallets that acted for the providers, oldest first', async () => {
    const provision = (block: number, minted: boolean) => ({
      block_number: block,
      log_index: 1,
      block_hash: hashOf(block),
      transaction_hash: hashOf(6_000 + block),
      mined_at: '2026-01-09T00:00:00Z',
      name: 'Provisioned',
      passport_id: 3,
      args: JSON.stringify({
        provider: hashOf(7_000),
        signer: WALLETS[1],
        from: minted ? `0x${'0'.repeat(40)}` : WALLETS[2],
        to: WALLETS[0],
        minted,
      }),
    });
    await gateway.onDatabase((em) => insert(em, 'chain_event', [provision(9, true), provision(20, false)]));
    const { passport } = await read(
      `{ passport(passportId: 3) { provisions { nodes {
        providerKey signer minted from to provisionedAt blockNumber transactionHash
      } } } }`,
    );
    expect(passport.provisions.nodes).toEqual([
      {
        providerKey: hashOf(7_000),
        signer: WALLETS[1],
        minted: true,
        from: null,
        to: WALLETS[0],
        provisionedAt: '2026-01-09T00:00:00.000Z',
        blockNumber: 9,
        transactionHash: hashOf(6_009),
      },
      expect.objectContaining({ minted: false, from: WALLETS[2], blockNumber: 20 }),
    ]);
  });
});

describe('an invented cursor', () => {
  const round = (digits: string) => `rnd_${'a'.repeat(64)}_${digits}`;
  const at = '2026-01-01T00:00:00.000Z';

  it.each([
    [
      'passport(passportId: 1) { entries(after: $cursor) { nodes { id } } }',
      `HOLDINGS|${at}|${round('9999999999')}`,
    ],
    [
      'passport(passportId: 1) { entries(before: $cursor) { nodes { id } } }',
      `HOLDINGS|0001-01-01T00:00:00.000Z|${round('0')}`,
    ],
    ['passport(passportId: 1) { entries(after: $cursor) { nodes { id } } }', `HOLDINGS|${at}|x`],
    [
      'passport(passportId: 1) { giveaways(after: $cursor) { nodes { id } } }',
      `GIVEAWAYS|9999-12-31T23:59:59.999Z|x`,
    ],
    [
      'passport(passportId: 1) { transfers(after: $cursor) { nodes { id } } }',
      'TRANSFERS|999999999999999|999999999999999',
    ],
    ['passport(passportId: 1) { transfers(after: $cursor) { nodes { id } } }', 'TRANSFERS|1|'],
    [`passports(owner: "${WALLETS[1]}", before: $cursor) { nodes { id } }`, 'PASSPORTS|999999999999999|'],
    [`giveaway(id: "${giveawayIdOf(1)}") { rounds(last: 1, before: $cursor) { nodes { id } } }`, 'ROUNDS|0|'],
    [
      `giveaway(id: "${giveawayIdOf(1)}") { rounds(before: $cursor) { nodes { id } } }`,
      'ROUNDS|999999999999999|',
    ],
    [
      `round(id: "rnd_${hashOf(1).slice(2)}_0") { entries(after: $cursor) { nodes { id } } }`,
      'ENTRIES|999999999999999|',
    ],
    [
      `round(id: "rnd_${hashOf(1).slice(2)}_0") { entries { nodes { history(after: $cursor) { nodes { id } } } } }`,
      'CHANGES|999999999999999|0',
    ],
  ])('is accepted or refused, and never fails the service: %s of %s', async (selections, position) => {
    const cursor = Buffer.from(position, 'latin1').toString('base64url');
    const { status, body } = await gateway.graphql(`query ($cursor: String) { ${selections} }`, { cursor });
    expect(status).toBe(200);
    for (const { extensions } of body.errors ?? []) expect(extensions.code).toBe('INVALID_PAYLOAD');
  });
});

describe('the passports of a wallet', () => {
  const PASSPORTS = `query ($owner: Address!, $after: String) {
    passports(owner: $owner, first: 3, after: $after) { nodes { passportId } pageInfo { hasNextPage endCursor } }
  }`;

  it('are ordered by number, in pages, for any case of the address', async () => {
    const first = await read(PASSPORTS, { owner: WALLETS[3].toLowerCase() });
    expect(first.passports.nodes.map(({ passportId }: Json) => passportId)).toEqual([3, 7, 11]);
    const after = first.passports.pageInfo.endCursor;
    const second = await read(PASSPORTS, { owner: WALLETS[3], after });
    expect(second.passports.nodes.map(({ passportId }: Json) => passportId)).toEqual([15, 19, 23]);
  });

  it.each(['0x12', 'nobody', WALLETS[0].replace('A', 'a'), WALLETS[0].slice(2), 12])(
    'are refused for %j',
    async (owner) => {
      const { body } = await gateway.graphql(PASSPORTS, { owner });
      expect(body.errors[0]).toMatchObject({
        message: expect.stringMatching(/Address must be/),
        extensions: { code: 'INVALID_PAYLOAD' },
      });
    },
  );
});
