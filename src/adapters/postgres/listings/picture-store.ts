import type { SqlEntityManager } from '@mikro-orm/sql';
import type { PictureSpace, PictureStore } from '../../../core/pictures/picture-store.ts';
import { PICTURE_SIZES, type PictureSize } from '../../../core/pictures/picture.ts';
import { ListingEntity } from '../connection/entities.ts';
import { toListing } from './listing-store.ts';

const KEEP = 'update picture set kept_at = now() where publisher_id = ? and id = ? returning true as is_kept';
const USED = `
  select coalesce(sum(bytes), 0)::float8 as in_all,
    coalesce(sum(bytes) filter (where publisher_id = ?), 0)::float8 as of_publisher
  from picture`;
const USED_BY = 'select coalesce(sum(bytes), 0)::float8 as of_publisher from picture where publisher_id = ?';
// Two pictures that are added at once must not both take up the last space.
const ADDING = `select pg_advisory_xact_lock(hashtextextended('adding pictures', 0))`;
const ADD = `
  insert into picture (publisher_id, id, bytes, ${PICTURE_SIZES.join(', ')})
  values (?, ?, ?, ${PICTURE_SIZES.map(() => `decode(?, 'base64')`).join(', ')})
  on conflict (publisher_id, id) do nothing`;
const findFile = (size: PictureSize) => `
  select encode(${size}, 'base64') as file from picture
  where id = ? and (publisher_id = ?
    or publisher_id in (select m.publisher_id from publisher_member m where m.account_id = ?)
    or exists (select from listing l where l.uploaded_picture = picture.id and l.status = 'published')
    or exists (
      select from listing l
      where l.fetched_picture = picture.id and l.fetched_from = l.image and l.status = 'published'
    ))
  limit 1`;
const FIND_FILE = Object.fromEntries(PICTURE_SIZES.map((size) => [size, findFile(size)])) as Record<
  PictureSize,
  string
>;

interface UsedRow {
  readonly in_all: number;
  readonly of_publisher: number;
}

/** Pictures in SQL: their files are texts in base64 on the way. */
export function createPictureStore(em: SqlEntityManager): PictureStore {
  // A picture that is kept has another row version, so that a deletion that began before does not find it.
  const keep = async (publisherId: string, id: string) =>
    (await em.execute<unknown[]>(KEEP, [publisherId, id])).length > 0;
  return {
    keep,
    async add(publisherId, picture, space) {
      if (await keep(publisherId, picture.id)) return undefined;
      const files = PICTURE_SIZES.map((size) => picture[size]);
      const bytes = files.reduce((sum, file) => sum + file.length, 0);
      const texts = files.map((file) => Buffer.from(file).toString('base64'));
      return em.transactional(async (unit) => {
        await unit.execute(ADDING);
        const [used] = await unit.execute<UsedRow[]>(USED, [publisherId]);
        const full = (limit: keyof PictureSpace, taken = 0) => taken + bytes > space[limit];
        if (full('ofPublisher', used?.of_publisher)) return 'ofPublisher';
        if (full('inAll', used?.in_all)) return 'inAll';
        await unit.execute(ADD, [publisherId, picture.id, bytes, ...texts]);
        return undefined;
      });
    },
    async usedBy(publisherId, { ofPublisher }) {
      const [used] = await em.execute<Pick<UsedRow, 'of_publisher'>[]>(USED_BY, [publisherId]);
      return (used?.of_publisher ?? 0) / ofPublisher;
    },
    async setUploaded(listingId, id) {
      await em.nativeUpdate(ListingEntity, { id: listingId }, { uploadedPicture: id });
      return toListing(await em.findOne(ListingEntity, { id: listingId }, { refresh: true }));
    },
    async find(id, size, reader) {
      const { publisherId = '', accountId = null } = reader ?? {};
      const values = [id, publisherId, accountId];
      const [row] = await em.execute<{ readonly file: string }[]>(FIND_FILE[size], values);
      return row && Buffer.from(row.file, 'base64');
    },
  };
}
