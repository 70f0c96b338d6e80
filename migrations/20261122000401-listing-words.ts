import { Migration } from '@mikro-orm/migrations';
import { toSearchFields } from '../src/adapters/postgres/feed/search-fields.ts';

const BATCH = 2_000;

interface Row {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly provider: string;
  readonly platform: string;
}

/** Recomputes the words of all listings by the rules of the service, and marks those that have ended. */
export class ListingWords20261122000401 extends Migration {
  override async up(): Promise<void> {
    // On large tables every index would be updated for each row: the next migration creates the indexes again.
    for (const index of Object.keys(REPLACED_INDEXES)) await this.execute(`drop index ${index}`);
    let after = '';
    for (;;) {
      const rows = (await this.execute(
        'select id, title, description, provider, platform from listing where id > ? order by id limit ?',
        [after, BATCH],
      )) as unknown as Row[];
      if (rows.length === 0) return;
      after = rows.at(-1)?.id ?? '';
      await this.execute(FILL, [JSON.stringify(rows.map((row) => ({ id: row.id, ...toSearchFields(row) })))]);
    }
  }

  override down(): void {
    // The words stay; the down migration before this one drops their columns.
    for (const [name, definition] of Object.entries(REPLACED_INDEXES))
      this.addSql(`create index ${name} on listing ${definition} where status = 'published'`);
  }
}

const REPLACED_INDEXES = {
  listing_recently_updated: '(updated_at desc, id desc)',
  listing_newest: '(created_at desc, id desc)',
  listing_ending_soon: '(ends_at, id)',
  listing_platform: '(platform, updated_at desc, id desc)',
  listing_provider: '(provider, updated_at desc, id desc)',
  listing_search: 'using gin (search)',
} as const;

const FILL = `
  with sent as (
    select id, platform_key, provider_key, words, vocabulary from json_to_recordset(?)
      as sent (id text, platform_key text, provider_key text, words text, vocabulary text)
  ), known as (
    insert into search_word (word)
    select distinct word from sent, unnest(tsvector_to_array(listing_search(vocabulary))) word
    where length(word) between 4 and 24
    on conflict do nothing
  )
  update listing l set platform_key = sent.platform_key, provider_key = sent.provider_key,
    search = listing_search(words), ended = l.ends_at <= now()
  from sent where l.id = sent.id`;
