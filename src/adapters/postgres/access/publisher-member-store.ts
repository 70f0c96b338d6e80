import type { SqlEntityManager } from '@mikro-orm/sql';
import {
  INVITATION_DAYS,
  type MemberRole,
  type PublisherMember,
  type PublisherMemberStore,
} from '../../../core/publishers/members/publisher-member-store.ts';
import { draftHolder } from '../../../core/listings/drafts/draft-holder.ts';

const toMs = (column: string) => `(extract(epoch from ${column}) * 1000)::float8 as ${column}`;
const MEMBERS = `
  select publisher_id, email, role, ${toMs('invited_at')}, invited_by, ${toMs('joined_at')}
  from publisher_member
  where (joined_at is not null or invited_at > ?::timestamptz - interval '${INVITATION_DAYS} days')`;
const OLDEST_FIRST = 'order by publisher_member.invited_at, email';
// Strangers send invitations.
const MEMBERSHIPS_FIRST =
  'order by publisher_member.joined_at is null, publisher_member.invited_at desc, publisher_id limit 100';
const FIND = `
  select m.publisher_id, m.role, p.namespace from publisher_member m join publisher p on p.id = m.publisher_id
  where m.publisher_id = ? and m.account_id = ?`;
const KEEP = 'select role from publisher_member where publisher_id = ? and account_id = ? for key share';
const LOCK = 'select id from publisher where id = ? for no key update';
const PUT = `
  insert into publisher_member (publisher_id, email, account_id, role, invited_at, invited_by, joined_at)
  values (?, ?, ?, ?, ?::timestamptz, ?, ?::timestamptz)
  on conflict (publisher_id, email) do update set
    account_id = excluded.account_id, role = excluded.role, invited_at = excluded.invited_at,
    invited_by = excluded.invited_by, joined_at = excluded.joined_at`;
const SET_ROLE = 'update publisher_member set role = ? where publisher_id = ? and email = ?';
const REMOVE = 'delete from publisher_member where publisher_id = ? and email = ? returning account_id';
const DELETE_DRAFTS = 'delete from listing_draft where account_id = ?';

// A mail that waits, while the mail server is away for hours, says what is true when it is sent.
const MAILS = `account_mail where kind = 'INVITED' and subject = ? and facts ->> 'to' = ?`;
const DROP_MAILS = `delete from ${MAILS}`;
const SET_ROLE_OF_MAILS = `
  update account_mail set facts = jsonb_set(facts, '{role}', to_jsonb(?::text))
  where id in (select id from ${MAILS})`;

/** Members of publishers in SQL. */
export function createPublisherMemberStore(em: SqlEntityManager): PublisherMemberStore {
  const list = async (rest: string, now: Date, value: string) =>
    (await em.execute<MemberRow[]>(`${MEMBERS} and ${rest}`, [now, value])).map(toMember);
  return {
    async lock(publisherId) {
      await em.execute(LOCK, [publisherId]);
    },
    membersOf: (publisherId, now) => list(`publisher_id = ? ${OLDEST_FIRST}`, now, publisherId),
    membershipsOf: (email, now) => list(`email = ? ${MEMBERSHIPS_FIRST}`, now, email),
    async find(publisherId, accountId) {
      const [row] = await em.execute<MembershipRow[]>(FIND, [publisherId, accountId]);
      return row && { publisherId: row.publisher_id, namespace: row.namespace, role: row.role };
    },
    async keep(publisherId, accountId) {
      return (await em.execute<unknown[]>(KEEP, [publisherId, accountId])).length > 0;
    },
    async put({ publisherId, email, role, invitedAt, invitedBy, joinedAt }, accountId) {
      await em.execute(PUT, [publisherId, email, accountId, role, invitedAt, invitedBy, joinedAt]);
      await em.execute(DROP_MAILS, [publisherId, email]);
    },
    async setRole(publisherId, email, role) {
      await em.execute(SET_ROLE, [role, publisherId, email]);
      await em.execute(SET_ROLE_OF_MAILS, [role, publisherId, email]);
    },
    async remove(publisherId, email) {
      const [removed] = await em.execute<{ readonly account_id: string | null }[]>(REMOVE, [
        publisherId,
        email,
      ]);
      await em.execute(DROP_MAILS, [publisherId, email]);
      const accountId = removed?.account_id ?? null;
      if (accountId !== null) await em.execute(DELETE_DRAFTS, [draftHolder({ accountId, publisherId })]);
    },
  };
}

interface MembershipRow {
  readonly publisher_id: string;
  readonly namespace: string;
  readonly role: MemberRole;
}

interface MemberRow {
  readonly publisher_id: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly invited_at: number;
  readonly invited_by: string;
  readonly joined_at: number | null;
}

function toMember(row: MemberRow): PublisherMember {
  const { publisher_id: publisherId, email, role, invited_by: invitedBy, joined_at: joinedAt } = row;
  return {
    publisherId,
    email,
    role,
    invitedAt: new Date(row.invited_at),
    invitedBy,
    joinedAt: joinedAt === null ? null : new Date(joinedAt),
  };
}
