import { CODE_LIFETIME_MS, UNUSED_SHORT_CODES } from '../../../core/accounts/sign-in-code-rules.ts';
import type { SignInCodeStore } from '../../ports/sign-in-code-store.ts';
import type { Database } from '../connection/database.ts';

/** The number of codes that a presented code is compared with: the network's own, and the newest of others. */
const MAX_COMPARED = 1 + UNUSED_SHORT_CODES;

/** SQL: whether a code has not expired at this time. One that expires much later is of a clock that was ahead. */
const isInTime = (at: string) =>
  `expires_at > ${at} and expires_at <= ${at}::timestamptz + 2 * interval '${CODE_LIFETIME_MS} milliseconds'`;

const COUNT_UNUSED = {
  name: 'sign-in-codes-unused',
  text: `
    select count(*) from (
      select from sign_in_code where email_hash = $1 and created_at > $2 and used_at is null limit ${UNUSED_SHORT_CODES}
    ) unused`,
};
const ADD = {
  name: 'sign-in-code-add',
  text: `
    with replaced as (
      update sign_in_code set replaced_at = $4, mail = null
      where email_hash = $1 and network_hash = $2 and created_at > $4::timestamptz - interval '1 day'
        and replaced_at is null and used_at is null
    )
    insert into sign_in_code (email_hash, network_hash, code_hash, created_at, expires_at, mail)
    values ($1, $2, $3, $4, $5, $6) returning id`,
};
const FIND_MAIL = {
  name: 'sign-in-code-mail',
  text: `
    select mail from sign_in_code c
    where id = $1 and mail is not null and ${isInTime('$2')} and used_at is null and replaced_at is null
      and not exists (
        select from sign_in_code newer
        where newer.email_hash = c.email_hash and newer.network_hash = c.network_hash and newer.id > c.id
          and newer.created_at > $2::timestamptz - interval '1 day'
      )`,
};
const END_MAIL = {
  name: 'sign-in-code-mail-end',
  text: 'update sign_in_code set mail = null, refused_at = coalesce($2, refused_at) where id = $1',
};
const WAS_REFUSED = {
  name: 'sign-in-code-refused',
  text: `
    select from sign_in_code
    where email_hash = $1 and network_hash = $2 and created_at > $3::timestamptz - interval '1 day'
      and ${isInTime('$3')} and refused_at is not null limit 1`,
};
// Of one address and network only the newest code is valid, also when two were added at once and neither replaced the other. The rows
// are locked in one order and read after the lock is granted, so that concurrent attempts are all counted.
const toRedeem = ({ emailHash, networkHash, codeHash, now, attemptLimits }: PresentedHashes) => {
  const at = now.toISOString();
  const text = `
    with newest as (
      select distinct on (network_hash) id, network_hash, expires_at, used_at, replaced_at from sign_in_code
      where email_hash = ? and created_at > ?::timestamptz - interval '1 day'
      order by network_hash, id desc
    ), candidate as (
      select id from newest
      where ${isInTime('?')} and used_at is null and replaced_at is null
      order by (network_hash = ?) desc, id desc limit ${MAX_COMPARED}
    ), compared as (
      select c.id, c.network_hash = ? as own, c.code_hash = ? as is_right from sign_in_code c
      where c.id in (select id from candidate) and c.used_at is null and c.replaced_at is null
        and case when c.network_hash = ? then c.wrong_own < ? else c.wrong_elsewhere < ? end
      order by c.id for update of c
    ), hit as (
      update sign_in_code set used_at = ?
      where id = (select max(id) from compared where is_right) and used_at is null returning id
    ), missed as (
      update sign_in_code c
      set wrong_own = wrong_own + own::int, wrong_elsewhere = wrong_elsewhere + (not own)::int
      from compared where c.id = compared.id and not exists (select from compared where is_right)
    )
    select id from hit`;
  return {
    text,
    values: [
      emailHash,
      at,
      at,
      at,
      networkHash,
      networkHash,
      codeHash,
      networkHash,
      attemptLimits.own,
      attemptLimits.elsewhere,
      at,
    ],
  };
};

/** One-time codes; a row stays for a day, in which unused codes of its e-mail address are counted. */
export function createSignInCodeStore({ sql, em }: Pick<Database, 'em' | 'sql'>): SignInCodeStore {
  // In the transaction of the call, if there is one.
  const current = em().fork({ useContext: true });
  return {
    async countUnused(emailHash, since) {
      const [row] = await sql.query(COUNT_UNUSED, [emailHash, since.toISOString()]);
      return Number(row?.[0] ?? 0);
    },
    async add({ emailHash, networkHash, codeHash, now, expiresAt, mail }) {
      const values = [emailHash, networkHash, codeHash, now.toISOString(), expiresAt.toISOString(), mail];
      const [row] = await sql.query(ADD, values);
      return String(row?.[0]);
    },
    async findMail(id, now) {
      const [row] = await sql.query(FIND_MAIL, [id, now.toISOString()]);
      return row && String(row[0]);
    },
    async endMail(id, refusedAt) {
      await sql.query(END_MAIL, [id, refusedAt?.toISOString() ?? null]);
    },
    async wasRefused(emailHash, networkHash, now) {
      return (await sql.query(WAS_REFUSED, [emailHash, networkHash, now.toISOString()])).length > 0;
    },
    async redeem(presented) {
      const { text, values } = toRedeem(presented);
      return (await current.execute<unknown[]>(text, values)).length > 0;
    },
  };
}

type PresentedHashes = Parameters<SignInCodeStore['redeem']>[0];
