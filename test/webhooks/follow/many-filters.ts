import type { Followers } from './followers.ts';

const AT_ONCE = 10_000;

/**
 * Adds as many webhooks as requested, each with one filter: `words` returns the search of a number, or null for a filter that every
 * listing matches.
 */
export async function addFilters(
  { query }: Followers,
  count: number,
  key: string,
  words: string,
): Promise<void> {
  // On a busy machine one statement for all would take too long.
  for (let first = 1; first <= count; first += AT_ONCE)
    await query(
      `with number as (
        select n, 'whk_' || lpad(n::text, 32, '0') as id from generate_series($1::integer, $2::integer) n
      ), added as (
        insert into webhook (id, account_id, url, events, ciphertext, nonce, tag, wrapped_key, key_id, created_at)
        select id, 'acc_' || n, 'https://receiver.example/', '{listing.published}', '', decode(repeat('00', 12), 'hex'),
          decode(repeat('00', 16), 'hex'), '', 'k1', now() from number
        returning id
      )
      insert into webhook_filter (key, webhook_id, words, include_ended)
      select ${key}, id, ${words}, false from number join added using (id)`,
      [first, Math.min(first + AT_ONCE - 1, count)],
    );
  await query('analyze webhook_filter');
  await query('analyze webhook');
}
