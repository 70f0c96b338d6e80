import { Migration } from '@mikro-orm/migrations';

/** What the feed searches: stems in addition to words, a vocabulary for typing errors, case-folded names, and whether a listing ended. */
export class SearchWords20261122000400 extends Migration {
  override up(): void {
    // Five lines of words: the first without a stemmer, then one line for each language. Stop words have no stem.
    this.addSql(`
      create function listing_search(words text) returns tsvector language sql immutable parallel safe as $$
        select array_to_tsvector(array(
          select word from unnest(string_to_array(replace(words, e'\\n', ' '), ' ')) word where word <> ''
          union all
          select unnest(ts_lexize('pg_catalog.english_stem', word))
            from unnest(string_to_array(split_part(words, e'\\n', 2), ' ')) word
          union all
          select unnest(ts_lexize('pg_catalog.russian_stem', word))
            from unnest(string_to_array(split_part(words, e'\\n', 3), ' ')) word
          union all
          select unnest(ts_lexize('pg_catalog.greek_stem', word))
            from unnest(string_to_array(split_part(words, e'\\n', 4), ' ')) word
          union all
          select unnest(ts_lexize('pg_catalog.arabic_stem', word))
            from unnest(string_to_array(split_part(words, e'\\n', 5), ' ')) word))
      $$`);
    // Two words that are one typing error apart have at least one variant in common.
    this.addSql(`
      create function search_variants(word text) returns text[] language sql immutable parallel safe as $$
        select array(
          select word union select left(word, place - 1) || substr(word, place + 1)
          from generate_series(1, length(word)) place)
      $$`);
    this.addSql(`
      create table search_word (
        word text collate "C" primary key,
        variants text[] collate "C" not null generated always as (search_variants(word)) stored
      )`);
    this.addSql('create index search_word_variants on search_word using gin (variants)');
    this.addSql(`
      alter table listing
        add column platform_key text collate "C",
        add column provider_key text collate "C",
        add column ended boolean not null default false`);
  }

  override down(): void {
    this.addSql('alter table listing drop column platform_key, drop column provider_key, drop column ended');
    this.addSql('drop table search_word');
    this.addSql('drop function search_variants(text)');
    this.addSql('drop function listing_search(text)');
  }
}
