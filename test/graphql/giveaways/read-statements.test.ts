import { HeaderMap } from '@apollo/server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { GraphqlContext } from '../../../src/adapters/graphql/gateway/context.ts';
import { createReadLoader } from '../../../src/adapters/graphql/plans/reads/read-loader.ts';
import { createSchema } from '../../../src/adapters/graphql/gateway/schema.ts';
import { createGraphqlServer, type GraphqlServer } from '../../../src/adapters/graphql/gateway/server.ts';
import { createChainReads } from '../../../src/adapters/postgres/read-model/read/chain-reads.ts';
import { ANONYMOUS } from '../../../src/core/access/callers.ts';
import type { ChainReads } from '../../../src/adapters/ports/chain-reads.ts';
import type { Json } from '../../support/http/http.ts';
import {
  entryRow,
  giveawayRow,
  hashOf,
  insert,
  passportRow,
  roundRow,
  setChainTime,
  WALLETS,
} from '../../support/database/read-model.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const schema = createSchema();
const opened = sharedByTests(openTestDatabase);
let graphql: GraphqlServer;
let chainReads: ChainReads;
const statements: string[] = [];
/** Changes the order of the database's rows. */
let reorder = <Row>(rows: Row[]): Row[] => rows;

beforeAll(async () => {
  chainReads = createChainReads({
    async query(statement, values) {
      statements.push(statement.text);
      return reorder(await opened.database.readSql.query(statement, values));
    },
  });
  const em = opened.database.em();
  await setChainTime(em, '2026-02-01T00:00:00Z');
  const numbers = [1, 2, 3, 4, 5];
  const carrying = { every_days: 1, active_days: 1, entries_carry_over: true };
  await insert(
    em,
    'giveaway',
    numbers.map((number) => giveawayRow(number, carrying)),
  );
  await insert(
    em,
    'passport',
    Array.from({ length: 40 }, (_, index) => passportRow(index + 1)),
  );
  const rounds = numbers.flatMap((number) => [0, 1, 2, 3].map((index) => [number, index] as const));
  await insert(
    em,
    'giveaway_round',
    rounds.map(([number, index]) => roundRow(number, index, { net_entries: 10, holders: 10 })),
  );
  await insert(
    em,
    'entry',
    rounds.flatMap(([number, index]) =>
      Array.from({ length: 10 }, (_, leaf) => entryRow(number, index, leaf, index * 10 + leaf + 1, 1)),
    ),
  );
  graphql = await createGraphqlServer({
    schema,
    introspection: false,
    failures: {
      reportFailure: (error) => {
        throw error;
      },
      notePlanFailure: () => undefined,
      noteErrors: () => undefined,
    },
    logger: pino({ level: 'silent' }),
  });
});
afterAll(() => graphql.stop());

/** Runs a query and records its statements. */
async function read(query: string): Promise<Json> {
  statements.length = 0;
  const ports = { chainReads, clock: { now: () => new Date() } };
  // The fields queried here use nothing else of their context.
  const context = {
    caller: ANONYMOUS,
    requestId: 'req',
    loaders: { reads: createReadLoader(ports) },
    ports,
    outcome: { cookies: [], cacheable: false },
  } as unknown as GraphqlContext;
  const request = {
    method: 'POST',
    headers: new HeaderMap([['content-type', 'application/json']]),
    search: '',
    body: { query },
  };
  const answered = await graphql.respond(request, () => Promise.resolve(context));
  if ('runInThread' in answered) throw new Error('This server offloads nothing.');
  const response: Json = JSON.parse(answered.body);
  expect(response.errors).toBeUndefined();
  return response;
}

const DEEP = (directive: string) => `{ giveaways(first: 5) ${directive} { nodes { giveawayId
  rounds(first: 4) { edges { cursor node { index state entriesTotal winner { passport { id } }
    entries(first: 5) { pageInfo { hasNextPage } nodes { entries leaf passport { owner tradable } round { giveaway { id } } } }
  } } }
} } }`;

describe.each([
  ['a plan', '', 1],
  ['the ordinary executor', '@include(if: true)', 3],
])('a read of three levels, answered by %s', (_case, directive, count) => {
  it(`takes ${count} statements`, async () => {
    const { data } = await read(DEEP(directive));
    const rounds = data.giveaways.nodes.flatMap(({ rounds }: Json) => rounds.edges);
    const entries = rounds.flatMap(({ node }: Json) => node.entries.nodes);
    expect([data.giveaways.nodes.length, rounds.length, entries.length]).toEqual([5, 20, 100]);
    expect(entries.every(({ passport }: Json) => passport.owner !== null)).toBe(true);
    expect(statements.length).toBe(count);
  });

  it(`takes ${count} statements from a passport, too`, async () => {
    const { data } = await read(`{ passports(owner: "${WALLETS[1]}", first: 5) ${directive} { nodes {
      entries(first: 4) { nodes { entries round { index entriesTotal state giveaway { giveawayId } }
        history(first: 2) { nodes { id } } } }
    } } }`);
    const entries = data.passports.nodes.flatMap(({ entries }: Json) => entries.nodes);
    expect(entries.length).toBe(20);
    expect(entries.every(({ round }: Json) => round.entriesTotal === (round.index + 1) * 10)).toBe(true);
    expect(statements.length).toBe(count);
  });

  it('sends no statement for empty lists', async () => {
    await read(
      `{ giveaway(id: "gwy_${hashOf(99).slice(2)}") ${directive} { rounds { nodes { entries { nodes { id } } } } } }`,
    );
    expect(statements.length).toBe(1);
  });
});

describe('the one statement of a plan', () => {
  it('may return its rows in any order', async () => {
    const expected = await read(DEEP(''));
    reorder = (rows) => rows.toReversed();
    const reversed = await read(DEEP(''));
    reorder = (rows) => rows;
    expect(statements.length).toBe(1);
    expect(reversed).toEqual(expected);
  });
});
