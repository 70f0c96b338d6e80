import { withDatabase } from '../harness/servers/database.ts';

/** The words that followers search for: each has one. */
export const WORDS = 20_000;

/** A word that no other of these numbers has; few begin with the same letters. */
export const wordOf = (number: number) =>
  `${((((number % WORDS) + 1) * 7_919_317) % 36 ** 5).toString(36).padStart(5, 'q')}w`;

/**
 * Adds webhooks of as many accounts, each of which follows one word of the titles; one in ten requires a platform too. No receiver
 * ever answers. The keys are those of the product.
 */
export async function addFollowers(url: string, count: number): Promise<void> {
  const words = Array.from({ length: WORDS }, (_, index) => wordOf(index));
  await withDatabase(async (client) => {
    await client.query(
      `with number as (
          select n, 'whk_' || lpad(n::text, 32, '0') as id, ($2::text[])[1 + n % cardinality($2::text[])] as word
          from generate_series(1, $1::integer) n
        ), added as (
          insert into webhook (id, account_id, url, events, ciphertext, nonce, tag, wrapped_key, key_id, created_at)
          select id, 'acc_' || n, 'https://receiver.invalid/', '{listing.published}', '',
            decode(repeat('00', 12), 'hex'), decode(repeat('00', 16), 'hex'), '', 'bench', now() from number
          returning id
        )
        insert into webhook_filter (key, webhook_id, platforms, words, include_ended)
        select 'word ' || left(word, 6), id, case when n % 10 = 0 then array['steam'] end,
          ('''' || word || ''':*')::tsquery, false from number join added using (id)`,
      [count, words],
    );
    await client.query('analyze webhook_filter');
    await client.query('analyze webhook');
  }, url);
}
