import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

/** Indexes of the listings that have a picture. */
export class IndexesOfPictures20261126110002 extends IndexMigration {
  override readonly indexes = [
    {
      name: 'listing_uploaded_picture',
      on: 'listing (uploaded_picture) where uploaded_picture is not null',
    },
    { name: 'listing_fetched_picture', on: 'listing (fetched_picture) where fetched_picture is not null' },
  ];
}
