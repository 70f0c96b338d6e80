import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Kind, parse, validate, type OperationDefinitionNode } from 'graphql';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { compileReadPlan } from '../../src/adapters/graphql/plans/reads/plan.ts';
import { createSchema } from '../../src/adapters/graphql/gateway/schema.ts';
import { sendForBytes } from '../support/http/bytes.ts';
import type { KnownValues } from '../support/graphql/feed-arguments.ts';
import { feedOperations, variantsOf, type Operation } from '../support/graphql/feed-operations.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { draft, legacyDraft } from '../support/listings.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const RUNS = 120;
// Errors carry the id of their request: with one id for all, whole responses can be compared.
const REQUEST_ID = { 'x-request-id': 'one-id-for-all' };

const gateway = sharedByTests(startGateway);
let known: KnownValues;
beforeAll(async () => {
  known = await fill(gateway);
});

const FACTS = [
  { regions: ['DE', 'AT'], minimumAge: 18, prizes: 10, kind: 'PRIZE', allocation: 'DRAW' },
  {},
  { kind: 'FREEBIE', allocation: 'FIRST_COME', minimumAge: 0 },
  { regions: ['CH'], prizes: 1 },
];

/** Publishes listings of all kinds; returns the values that operations can refer to. */
async function fill({
  createKey,
  publish,
  graphql,
  withdraw,
  operatorToken,
  onDatabase,
}: Gateway): Promise<KnownValues> {
  const keys = await Promise.all([createKey(), createKey()]);
  for (let index = 0; index < 24; index += 1) {
    const sent = draft({
      title: [
        'A week by the sea',
        'Win a PS5 🎮',
        'رحلة مجاني',
        '东京三日游',
        '"Quoted" \\ \u2028 </script>',
      ][index % 5],
      platform: ['steam', 'epic', undefined][index % 3],
      provider: index % 4 === 0 ? 'sea' : undefined,
      image: index % 2 === 0 ? 'https://publisher.example.com/a.png' : undefined,
      endDate: ['2090-01-01T00:00:00Z', undefined, '2001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'][index % 4],
    });
    const { body } = await publish(keys[index % 2], sent);
    if (index % 3 === 0)
      await graphql(
        'mutation ($input: PublishListingInput!) { publishListing(input: $input) { listing { id } } }',
        { input: { ...sent, facts: FACTS[index % FACTS.length] } },
        keys[index % 2],
      );
    if (index % 6 === 0)
      await graphql(
        `mutation { verifyListing(input: { id: "${body.listing.id}" }) { listing { id } } }`,
        {},
        operatorToken,
      );
    if (index % 7 === 0) await withdraw(keys[index % 2] ?? '', sent['sourceExternalId']);
  }
  await graphql(
    'mutation ($listings: [PublishLegacyListingInput!]!) { importLegacyListings(input: { listings: $listings }) { imported } }',
    { listings: [legacyDraft({ title: 'Nobody owns the sea' }), legacyDraft()] },
    operatorToken,
  );
  // One of the two publishers has a proven domain, the other one claims it.
  await onDatabase((em) =>
    em.execute(`update publisher set domain = 'example.org', domain_checked_at = date_trunc('second', now()),
      domain_proven_at = case when id = (select min(id) from publisher) then date_trunc('second', now()) end`),
  );
  // Some have a picture that was sent, some one of their image, and some one of another image.
  const id = `${'5f'.repeat(32)}-1280x853`;
  await onDatabase((em) =>
    em.execute(
      `update listing set uploaded_picture = case when platform = 'steam' then ? end,
        fetched_picture = ?, fetched_from = case when provider = 'sea' then image else 'another' end`,
      [id, id.replace('5f', '6a')],
    ),
  );
  const cursors: string[] = [];
  const ids: string[] = [];
  for (const order of ['RECENTLY_UPDATED', 'NEWEST', 'ENDING_SOON']) {
    const { body } = await graphql(
      `{ feed(first: 100, orderBy: ${order}, filter: { includeEnded: true }) { edges { cursor node { id publisher { id } } } } }`,
    );
    const edges: Json[] = body.data.feed.edges;
    cursors.push(...edges.filter((_, index) => index % 5 === 0).map(({ cursor }) => cursor));
    ids.push(edges[0].node.id, edges[0].node.publisher?.id ?? 'pub_none');
  }
  return { cursors, ids };
}

interface Shown {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: string;
}

