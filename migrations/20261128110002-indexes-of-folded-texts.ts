import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

const SPLIT_WORDS = `to_tsvector('simple', translate(
        coalesce(texts->>'title', '') || ' ' || coalesce(texts->>'description', ''), '<>&/.:@+~-', '          '))`;

/** The index of the folded words of texts, of the words as PostgreSQL splits them where they are not folded yet, and of those texts. */
export class IndexesOfFoldedTexts20261128110002 extends IndexMigration {
  override readonly indexes = [
    { name: 'public_text_search', on: `public_text using gin (coalesce(search, ${SPLIT_WORDS}))` },
    { name: 'public_text_not_folded', on: 'public_text (hash) where search is null' },
  ];
  override readonly superseded = [
    { name: 'public_text_split_words', on: `public_text using gin (${SPLIT_WORDS})` },
  ];
}
