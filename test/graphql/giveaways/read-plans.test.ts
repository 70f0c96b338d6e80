import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Kind, parse, validate, type OperationDefinitionNode } from 'graphql';
import { compileReadPlan } from '../../../src/adapters/graphql/plans/reads/plan.ts';
import { createSchema } from '../../../src/adapters/graphql/gateway/schema.ts';
import { sendForBytes } from '../../support/http/bytes.ts';
import { eventually } from '../../support/eventually.ts';
import { variantsOf, type Operation } from '../../support/graphql/feed-operations.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { readOperations, type KnownReads } from '../../support/graphql/read-operations.ts';
import { giveawayIdOf, hashOf, WALLETS } from '../../support/database/read-model.ts';
import { PLACES, seedPlaces } from '../../support/database/places.ts';
import { seedSummer, SUMMER } from '../../support/database/summer.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const RUNS = process.env['DATABASE_URL'] ? 250 : 60;
const schema = createSchema();

const gateway = sharedByTests(startGateway);
let known: KnownReads;
beforeAll(async () => {
  await gateway.onDatabase(seedSummer);
  await gateway.onDatabase(seedPlaces);
  known = await findKnown(gateway);
});

const CURSORS = `{
  giveaways { edges { cursor node { rounds { edges { cursor node { id entries(first: 4) { edges { cursor } } } } } } } }
  round(id: "rnd_${hashOf(PLACES.drawn).slice(2)}_0") { id places(first: 3) { edges { cursor node { deliveries(first: 2) { edges { cursor } } } } } }
  passports(owner: "${WALLETS[3]}", first: 5) { edges { cursor node {
    entries(first: 3) { edges { cursor } } transfers(first: 3) { edges { cursor } } giveaways(first: 3) { edges { cursor } }
  } } }
  first: round(id: "rnd_${hashOf(SUMMER.drawn).slice(2)}_0") {
    entries(first: 3) { edges { node { history(first: 9) { edges { cursor } } } } }
  }
}`;

async function findKnown({ graphql }: Gateway): Promise<KnownReads> {
  const { status, body } = await eventually(
    () => graphql(CURSORS),
    (response) => response.status !== 503,
  );
  expect(status).toBe(200);
  const cursors: string[] = [];
  const rounds: string[] = [];
  JSON.stringify(body.data, (key, value: Json) => {
    if (key === 'cursor') cursors.push(value);
    if (key === 'id' && value.startsWith('rnd_')) rounds.push(value);
    return value;
  });
  return {
    cursors: [...new Set(cursors)],
    rounds: [...rounds, `rnd_${hashOf(SUMMER.later).slice(2)}_0`, `rnd_${hashOf(SUMMER.cut).slice(2)}_9`],
    giveaways: [...Object.values(SUMMER), ...Object.values(PLACES)].map(giveawayIdOf),
    providerKeys: [hashOf(7_000), hashOf(7_001), hashOf(7_002)],
    owners: [...WALLETS, WALLETS[0].toLowerCase()],
  };
}

/** Past the cache, with one request id for all, so that whole responses can be compared. */
async function query({ query, variables }: Operation): Promise<{ status: number; body: string }> {
  const { status, bytes } = await sendForBytes(
    'POST',
    `${gateway.url}/graphql`,
    {
      'content-type': 'application/json',
      authorization: `Bearer ${gateway.operatorToken}`,
      'x-request-id': 'one-id-for-all',
    },
    JSON.stringify({ query, variables }),
  );
  return { status, body: bytes.toString() };
}

// Which of several errors is reported before the data becomes null depends on timing.
function comparable({ status, body }: { status: number; body: string }): unknown {
  if (!body.startsWith('{"errors"')) return { status, body };
  const { errors, data } = JSON.parse(body) as { errors: unknown[]; data: unknown };
  return { status, data, isRefused: errors.length > 0 };
}

function isPlanned({ query }: Operation): boolean {
  const document = parse(query);
  const [operation] = document.definitions.filter(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  );
  return (
    validate(schema, document).length === 0 &&
    operation !== undefined &&
    compileReadPlan(schema, document, operation) !== undefined
  );
}

describe("an operation on the chain's read model", () => {
  it('has the same response, byte for byte, from its plan and from the ordinary executor', async () => {
    await fc.assert(
      fc.asyncProperty(readOperations(schema, known), async (operation) => {
        const { plain, full } = variantsOf(operation);
        expect(comparable(await query(plain))).toEqual(comparable(await query(full)));
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  }, 120_000);

  it('is planned when it reads a track record', async () => {
    const fields = '{ __typename giveaways medianDelay overdue: roundsOverdue }';
    const provider = '($provider: Hash!) { trackRecord(provider: $provider)';
    const written = (directive: string): Operation => ({
      query: `query ${provider} ${directive} ${fields} }`,
      variables: { provider: hashOf(7_001).toUpperCase().replace('0X', '0x') },
      operationName: undefined,
    });
    const [plain, full] = [written(''), written('@skip(if: false)')];
    expect([plain, full].map(isPlanned)).toEqual([true, false]);
    const { status, body } = await query(plain);
    expect({ status, body }).toEqual(await query(full));
    expect(JSON.parse(body).data.trackRecord).toMatchObject({ __typename: 'TrackRecord', giveaways: 5 });
  });

  it('is planned, and has a substantial response, often enough in these random operations', async () => {
    const operations = fc.sample(readOperations(schema, known), 200).map(variantsOf);
    expect(operations.filter(({ plain }) => isPlanned(plain)).length).toBeGreaterThan(120);
    expect(operations.filter(({ full }) => isPlanned(full))).toEqual([]);
    // One after the other: the gateway refuses more concurrent reads of a caller.
    const responses = [];
    for (const { plain } of operations) responses.push(await query(plain));
    const good = responses.filter(({ status, body }) => status === 200 && !body.includes('"errors"'));
    expect(good.length).toBeGreaterThan(75);
    expect(good.filter(({ body }) => body.length > 400).length).toBeGreaterThan(25);
  });
});
