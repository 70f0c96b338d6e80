import { Migration } from '@mikro-orm/migrations';

/** Indexes for giveaways by start, end and words, and the totals of rounds by block for their charts. */
export class GiveawayLists20261122004000 extends Migration {
  override up(): void {
    // The end, or the last instant of a schedule for giveaways that never end.
    const end = `coalesce(end_time, timestamptz '9999-12-31 23:59:59.999+00')`;
    this.addSql('create index giveaway_start on giveaway (start_time, id)');
    this.addSql(`create index giveaway_end on giveaway ((${end}), id) include (start_time)`);
    this.addSql(
      `create index giveaway_provider_end on giveaway (provider_key, (${end}), id) include (start_time)`,
    );
    this.addSql(
      'create index giveaway_texts on giveaway (metadata_hash, id) where metadata_hash is not null',
    );
    this.addSql(`
      create index public_text_words on public_text using gin (
        to_tsvector('simple', coalesce(texts->>'title', '') || ' ' || coalesce(texts->>'description', '')))`);

    // The total of a round after the changes of one block.
    this.addSql(`
      create table round_total (
        giveaway_id text collate "C" not null,
        round_index integer not null,
        block_number bigint not null,
        entries bigint not null,
        mined_at timestamptz(3) not null,
        primary key (giveaway_id, round_index, block_number)
      )`);
    this.addSql('create index round_total_block on round_total (block_number)');
    this.addSql(`
      insert into round_total (giveaway_id, round_index, block_number, entries, mined_at)
      select giveaway_id, round_index, block_number,
        sum(sum(case when removed then -amount else amount end))
          over (partition by giveaway_id, round_index order by block_number),
        max(changed_at)
      from entry_change
      group by giveaway_id, round_index, block_number`);
  }

  override down(): void {
    this.addSql('drop table round_total');
    for (const index of [
      'public_text_words',
      'giveaway_texts',
      'giveaway_provider_end',
      'giveaway_end',
      'giveaway_start',
    ])
      this.addSql(`drop index ${index}`);
  }
}
