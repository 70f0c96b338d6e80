import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

const UNFETCHED = `where status = 'published' and image <> '' and fetched_from is distinct from image
  and uploaded_picture is null and publisher_id is not null`;

/** The index of public listings whose image was not fetched, by publisher, so that publishers take turns. */
export class ImagesByPublisher20261126161002 extends IndexMigration {
  override readonly indexes = [
    { name: 'listing_unfetched_of_publisher', on: `listing (publisher_id, id) ${UNFETCHED}` },
  ];
  override readonly superseded = [{ name: 'listing_unfetched_image', on: `listing (id) ${UNFETCHED}` }];
}
