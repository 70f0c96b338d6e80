import { CLICK_DAYS, type ListingClicks } from '../../../core/listings/clicks/listing-clicks.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Sql } from '../connection/sql.ts';

const ADD = {
  name: 'add-listing-clicks',
  // A listing that moved to another one with the same ID exists no more. Two instances lock the rows in the same order.
  text: `insert into listing_click (listing_id, day, clicks)
    select listing.id, added.day, added.clicks
    from unnest($1::text[], $2::date[], $3::int[]) as added (listing_id, day, clicks)
    join listing on listing.id = added.listing_id
    order by listing.id, added.day
    on conflict (listing_id, day) do update set clicks = listing_click.clicks + excluded.clicks`,
};
const OF_LISTINGS = {
  name: 'clicks-of-listings',
  text: `select listing_id, day::text, clicks from listing_click
    where listing_id = any($1::text[]) and day > $2::date - ${CLICK_DAYS} and day <= $2::date
    order by day`,
};
const WRITE_INTERVAL_MS = 5_000;
/** The most listings and days whose clicks wait in memory; clicks beyond them are lost. */
const MAX_WAITING = 10_000;

interface Waiting {
  readonly listingId: string;
  readonly day: string;
  clicks: number;
}

/** Clicks are written together, every few seconds; those of a failed write wait for the next one. */
export function createListingClicks(
  sql: Sql,
  clock: Clock,
  warn: (message: string) => void,
): ListingClicks & { close(): Promise<void> } {
  let waiting = new Map<string, Waiting>();
  let writing: Promise<void> | undefined;
  let lost = 0;

  const today = () => clock.now().toISOString().slice(0, 10);

  function add({ listingId, day, clicks }: Waiting): void {
    const key = `${day} ${listingId}`;
    const known = waiting.get(key);
    if (known) known.clicks += clicks;
    else if (waiting.size < MAX_WAITING) waiting.set(key, { listingId, day, clicks });
    else lost += clicks;
  }

  async function writeAll(): Promise<void> {
    if (lost > 0) warn(`${lost} clicks on listings were not counted: too many wait to be written.`);
    lost = 0;
    if (waiting.size === 0) return;
    const written = [...waiting.values()];
    waiting = new Map();
    const columns = [
      written.map(({ listingId }) => listingId),
      written.map(({ day }) => day),
      written.map(({ clicks }) => clicks),
    ];
    try {
      await sql.query(ADD, columns);
    } catch (error) {
      for (const one of written) add(one);
      warn(`The clicks on ${written.length} listings were not written, and wait: ${String(error)}`);
    }
  }

  const write = () => (writing ??= writeAll().finally(() => (writing = undefined)));
  const timer = setInterval(() => void write(), WRITE_INTERVAL_MS).unref();
  return {
    count: (listingId) => add({ listingId, day: today(), clicks: 1 }),
    async ofListings(listingIds) {
      const rows = await sql.query(OF_LISTINGS, [listingIds, today()]);
      return rows.map(([listingId, day, clicks]) => ({
        listingId: String(listingId),
        day: String(day),
        clicks: Number(clicks),
      }));
    },
    async close() {
      clearInterval(timer);
      await writing;
      await writeAll();
    },
  };
}
