import type { SqlEntityManager } from '@mikro-orm/sql';
import type {
  AccountMail,
  AccountMailStore,
  InvitedMail,
  KeyCreatedMail,
  PasskeyMail,
  SignedInMail,
} from '../../../core/account-mails/account-mail-store.ts';
import { toLanguage } from '../../../core/languages.ts';
import { createMailQueue } from './mail-queue.ts';

// Whoever creates keys in a row sends its account no more mails than this in an hour. The account is locked since its keys were
// counted.
const QUEUE_KEY_CREATED = `
  insert into account_mail (id, kind, subject, by, due_at)
  select ?, ?, ?, ?, ?::timestamptz
  where (
    select count(*) from api_key where account_id = ? and created_at > ?::timestamptz - interval '1 hour'
  ) <= 20
  on conflict do nothing`;
const QUEUE_WITH_FACTS = `
  insert into account_mail (id, kind, subject, by, due_at, account_id, facts)
  values (?, ?, ?, 'account', ?::timestamptz, ?, ?::jsonb)
  on conflict do nothing`;
const toIso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
// Keys and accounts are stored for ever, so that a mail finds both. An invitation goes to an address that may have no account.
const READ = `
  select m.id, m.attempts, m.kind, m.subject, m.by, m.facts::text as facts, a.id as account_id, coalesce(a.email, m.facts ->> 'to') as email,
    coalesce(a.language, invited.language) as language, k.name, k.start,
    array_to_string(k.scopes, ' ') as scopes,
    ${toIso('k.created_at')} as created_at, ${toIso('k.expires_at')} as expires_at
  from account_mail m
    left join api_key k on m.kind = 'KEY_CREATED' and k.id = m.subject
    left join user_account a on a.id = coalesce(m.account_id, k.account_id)
    left join user_account invited on invited.email = m.facts ->> 'to'
  where m.id = any(string_to_array(?, ' '))
  order by m.due_at, m.id`;

/** Mails to accounts. */
export function createAccountMailStore(em: SqlEntityManager): AccountMailStore {
  const mails = createMailQueue(em, 'account_mail');
  return {
    async queue(mail) {
      if (mail.kind === 'KEY_CREATED') {
        const { id, accountId, createdAt } = mail.apiKey;
        const at = createdAt.toISOString();
        await em.execute(QUEUE_KEY_CREATED, [`created_${id}`, mail.kind, id, mail.by, at, accountId, at]);
      } else if (mail.kind === 'INVITED') {
        const { publisherId, email, invitedAt, invitedBy, role, publisherName } = mail;
        const at = invitedAt.toISOString();
        const facts: InvitedFacts = { to: email, at, by: invitedBy, role, publisherName };
        const id = `invited_${publisherId}_${at}_${email}`;
        await em.execute(QUEUE_WITH_FACTS, [id, mail.kind, publisherId, at, null, JSON.stringify(facts)]);
      } else {
        const { id, subject, facts } = toQueued(mail);
        const values = [id, mail.kind, subject, mail.at.toISOString(), mail.accountId];
        await em.execute(QUEUE_WITH_FACTS, [...values, JSON.stringify(facts)]);
      }
    },
    async claim(now, limit) {
      const claimed = await mails.claim(now, limit);
      if (claimed.length === 0) return [];
      const rows = await em.execute<MailRow[]>(READ, [claimed.join(' ')]);
      return rows.map((row) => ({
        id: row.id,
        attempt: row.attempts,
        to: row.email,
        language: toLanguage(row.language),
        mail: toMail(row),
      }));
    },
    unclaim: mails.unclaim,
    end: mails.end,
  };
}

/** What a mail states about what happened, and whose it is. */
type StatedMail = SignedInMail | PasskeyMail;

/** What is stored of a mail besides its kind, its account and its time. */
interface Facts {
  readonly at: string;
  readonly client: string | null;
  readonly network: string;
  /** The name of the passkey; absent of sign-ins that were stored before there were any. */
  readonly passkey?: string | null;
}

/** What is stored of an invitation: its address may have no account. */
interface InvitedFacts extends Pick<InvitedMail, 'role' | 'publisherName'> {
  readonly to: string;
  readonly at: string;
  readonly by: string;
}

function toQueued(mail: StatedMail): {
  readonly id: string;
  readonly subject: string;
  readonly facts: Facts;
} {
  const { client, network } = mail;
  const [prefix, subject, passkey] =
    mail.kind === 'SIGNED_IN'
      ? ['signed_in', mail.sessionId, mail.passkey]
      : [mail.kind.toLowerCase(), mail.passkeyId, mail.name];
  return {
    id: `${prefix}_${subject}`,
    subject,
    facts: { at: mail.at.toISOString(), client, network, passkey },
  };
}

interface MailRow {
  readonly id: string;
  readonly attempts: number;
  readonly kind: AccountMail['kind'];
  readonly subject: string;
  readonly by: KeyCreatedMail['by'];
  readonly account_id: string;
  readonly email: string;
  readonly language: string | null;
  /** Of a sign-in or a passkey. */
  readonly facts: string;
  /** Of a key. */
  readonly name: string;
  readonly start: string;
  readonly scopes: string;
  readonly created_at: string;
  readonly expires_at: string | null;
}

function toMail(row: MailRow): AccountMail {
  if (row.kind === 'KEY_CREATED') return toKeyCreated(row);
  if (row.kind === 'INVITED') return toInvited(row);
  const { subject, account_id: accountId } = row;
  const { passkey = null, ...facts } = JSON.parse(row.facts) as Facts;
  const stated = { ...facts, accountId, at: new Date(facts.at) };
  return row.kind === 'SIGNED_IN'
    ? { kind: row.kind, sessionId: subject, passkey, ...stated }
    : { kind: row.kind, passkeyId: subject, name: passkey ?? '', ...stated };
}

function toInvited({ subject, facts }: MailRow): InvitedMail {
  const { to, at, by, role, publisherName } = JSON.parse(facts) as InvitedFacts;
  return {
    kind: 'INVITED',
    publisherId: subject,
    publisherName,
    email: to,
    role,
    invitedAt: new Date(at),
    invitedBy: by,
  };
}

function toKeyCreated(row: MailRow): KeyCreatedMail {
  return {
    kind: 'KEY_CREATED',
    by: row.by,
    apiKey: {
      id: row.subject,
      accountId: row.account_id,
      name: row.name,
      start: row.start,
      scopes: row.scopes.split(' '),
      createdAt: new Date(row.created_at),
      expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
    },
  };
}