async function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Shown> {
  const response = await sendForBytes(method, `${gateway.url}${path}`, { ...REQUEST_ID, ...headers }, body);
  return { status: response.status, type: response.headers['content-type'], body: response.bytes.toString() };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const post = (operation: Operation, headers: Record<string, string> = {}) =>
  send('POST', '/graphql', { ...JSON_TYPE, ...headers }, JSON.stringify(operation));
const get = (parameters: Record<string, string | undefined>) => {
  const definedParameters = Object.entries(parameters).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return send('GET', `/graphql?${new URLSearchParams(definedParameters).toString()}`, {
    'apollo-require-preflight': '1',
  });
};

/**
 * The response of the whole of Apollo and the ordinary executor: a credential bypasses the cache, and the directive the
 * plan.
 */
const slowly = (operation: Operation, headers: Record<string, string> = {}) =>
  post(operation, { ...headers, authorization: `Bearer ${gateway.operatorToken}` });

// What clients send, and values that are hard to weigh.
const ACCEPTS = [
  'application/json',
  'application/graphql-response+json,application/json;q=0.9',
  'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
  'application/json;q=0, */*',
  'APPLICATION/*;q=0.5, application/graphql-response+json;charset=utf-8',
  'application/json;callbackSpec=1.0',
  'application/json;charset=latin1',
  'application/graphql-response+json;q="0.1", application/json;q=much, ,/;',
  'text/html, image/*;q=0.8',
  'application/json;q=0',
];

async function threeTimes(query: () => Promise<Shown>): Promise<Shown[]> {
  return [await query(), await query(), await query()];
}

const schema = createSchema();
function isPlanned({ query, operationName }: Operation): boolean {
  const document = parse(query);
  const operations = document.definitions.filter(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const operation = operations.find(({ name }) => name?.value === operationName) ?? operations[0];
  return (
    validate(schema, document).length === 0 &&
    operation !== undefined &&
    compileReadPlan(schema, document, operation)?.name === 'feed'
  );
}

describe('an operation on the feed', () => {
  it('has the same response, byte for byte, from the plan, from the cache, by POST and by GET as from the whole executor', async () => {
    await fc.assert(
      fc.asyncProperty(feedOperations(known), async (operation) => {
        const { plain, full } = variantsOf(operation);
        const expected = await slowly(full);
        const { query, variables, operationName } = plain;
        const parameters = { variables: JSON.stringify(variables), operationName };
        const hash = createHash('sha256').update(query).digest('hex');
        const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hash } });

        expect(await slowly(plain)).toEqual(expected);
        for (const shown of await threeTimes(() => post(plain))) expect(shown).toEqual(expected);
        for (const shown of await threeTimes(() => get({ ...parameters, query })))
          expect(shown).toEqual(expected);
        const registered = await get({ ...parameters, query, extensions });
        expect(registered).toEqual(expected);
        if (expected.status !== 200) return;
        for (const shown of await threeTimes(() => get({ ...parameters, extensions })))
          expect(shown).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(ACCEPTS)(
    'has the same response and type from the plan as from the whole executor for the Accept %s',
    async (accept) => {
      for (const query of [
        '{ feed(first: 2) { edges { node { id title } } } }',
        '{ feed(first: 2) { edges { node { id nothing } } } }',
        '{ feed(first: 2',
        '{ feed(first: 2000) { edges { node { id } } } }',
        '{ __typename }',
      ]) {
        const operation = { query, variables: {}, operationName: undefined };
        const expected = await slowly(operation, { accept });
        for (const shown of await threeTimes(() => post(operation, { accept })))
          expect(shown).toEqual(expected);
      }
    },
  );

  it('is planned for the list of listings of the site', () => {
    const query = readFileSync('web/documents/feed.graphql', 'utf8');
    const [feed = ''] = /^query Feed\([^]*?^}$/m.exec(query) ?? [];
    const fragments = ['Card', 'Facts'].map(
      (name) => new RegExp(`^fragment ${name} [^]*?^}$`, 'm').exec(query)?.[0] ?? '',
    );
    expect(fragments[0]).toContain('domain');
    const document = [feed, ...fragments].join('\n');
    expect(isPlanned({ query: document, variables: {}, operationName: 'Feed' })).toBe(true);
  });

  it('is planned often enough in these random operations', () => {
    const operations = fc.sample(feedOperations(known), 300);
    const planned = operations.filter((operation) => isPlanned(variantsOf(operation).plain));
    expect(planned.length).toBeGreaterThan(60);
    expect(operations.filter((operation) => isPlanned(variantsOf(operation).full))).toEqual([]);
  });
});
