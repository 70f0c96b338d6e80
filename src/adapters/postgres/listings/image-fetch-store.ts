import type { SqlEntityManager } from '@mikro-orm/sql';
import type { DueImage, ImageFetchStore } from '../../../core/pictures/image-fetches.ts';

// The index has the listings of these conditions alone.
const DUE = `
  from listing l left join image_fetch f on f.listing_id = l.id and f.url = l.image
  where l.status = 'published' and l.image <> '' and l.fetched_from is distinct from l.image
    and l.uploaded_picture is null and l.publisher_id is not null
    and (f.listing_id is null or f.next_at <= now())`;
const nextPublisher = (after: string) => `
  select l.publisher_id ${DUE} and l.publisher_id > ${after} order by l.publisher_id limit 1`;
// An attempt whose process ended is repeated after an hour. Of two claims at the same time the second finds the row of the first, and
// leaves it.
const CLAIM = `
  with recursive asked as (
    select ?::text as after, ?::integer as most, ?::integer as of_publisher
  ), turn as (
    select next.publisher_id, 1 as position from asked, lateral (${nextPublisher('asked.after')}) next
    union all
    select next.publisher_id, turn.position + 1
    from turn, asked, lateral (${nextPublisher('turn.publisher_id')}) next where turn.position < asked.most
  ), due as materialized (
    select own.id, own.image, turn.publisher_id
    from turn, asked, lateral (
      select l.id, l.image, row_number() over (order by l.id) as number ${DUE}
        and l.publisher_id = turn.publisher_id
      order by l.id limit asked.of_publisher
    ) own
    order by own.number, turn.position limit (select most from asked)
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
const RELEASE = `
  update image_fetch set attempts = attempts - 1, next_at = now() where listing_id = ? and url = ? and attempts = ?`;
const FAILURE = `
  select f.failure from listing l join image_fetch f on f.listing_id = l.id and f.url = l.image
  where l.id = ? and f.failure is not null`;

/** The attempts to fetch images, in SQL. */
export function createImageFetchStore(em: SqlEntityManager): ImageFetchStore {
  const show = async ({ listingId, url }: DueImage, picture: string | null) =>
    (await em.execute<unknown[]>(SHOW, [picture, url, listingId, url])).length > 0;
  return {
    async claimDue(limit, after) {
      const rows = await em.execute<DueRow[]>(CLAIM, [after, limit, after === '' ? limit : 1]);
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
    async release({ listingId, url, attempts }) {
      await em.execute(RELEASE, [listingId, url, attempts]);
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
