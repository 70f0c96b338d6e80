import { withDatabase } from '../../harness/servers/database.ts';
import { createRandom } from '../../seed/random.ts';
import { RARE_WORDS, wordOf } from '../../seed/scale-listings.ts';
import type { Scale } from '../../seed/scale.ts';

export interface ScaleRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly credential?: string;
}

interface Kind {
  readonly kind: string;
  readonly create: (index: number) => ScaleRequest;
}

interface Place {
  readonly updated: string;
  readonly created: string;
  readonly ends: string;
  readonly id: string;
}

const ORDERS = ['RECENTLY_UPDATED', 'NEWEST', 'ENDING_SOON'] as const;
const FEED = `query ($first: Int, $after: String, $last: Int, $before: String, $filter: FeedFilter, $orderBy: FeedOrder) {
  feed(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) {
    edges { cursor node { id title landingUrl platform provider endDate verified publisher { id } } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;
const COUNT = `query ($filter: FeedFilter) { feed(filter: $filter, first: 1) { totalCount totalCountIsExact } }`;
const FACETS = `query ($filter: FeedFilter) { feedFacets(filter: $filter) { platforms { name count } verified isExact } }`;
const OWN = `query ($after: String, $first: Int) {
  myListings(first: $first, after: $after) { edges { node { id title status } } pageInfo { endCursor } } }`;
const AUDIT = `query ($first: Int) { auditLog(first: $first) { edges { cursor node { id at action } } } }`;
const GIVEAWAYS = `query ($first: Int) { giveaways(first: $first) { nodes { id title currentRound { index state } } } }`;
const FOUND = `query ($first: Int, $filter: GiveawayFilter) { giveaways(first: $first, filter: $filter) { nodes { id title } } }`;
const HELD = `query ($first: Int) { passport(passportId: 1) { giveaways(first: $first) { nodes { id title } } } }`;
const WINS = `query ($first: Int) { passport(passportId: 1) { wins(first: $first) { nodes { id index } } } }`;
const CHARTS = `query ($round: ID!) {
  roundCharts(round: $round) { entriesOverTime { at entries } holderClasses { from holders } isSampled } }`;
const ENTRIES = `query ($id: ID!, $first: Int) {
  giveaway(id: $id) { rounds(first: 3) { nodes { index state entries(first: $first) { nodes { passport { passportId } entries } } } } } }`;

/** Every kind of read; each request of a kind has different variables. */
export async function createScaleRequests(
  url: string,
  { entries }: Scale,
  { key, operator }: { readonly key: string; readonly operator: string },
): Promise<readonly Kind[]> {
  const places = await readPlaces(url);
  const random = createRandom(14);
  const number = (below: number) => Math.floor(random() * below);
  const place = (index: number) => places[index % places.length] as Place;
  const day = () => new Date(Date.now() - number(1_500) * 86_400_000).toISOString();
  // Most searches are for common words; every third word is rare, every twentieth is misspelt.
  const word = (index: number) => {
    const one = wordOf(Math.floor(RARE_WORDS * random() ** (index % 3 === 0 ? 1 : 4)));
    return index % 20 === 0 ? `${one.slice(0, 3)}${one.slice(4)}` : one;
  };
  const filters: Readonly<Record<string, (index: number) => object>> = {
    'no filter': () => ({}),
    platform: (index) => ({ platforms: [['STEAM', 'browser', 'Epic'][index % 3]] }),
    'three platforms': () => ({ platforms: ['gog', 'itch', 'xbox'] }),
    provider: (index) => ({ providers: [`studio ${wordOf(index % 5_000)}`] }),
    verified: () => ({ verified: true }),
    'verified and platform': () => ({ verified: true, platforms: ['browser'] }),
    ends: () => ({ endsBefore: day() }),
    search: (index) => ({ search: word(index) }),
    'common search': () => ({ search: 'bicycles weekend' }),
    'search by four frequent words': (index) => ({
      search: ['win a shop voucher', 'weekend draw mountain bicycle', 'free to enter open worldwide'][
        index % 3
      ],
    }),
    'search without a match': (index) => ({ search: `zzzzz${wordOf(index)}` }),
    'search and platform': (index) => ({ search: word(index), platforms: ['steam'] }),
    'search, verified and ends': (index) => ({ search: word(index), verified: true, endsAfter: day() }),
  };
  const feeds = Object.entries(filters).flatMap(([name, filter]) =>
    ORDERS.map((orderBy, turn) => ({
      kind: `feed ${orderBy}, ${name}`,
      create: (index: number): ScaleRequest => {
        const includeEnded = index % 2 === 0;
        const size = 20 + (index % 7);
        const at = toCursor(orderBy, place(index * 31 + turn));
        // First pages, deep pages, and pages from the end.
        const page = [
          { first: size },
          { first: size, after: at },
          { last: size, before: at },
          { last: size },
        ][Math.floor(index / 2) % 4];
        return { query: FEED, variables: { ...page, orderBy, filter: { ...filter(index), includeEnded } } };
      },
    })),
  );
  const counted = ['no filter', 'platform', 'verified and platform', 'search'].flatMap((name) => [
    {
      kind: `totalCount, ${name}`,
      create: (index: number) => ({
        query: COUNT,
        variables: { filter: { ...filters[name]?.(index), endsAfter: day() } },
      }),
    },
    {
      kind: `facets, ${name}`,
      create: (index: number) => ({
        query: FACETS,
        variables: { filter: { ...filters[name]?.(index), endsBefore: day(), includeEnded: true } },
      }),
    },
  ]);
  const giveaways = Math.ceil(entries / 20_000);
  return [
    ...feeds,
    ...counted,
    {
      kind: 'own listings',
      create: (index) => ({
        query: OWN,
        variables: {
          first: 20 + (index % 50),
          after: index % 3 === 0 ? null : encode('OWN', place(index).updated, place(index).id),
        },
        credential: key,
      }),
    },
    {
      kind: 'audit log',
      create: (index) => ({ query: AUDIT, variables: { first: 1 + (index % 100) }, credential: operator }),
    },
    { kind: 'giveaways', create: (index) => ({ query: GIVEAWAYS, variables: { first: 1 + (index % 50) } }) },
    {
      kind: 'giveaways by a frequent word',
      create: (index) => ({
        query: FOUND,
        variables: { first: 1 + (index % 50), filter: { search: 'raffle' } },
      }),
    },
    {
      kind: 'giveaways by a rare word',
      create: (index) => ({
        query: FOUND,
        variables: { first: 20, filter: { search: `prize p${1_000_000 + index}` } },
      }),
    },
    {
      kind: 'giveaways of a passport',
      create: (index) => ({ query: HELD, variables: { first: 1 + (index % 100) } }),
    },
    {
      kind: 'wins of a passport',
      create: (index) => ({ query: WINS, variables: { first: 1 + (index % 100) } }),
    },
    {
      kind: 'charts of a round',
      create: (index) => ({
        query: CHARTS,
        variables: {
          round: `rnd_${number(giveaways).toString(16).padStart(64, '0')}_${index % 10}`,
        },
      }),
    },
    {
      kind: 'rounds and entries',
      create: (index) => ({
        query: ENTRIES,
        variables: {
          id: `gwy_${number(giveaways).toString(16).padStart(64, '0')}`,
          first: 10 + (index % 50),
        },
      }),
    },
  ];
}

function toCursor(order: (typeof ORDERS)[number], { updated, created, ends, id }: Place): string {
  return encode(order, { RECENTLY_UPDATED: updated, NEWEST: created, ENDING_SOON: ends }[order], id);
}

function encode(order: string, key: string, id: string): string {
  return Buffer.from(`${order}|${key}|${id}`).toString('base64url');
}

function readPlaces(url: string): Promise<Place[]> {
  return withDatabase(async (client) => {
    const { rows } = await client.query<{ updated: Date; created: Date; ends: Date; id: string }>(
      `select updated_at as updated, created_at as created, end_date as ends, id
       from listing tablesample system (1) where end_date is not null and status = 'published' limit 2000`,
    );
    return rows.map(({ updated, created, ends, id }) => ({
      updated: updated.toISOString(),
      created: created.toISOString(),
      ends: ends.toISOString(),
      id,
    }));
  }, url);
}
