import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

/** An index of the public listings whose image was not fetched. */
export class IndexOfUnfetchedImages20261126114202 extends IndexMigration {
  override readonly indexes = [
    {
      name: 'listing_unfetched_image',
      on: `listing (id) where status = 'published' and image <> '' and fetched_from is distinct from image
        and uploaded_picture is null and publisher_id is not null`,
    },
  ];
}
