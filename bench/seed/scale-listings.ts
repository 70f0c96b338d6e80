/** Names for the texts that a random number selects, the first most often. */
const PLATFORMS = [
  'Steam',
  'Epic',
  'GOG',
  'Itch',
  'Android',
  'iOS',
  'Xbox',
  'Switch',
  'PlayStation',
  'Browser',
];
const OPENINGS = ['Win a', 'Weekend draw', 'Giveaway', 'Community raffle', 'Last call'];
const PRIZES = [
  'deluxe key',
  'artbook',
  'season pass',
  'shop voucher',
  'mechanical keyboard',
  'mountain bicycle',
];
const SENTENCES = [
  'Free to enter, one entry a person.',
  'Open worldwide from the age of sixteen.',
  'No purchase needed.',
  'Winners are drawn live on the last day.',
  'Each newsletter sign-up counts as one entry.',
];

const KINDS = { opening: OPENINGS, prize: PRIZES, sentence: SENTENCES } as const;

const rows = Object.entries(KINDS).flatMap(([kind, texts]) =>
  texts.map((text, number) => {
    const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
    return `('${kind}', ${number}, '${text}', listing_search(e'\\n${words.join(' ')}'))`;
  }),
);

/** The frequency of each generated word: from every tenth listing to a few in ten million. */
export const RARE_WORDS = 200_000;

/** The word of this number, made of letters. */
export function wordOf(number: number): string {
  const digits = String(number).padStart(6, '0');
  return `q${digits.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`;
}

/** The same in SQL. */
const WORD = (number: string) =>
  `'q' || translate(lpad((${number})::text, 6, '0'), '0123456789', 'abcdefghij')`;

/** Publishers, texts, and the functions that generate listings. */
export const TEXTS = [
  'create temporary table seed_text (kind text, number integer, content text, words tsvector)',
  `insert into seed_text values ${rows.join(', ')}`,
  `insert into publisher (id, namespace, created_at)
   select 'pub_' || lpad(to_hex(p), 32, '0'), 'account:acc_' || lpad(to_hex(p), 32, '0'),
     date_trunc('day', now()) - interval '6 years'
   from generate_series(0, 9999) p`,
  `insert into search_word (word)
   select ${WORD('n')} from generate_series(0, ${RARE_WORDS - 1}) n
   union select unnest(tsvector_to_array(words)) from seed_text on conflict do nothing`,
  'select setseed(0.5)',
];

const power = (exponent: number, count: number) => `floor(power(random(), ${exponent}) * ${count})::integer`;
const pickText = (kind: string, count: number) => `floor(random() * ${count})::integer as ${kind}`;
const names = `array[${PLATFORMS.map((name) => `'${name}'`).join(', ')}]`;

/**
 * The listings $1 to $2 of $3, oldest first: five years of them, of which those of the last weeks have not ended; one
 * publisher has a tenth of them, and one in a hundred is verified.
 */
export const LISTINGS = `
  insert into listing (id, namespace, publisher_id, source_external_id, title, description, landing_url, provider, image,
    platform, worth, instructions, end_date, verified, status, created_at, updated_at, platform_key, provider_key, ended,
    search)
  select 'lst_' || lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || lpad(to_hex(n), 20, '0'),
    'account:acc_' || lpad(to_hex(publisher), 32, '0'), 'pub_' || lpad(to_hex(publisher), 32, '0'), 'g-' || n,
    opening.content || ' ' || prize.content || ' ' || word_one || ' ' || word_two,
    one.content || ' ' || two.content, 'https://play' || publisher || '.example/g-' || n,
    provider, case when n % 5 < 2 then 'https://play.example/' || n || '.webp' else '' end,
    platform, 'N/A', 'Sign in and press Enter.', end_date, random() < 0.01,
    case when random() < 0.03 then 'withdrawn' else 'published' end, created_at,
    created_at + random() * random() * interval '20 days', lower(platform), lower(provider),
    coalesce(end_date <= now(), false),
    opening.words || prize.words || one.words || two.words
      || listing_search(e'\\n' || lower(platform) || ' ' || lower(provider) || ' ' || word_one || ' ' || word_two)
  from (
    select n, ${pickText('opening', OPENINGS.length)}, ${pickText('prize', PRIZES.length)},
      ${pickText('one', SENTENCES.length)}, ${pickText('two', SENTENCES.length)},
      case when random() < 0.1 then 0 else ${power(2, 9_999)} + 1 end as publisher,
      (${names})[${power(2, PLATFORMS.length)} + 1] as platform,
      'Studio ' || ${WORD(power(3, 5_000))} as provider,
      ${WORD(power(4, RARE_WORDS))} as word_one, ${WORD(power(4, RARE_WORDS))} as word_two,
      created_at, case when random() < 0.9 then date_trunc('day', created_at + (1 + random() * 60) * interval '1 day') end
        as end_date
    from (
      select n, date_trunc('milliseconds', now() - interval '20 days' - (1 - n::double precision / $3) * interval '5 years')
        as created_at
      from generate_series($1::bigint, $2::bigint) n
    ) dated
  ) made
  join seed_text opening on opening.kind = 'opening' and opening.number = made.opening
  join seed_text prize on prize.kind = 'prize' and prize.number = made.prize
  join seed_text one on one.kind = 'sentence' and one.number = made.one
  join seed_text two on two.kind = 'sentence' and two.number = made.two`;
