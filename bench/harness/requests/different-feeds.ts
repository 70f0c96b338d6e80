import { withDatabase } from '../servers/database.ts';
import type { FeedVariables } from './feed-query.ts';
import { PLATFORMS, PROVIDERS } from '../../seed/words.ts';

/** A position in the feed, in either order. */
export interface Position {
  readonly key: string;
  readonly id: string;
}

/** One page of the feed, before it is written as a server's query. */
export interface FeedPage {
  readonly first: number;
  readonly orderBy: 'RECENTLY_UPDATED' | 'NEWEST';
  readonly after: Position;
  readonly platform?: string;
  readonly provider?: string;
  readonly verified?: boolean;
}

const POSITIONS = 5_000;
// Coprime to POSITIONS: visits all of them before one repeats.
const STEP = 7_919;

// Ten shapes of a page; 20 listings on average.
const PAGE_VARIANTS: readonly ((index: number) => Omit<FeedPage, 'after'>)[] = [
  () => ({ first: 20, orderBy: 'RECENTLY_UPDATED' }),
  () => ({ first: 10, orderBy: 'RECENTLY_UPDATED' }),
  (index) => ({ first: 20, orderBy: 'RECENTLY_UPDATED', platform: choose(PLATFORMS, index) }),
  (index) => ({ first: 30, orderBy: 'RECENTLY_UPDATED', platform: choose(PLATFORMS, index) }),
  () => ({ first: 20, orderBy: 'RECENTLY_UPDATED', verified: true }),
  () => ({ first: 20, orderBy: 'NEWEST' }),
  () => ({ first: 25, orderBy: 'RECENTLY_UPDATED' }),
  (index) => ({ first: 20, orderBy: 'RECENTLY_UPDATED', platform: choose(PLATFORMS, index), verified: true }),
  (index) => ({ first: 20, orderBy: 'RECENTLY_UPDATED', provider: choose(PROVIDERS, index) }),
  () => ({ first: 15, orderBy: 'NEWEST' }),
];

/** The number of pages before one repeats. */
export const DIFFERENT_PAGES = POSITIONS * PAGE_VARIANTS.length;

/** Pages of the feed, all different, in the same sequence for every server. */
export async function createDifferentPages(): Promise<(index: number) => FeedPage> {
  const places = {
    RECENTLY_UPDATED: await readPositions('updated_at'),
    NEWEST: await readPositions('created_at'),
  };
  return (index) => {
    if (index >= DIFFERENT_PAGES)
      throw new Error('There are no more different pages: measure fewer seconds.');
    const turn = Math.floor(index / POSITIONS);
    const variant = choose(PAGE_VARIANTS, index + turn)(Math.floor(index / PAGE_VARIANTS.length));
    return { ...variant, after: choose(places[variant.orderBy], index * STEP) };
  };
}

/** The page as a query of the shared schema. */
export function toFeedVariables({
  first,
  orderBy,
  after,
  platform,
  provider,
  verified,
}: FeedPage): FeedVariables {
  return {
    first,
    orderBy,
    after: Buffer.from(`${orderBy}|${after.key}|${after.id}`).toString('base64url'),
    filter: {
      ...(platform === undefined ? {} : { platforms: [platform] }),
      ...(provider === undefined ? {} : { providers: [provider] }),
      ...(verified === undefined ? {} : { verified }),
    },
  };
}

function readPositions(column: 'updated_at' | 'created_at'): Promise<Position[]> {
  return withDatabase(async (client) => {
    const { rows } = await client.query<{ key: Date; id: string }>(
      `select ${column} as key, id from listing where status = 'published' order by ${column} desc, id desc
       limit ${POSITIONS}`,
    );
    return rows.map(({ key, id }) => ({ key: key.toISOString(), id }));
  });
}

function choose<Choice>(choices: readonly Choice[], index: number): Choice {
  return choices[index % choices.length] as Choice;
}
