import { giveawayId } from '../../seed/giveaways.ts';
import { postJson, toRequestBytes } from './request.ts';

/** The readers. */
export interface ReaderSettings {
  readonly port: number;
  readonly connections: number;
}

/** The outcome of their requests. */
export interface ReaderReport {
  /** Responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly longestMs: number;
  readonly perSecond?: number;
}

const LISTING = `id sourceExternalId title description landingUrl provider image platform worth instructions endDate
  verified createdAt updatedAt publisher { id kind createdAt }`;
const EDGES = `edges { cursor node { ${LISTING} } } pageInfo { hasNextPage endCursor }`;
// Names that no listing has: every listing that matches the other conditions is read in vain.
const UNKNOWN = ['none of these', 'nor this'];
const ROUNDS = `rounds(first: 5) { nodes { id index entriesTotal holders entries(first: 100) { nodes { id leaf entries changedAt
  passport { id passportId owner maxTransfers transfersUsed mintedAt } } } } }`;

/**
 * The most expensive requests that anyone may send: searches, counts, filters that match nothing, whole pages and nested
 * reads, near the limit of cost. `number` makes them different each time, so that no cache helps.
 */
export function costlyRequests(number: number): readonly Buffer[] {
  // A different instant each time with the same result.
  const endsAfter = new Date(Date.UTC(2020, 0, 1) + (number + 2) * 1_000).toISOString();
  const feed = (args: string, filter: string, selection = EDGES) =>
    query(
      `{ feed(${args}, filter: { includeEnded: true, endsAfter: "${endsAfter}"${filter} }) { ${selection} } }`,
    );
  const several = (count: number, selection: (index: number) => string) =>
    query(`{ ${Array.from({ length: count }, (_, index) => `a${index}: ${selection(index)}`).join(' ')} }`);
  const giveaway = (index: number) => giveawayId(Math.abs(number * 7 + index) % 200);
  const unknown = `, platforms: ${JSON.stringify(UNKNOWN)}`;
  return [
    feed('first: 100', ', search: "a"'),
    feed('first: 100', ', search: "s k"'),
    feed('first: 100', ', search: "key zzzzzz"'),
    feed('first: 1', ', search: "a b c d e"'),
    feed('first: 100, orderBy: ENDING_SOON', ', search: "the"'),
    feed('last: 100', ', search: "a"'),
    feed('first: 1', ', search: "a"', 'totalCount'),
    feed('first: 1', ', search: "s"', 'totalCount'),
    feed('first: 1', '', 'totalCount'),
    feed('first: 1', ', verified: false', 'totalCount'),
    feed('first: 100', unknown),
    feed('first: 100, orderBy: ENDING_SOON', unknown),
    feed('first: 100, orderBy: NEWEST', `, providers: ${JSON.stringify(UNKNOWN)}, verified: true`),
    feed('last: 100, orderBy: NEWEST', ', platforms: ["steam", "web", "itch"], providers: ["none", "no"]'),
    feed('first: 100, orderBy: ENDING_SOON', ''),
    several(
      10,
      (index) =>
        `feed(first: ${20 + index}, filter: { search: "a", endsAfter: "${endsAfter}" }) { ${EDGES} }`,
    ),
    several(3, (index) => `giveaway(id: "${giveaway(index)}") { id ${ROUNDS} }`),
    query(
      `{ giveaway(id: "${giveaway(0)}") { id key ${ROUNDS} } feed(first: 100, filter: { endsAfter: "${endsAfter}" }) { ${EDGES} } }`,
    ),
    get(`/feed.json?first=100&search=a&endsAfter=${endsAfter}`),
    get(`/feed.atom?first=100&search=s&endsAfter=${endsAfter}`),
  ];
}

const query = (text: string) => postJson('/graphql', JSON.stringify({ query: text }));
const get = (path: string) => toRequestBytes({ method: 'GET', path, headers: {} });
