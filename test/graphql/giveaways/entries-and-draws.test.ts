import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../support/http/http.ts';
import { giveawayIdOf, hashOf, WALLETS } from '../../support/database/read-model.ts';
import { SUMMER } from '../../support/database/summer.ts';
import { read, giveaway, useSummerGateway } from './summer-gateway.ts';

useSummerGateway();

describe('the entries of a round', () => {
  it('are ordered by leaf, and include those whose entries were all removed', async () => {
    const { round } = await giveaway(
      SUMMER.drawn,
      'round(index: 0) { entries { nodes { id leaf entries changedAt passport { id owner } } } }',
    );
    expect(round.entries.nodes[0]).toEqual({
      id: `ent_${hashOf(1).slice(2)}_0_1`,
      leaf: 0,
      entries: 3,
      changedAt: '2026-01-01T00:00:00.001Z',
      passport: { id: 'psp_1', owner: WALLETS[1] },
    });
    expect(round.entries.nodes.map(({ leaf, entries }: Json) => [leaf, entries])).toEqual([
      [0, 3],
      [1, 7],
      [2, 0],
    ]);
  });

  it('can be read to their end in pages', async () => {
    const leaves: number[] = [];
    let after: string | null = null;
    for (;;) {
      const { round } = await read(
        `query ($id: ID!, $after: String) { round(id: $id) {
          entries(first: 50, after: $after) { nodes { leaf } pageInfo { hasNextPage endCursor } }
        } }`,
        { id: `rnd_${hashOf(SUMMER.endless).slice(2)}_0`, after },
      );
      leaves.push(...round.entries.nodes.map(({ leaf }: Json) => leaf));
      if (!round.entries.pageInfo.hasNextPage) break;
      after = round.entries.pageInfo.endCursor;
    }
    expect(leaves).toEqual(Array.from({ length: 130 }, (_, leaf) => leaf));
  });

  it('have a history, oldest first', async () => {
    const { round } = await giveaway(
      SUMMER.drawn,
      `round(index: 0) { entries(first: 2) { nodes {
        history { nodes { id removed amount entries reasonCode evidence owner signer changedAt blockNumber transactionHash } }
        latest: history(last: 1) { nodes { id } pageInfo { hasPreviousPage } }
      } } }`,
    );
    const [first, second] = round.entries.nodes;
    expect(first.history.nodes[0]).toEqual({
      id: 'chg_10_0',
      removed: false,
      amount: 5,
      entries: 5,
      reasonCode: 65_535,
      evidence: null,
      owner: WALLETS[1],
      signer: WALLETS[0],
      changedAt: '2026-01-05T00:00:00.000Z',
      blockNumber: 10,
      transactionHash: hashOf(10),
    });
    expect(first.history.nodes.map(({ id, removed, entries }: Json) => [id, removed, entries])).toEqual([
      ['chg_10_0', false, 5],
      ['chg_12_1', true, 2],
      ['chg_13_0', false, 3],
    ]);
    expect(first.latest).toEqual({ nodes: [{ id: 'chg_13_0' }], pageInfo: { hasPreviousPage: true } });
    expect(second.history.nodes.map(({ evidence }: Json) => evidence)).toEqual([hashOf(5_100)]);
  });
});

describe('the proof of a draw', () => {
  const FIELDS = `id beacon beaconRound signature randomness total ticket settledAt blockNumber blockHash
    transactionHash round { index } winner { passportId wallet }`;
  const expected = {
    id: `drw_${hashOf(1).slice(2)}_0`,
    beacon: '0x52908400098527886E0F7030069857D2E4169EE7',
    beaconRound: 1_234,
    signature: `0x${'ab'.repeat(48)}`,
    randomness: hashOf(772),
    total: 10,
    ticket: 4,
    settledAt: '2026-02-01T00:02:00.000Z',
    blockNumber: 77,
    blockHash: hashOf(770),
    transactionHash: hashOf(771),
    round: { index: 0 },
    winner: { passportId: 2, wallet: WALLETS[2] },
  };

  it('holds everything needed to repeat the draw', async () => {
    const data = await read(`{ drawProof(giveaway: "${giveawayIdOf(1)}", round: 0) { ${FIELDS} } }`);
    expect(data.drawProof).toEqual(expected);
  });

  it('is a field of its round, too', async () => {
    const { round } = await giveaway(SUMMER.drawn, `round(index: 0) { drawProof { ${FIELDS} } }`);
    expect(round.drawProof).toEqual(expected);
  });

  it.each([
    ['that is not decided', SUMMER.carried, 0],
    ['whose winner was declared', SUMMER.cut, 1],
    ['that there is not', SUMMER.drawn, 1],
    ['below 0', SUMMER.drawn, -1],
    ['of no giveaway', 99, 0],
  ])('is null for a round %s', async (_case, number, round) => {
    const data = await read(`{ drawProof(giveaway: "${giveawayIdOf(number)}", round: ${round}) { id } }`);
    expect(data).toEqual({ drawProof: null });
  });
});
