import type { SqlEntityManager } from '@mikro-orm/sql';
import type { DueImage, ImageFetchStore } from '../../../core/pictures/image-fetches.ts';

// An attempt whose process ended is repeated after an hour. The index has the listings of these conditions alone. Of two claims at
// the same time the second finds the row of the first, and leaves it.
const CLAIM = `
  with due as materialized (
    select l.id, l.image, l.publisher_id from listing l
      left join image_fetch f on f.listing_id = l.id and f.url = l.image
    where l.status = 'published' and l.image <> '' and l.fetched_from is distinct from l.image
      and l.uploaded_picture is null and l.publisher_id is not null
      and (f.listing_id is null or f.next_at <= now())
    order by l.id limit ?
  ), claimed as (
    insert into image_fetch (listing_id, url, attempts, next_at)
    select id, image, 1, now() + interval '1 hour' from due
    on conflict (listing_id) do update set url = excluded.url, next_at = excluded.next_at,
      attempts = case when image_fetch.url = excluded.url then image_fetch.attempts + 1 else 1 end,
      failure = case when image_fetch.url = excluded.url then image_fetch.failure end
    where image_fetch.url <> excluded.url or image_fetch.next_at <= now()
    returning listing_id, url, attempts
  )
  select listing_id, url, attempts, due.publisher_id from claimed join due on due.id = listing_id`;
const SHOW =
  'update listing set fetched_picture = ?, fetched_from = ? where id = ? and image = ? returning id';
const FORGET = 'delete from image_fetch where listing_id = ? and url = ?';
const FAIL = `
  update image_fetch set failure = ?, next_at = now() + ?::float8 * interval '1 second' where listing_id = ? and url = ?`;
const FAILURE = `
  select f.failure from listing l join image_fetch f on f.listing_id = l.id and f.url = l.image
  where l.id = ? and f.failure is not null`;

/** The attempts to fetch images, in SQL. */
export function createImageFetchStore(em: SqlEntityManager): ImageFetchStore {
  const show = async ({ listingId, url }: DueImage, picture: string | null) =>
    (await em.execute<unknown[]>(SHOW, [picture, url, listingId, url])).length > 0;
  return {
    async claimDue(limit) {
      const rows = await em.execute<DueRow[]>(CLAIM, [limit]);
      return rows.map(({ listing_id, url, attempts, publisher_id }) => ({
        listingId: listing_id,
        publisherId: publisher_id,
        url,
        attempts,
      }));
    },
    async settle(due, picture) {
      const isShown = await show(due, picture);
      await em.execute(FORGET, [due.listingId, due.url]);
      return isShown;
    },
    async fail(due, failure, retrySeconds) {
      await em.execute(FAIL, [failure, retrySeconds, due.listingId, due.url]);
      // Then it is due no more.
      if (retrySeconds === null) await show(due, null);
    },
    async findFailure(listingId) {
      const [row] = await em.execute<{ readonly failure: string }[]>(FAILURE, [listingId]);
      return row?.failure;
    },
  };
}

interface DueRow {
  readonly listing_id: string;
  readonly url: string;
  readonly attempts: number;
  readonly publisher_id: string;
}
