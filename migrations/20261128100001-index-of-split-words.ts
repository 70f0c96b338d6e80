import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

/**
 * The index of the words of providers' texts, without the signs that made several words one address, tag or number. Instances of 0.1.0
 * read `public_text_words`, which goes one release later.
 */
export class IndexOfSplitWords20261128100001 extends IndexMigration {
  override readonly indexes = [
    {
      name: 'public_text_split_words',
      on: `public_text using gin (to_tsvector('simple', translate(
        coalesce(texts->>'title', '') || ' ' || coalesce(texts->>'description', ''), '<>&/.:@+~-', '          ')))`,
    },
  ];
}
