import { beforeEach, describe, expect, it } from '@jest/globals';
import { PURGES } from '../../../src/adapters/postgres/purge/purge-statements.ts';
import { createAccountMailStore } from '../../../src/adapters/postgres/access/account-mail-store.ts';
import { createPublisherMemberStore } from '../../../src/adapters/postgres/access/publisher-member-store.ts';
import type { AccountCaller } from '../../../src/core/access/callers.ts';
import { LIMITED_USES } from '../../../src/core/access/limited-uses.ts';
import { INVITATION_DAYS, MAX_MEMBERS } from '../../../src/core/publishers/members/publisher-member-store.ts';
import { lockMembers } from '../../../src/core/publishers/members/member-rules.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { newEmail } from '../../support/listings.ts';
import { membersAt, refusalOf, type Person } from './member-calls.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(() => startGateway({ RATE_LIMIT: 'off' }));

const { call, join, membersOf, membershipsOf, person, publisherOf, query } = membersAt(() => gateway);
let owner: Person;
let guest: Person;
beforeEach(async () => {
  [owner, guest] = [await person(), await person()];
});
const invite = (by: Person, email: string, role = 'EDITOR') =>
  call(by, 'invitePublisherMember', { email, role });
const age = (email: string, days: number) =>
  gateway.onDatabase((em) =>
    em.execute("update publisher_member set invited_at = invited_at - ? * interval '1 day' where email = ?", [
      days,
      email,
    ]),
  );

describe('members of a publisher', () => {
  it('an invitation is accepted by the account of its address, and by nobody else', async () => {
    const publisher = await publisherOf(owner);
    const { data } = await invite(owner, guest.email.toUpperCase(), 'ADMIN');
    const invited = { email: guest.email, role: 'ADMIN', invitedBy: owner.email, joinedAt: null };
    expect(data.invitePublisherMember.member).toMatchObject(invited);
    const acting = { ...guest, actsFor: publisher };
    expect(refusalOf((await query(acting, '{ viewer { role } }')).body)).toBe(
      'UNAUTHORIZED PUBLISHER_FOREIGN',
    );
    const stranger = await person();
    expect(refusalOf(await call(stranger, 'acceptPublisherInvitation', { publisher }))).toBe('NOT_FOUND');
    expect(await membershipsOf(guest)).toEqual([
      { publisher: { id: publisher, name: null }, role: 'ADMIN', invitedBy: owner.email, joinedAt: null },
    ]);
    const accepted = await call(guest, 'acceptPublisherInvitation', { publisher });
    const { joinedAt } = accepted.data.acceptPublisherInvitation.membership;
    expect(joinedAt).toMatch(/^2/);
    // Repeated, it stays as it is.
    expect(await call(guest, 'acceptPublisherInvitation', { publisher })).toEqual(accepted);
    expect((await query(acting, '{ viewer { role email } myPublisher { id } }')).body.data).toEqual({
      viewer: { role: 'ADMIN', email: guest.email },
      myPublisher: { id: publisher },
    });
    const members = await membersOf(owner);
    expect(members).toMatchObject([
      { email: owner.email, role: 'OWNER', joinedAt: null },
      { email: guest.email, role: 'ADMIN', joinedAt },
    ]);
    expect(await membersOf(acting)).toEqual(members);
    // Without the header the account acts for itself.
    expect((await query(guest, '{ viewer { role } }')).body.data.viewer.role).toBe('OWNER');
    expect(await publisherOf(guest)).not.toBe(publisher);
  });

  it('an account that does not exist yet finds its invitation after the first sign-in', async () => {
    const email = newEmail();
    await invite(owner, email);
    expect(await membershipsOf(await person(email))).toMatchObject([{ role: 'EDITOR', joinedAt: null }]);
  });

  it('a removed member acts for the publisher no more, from the next request on', async () => {
    const member = await join(owner, guest, 'ADMIN');
    expect((await call(owner, 'removePublisherMember', { email: guest.email })).data).toEqual({
      removePublisherMember: { email: guest.email },
    });
    for (const document of ['{ viewer { role } }', '{ listing(id: "lst_none") { id } }'])
      expect(refusalOf((await query(member, document)).body)).toBe('UNAUTHORIZED PUBLISHER_FOREIGN');
    expect(await membershipsOf(guest)).toEqual([]);
    expect(refusalOf(await call(owner, 'removePublisherMember', { email: guest.email }))).toBe('NOT_FOUND');
    const publisher = await publisherOf(owner);
    expect(refusalOf(await call(guest, 'acceptPublisherInvitation', { publisher }))).toBe('NOT_FOUND');
  });

  it('a member leaves, and an invitation is declined', async () => {
    const publisher = await publisherOf(owner);
    const member = await join(owner, guest, 'EDITOR');
    expect((await call(member, 'leavePublisher', { publisher })).data).toEqual({
      leavePublisher: { publisher },
    });
    expect(refusalOf(await call(guest, 'leavePublisher', { publisher }))).toBe('NOT_FOUND');
    await invite(owner, guest.email);
    await call(guest, 'leavePublisher', { publisher });
    expect(await membersOf(owner)).toHaveLength(1);
  });

  it('a role changes for the next request, also that of an invitation', async () => {
    const member = await join(owner, guest, 'EDITOR');
    const change = { email: guest.email, role: 'ADMIN' };
    expect(refusalOf(await call(member, 'setPublisherMemberRole', change))).toBe('UNAUTHORIZED ROLE_MISSING');
    await call(owner, 'setPublisherMemberRole', change);
    const other = await person();
    await invite(member, other.email, 'EDITOR');
    await call(member, 'setPublisherMemberRole', { email: other.email, role: 'ADMIN' });
    expect((await membersOf(owner)).map(({ role, invitedBy }) => [role, invitedBy])).toEqual([
      ['OWNER', null],
      ['ADMIN', owner.email],
      ['ADMIN', guest.email],
    ]);
  });

  it('the owner is no member, and nobody can be made one', async () => {
    const admin = await join(owner, guest, 'ADMIN');
    const messageOf = ({ errors }: Awaited<ReturnType<typeof call>>) => errors[0].message;
    expect(messageOf(await invite(admin, owner.email))).toContain('is the address of the owner');
    expect(refusalOf(await call(admin, 'removePublisherMember', { email: owner.email }))).toBe('NOT_FOUND');
    const toOwner = { email: guest.email, role: 'OWNER' };
    expect(messageOf(await call(owner, 'setPublisherMemberRole', toOwner))).toContain('ADMIN, EDITOR');
    expect(messageOf(await invite(owner, newEmail(), 'OWNER'))).toContain('ADMIN, EDITOR');
    expect(messageOf(await invite(owner, 'no address'))).toContain('e-mail address');
  });

  it(`an invitation ends after ${INVITATION_DAYS} days, and is purged`, async () => {
    const publisher = await publisherOf(owner);
    const member = await person();
    await join(owner, member, 'EDITOR');
    await invite(owner, guest.email);
    for (const { email } of [guest, member]) await age(email, INVITATION_DAYS);
    expect(refusalOf(await call(guest, 'acceptPublisherInvitation', { publisher }))).toBe('NOT_FOUND');
    expect(await membershipsOf(guest)).toEqual([]);
    expect((await membersOf(owner)).map(({ email }) => email)).toEqual([owner.email, member.email]);
    await invite(owner, guest.email, 'ADMIN');
    expect(await membershipsOf(guest)).toMatchObject([{ role: 'ADMIN' }]);
    await age(guest.email, INVITATION_DAYS);
    const { text } = PURGES.find(({ name }) => name === 'purge-invitations') ?? { text: '' };
    await gateway.onDatabase((_em, sql) => sql.query({ name: 'purge-invitations', text }, [1_000]));
    const left = await gateway.onDatabase((em) =>
      em.execute('select email from publisher_member where publisher_id = ?', [publisher]),
    );
    expect(left).toEqual([{ email: member.email }]);
  });

  it('the activity of the owner says who did what', async () => {
    const member = await join(owner, guest, 'ADMIN');
    await query(member, 'mutation { setPublisherProfile(input: { name: "Lantern" }) { publisher { id } } }');
    await call(member, 'leavePublisher', { publisher: member.actsFor });
    const LOG = '{ viewer { id auditLog { nodes { action actor facts } } } }';
    const { viewer } = (await query(owner, LOG)).body.data;
    const entries = viewer.auditLog.nodes.map(({ action, actor, facts }: never) => [
      action,
      actor === `account:${viewer.id}` ? 'owner' : 'another',
      (facts as { member?: string }).member,
    ]);
    expect(entries.slice(0, 4)).toEqual([
      ['leavePublisher', 'another', guest.email],
      ['setPublisherProfile', 'another', guest.email],
      ['acceptPublisherInvitation', 'another', guest.email],
      ['invitePublisherMember', 'owner', undefined],
    ]);
  });
});

it('mails that wait for the mail server name the present role, and are not sent for what has ended', async () => {
  const publisherId = await publisherOf(owner);
  const waiting = async () =>
    (
      await gateway.onDatabase((em) =>
        em.execute<{ role: string }[]>(
          `select facts ->> 'role' as role from account_mail where subject = ?`,
          [publisherId],
        ),
      )
    ).map(({ role }) => role);
  const member = {
    publisherId,
    email: guest.email,
    role: 'EDITOR',
    // Later, so that no job takes the mail.
    invitedAt: new Date(Date.now() + 3_600_000),
    invitedBy: owner.email,
    joinedAt: null,
  } as const;
  const send = () =>
    gateway.onDatabase(async (em) => {
      await createPublisherMemberStore(em).put(member, null);
      await createAccountMailStore(em).queue({ kind: 'INVITED', ...member, publisherName: null });
    });
  await send();
  await send();
  expect(await waiting()).toEqual(['EDITOR']);
  await call(owner, 'setPublisherMemberRole', { email: guest.email, role: 'ADMIN' });
  expect(await waiting()).toEqual(['ADMIN']);
  await call(guest, 'acceptPublisherInvitation', { publisher: publisherId });
  expect(await waiting()).toEqual([]);
  await call(owner, 'removePublisherMember', { email: guest.email });
  await send();
  await call(owner, 'removePublisherMember', { email: guest.email });
  expect(await waiting()).toEqual([]);
});

describe('an attacker with an account', () => {
  it('finds out nothing about publishers and members of others', async () => {
    const publisher = await publisherOf(owner);
    await invite(owner, newEmail());
    const acting = { ...guest, actsFor: publisher };
    for (const actsFor of [publisher, 'pub_none', "x' or 1=1 --", `${publisher}, ${publisher}`])
      expect(refusalOf((await query({ ...guest, actsFor }, '{ publisherMembers { email } }')).body)).toBe(
        'UNAUTHORIZED PUBLISHER_FOREIGN',
      );
    expect(refusalOf(await invite(acting, guest.email, 'ADMIN'))).toBe('UNAUTHORIZED PUBLISHER_FOREIGN');
  });

  it('cannot act for a publisher by a credential that is no session', async () => {
    const member = await join(owner, guest, 'ADMIN');
    const key = await gateway.createKey(guest.email);
    for (const token of [key, gateway.operatorToken])
      expect(refusalOf((await query({ ...member, token }, '{ feed { totalCount } }')).body)).toBe(
        'UNAUTHORIZED PUBLISHER_FOREIGN',
      );
    // A key of the publisher may name it.
    const own = { ...member, token: await gateway.createKey(owner.email) };
    expect(await publisherOf(own)).toBe(member.actsFor);
  });

  it('changes no members after its removal, by a request that began before', async () => {
    const { actsFor = '' } = await join(owner, guest, 'ADMIN');
    const caller = { publisherId: actsFor, email: guest.email, role: 'ADMIN' } as AccountCaller;
    const change = () =>
      gateway.onDatabase((em) =>
        lockMembers({ publisherMembers: createPublisherMemberStore(em) }, caller, new Date()),
      );
    expect(await change()).toMatchObject([{ email: guest.email }]);
    await call(owner, 'setPublisherMemberRole', { email: guest.email, role: 'EDITOR' });
    await expect(change()).rejects.toMatchObject({ reason: 'ROLE_MISSING' });
    await call(owner, 'removePublisherMember', { email: guest.email });
    await expect(change()).rejects.toMatchObject({ reason: 'ROLE_MISSING' });
  });

  it('hides no membership behind invitations by the hundred', async () => {
    await join(owner, guest, 'EDITOR');
    await gateway.onDatabase((em) =>
      em.execute(
        `with added as (insert into publisher (id, namespace, created_at)
           select 'pub_x' || n, 'account:x' || n, now() from generate_series(1, 150) as n returning id)
         insert into publisher_member (publisher_id, email, role, invited_at, invited_by)
         select id, ?, 'EDITOR', now(), 'stranger@example.com' from added`,
        [guest.email],
      ),
    );
    const memberships = await membershipsOf(guest);
    expect([memberships.length, memberships[0]?.invitedBy]).toEqual([100, owner.email]);
    await call(guest, 'leavePublisher', { publisher: 'pub_x150' });
  });

  it(`invites at most ${LIMITED_USES['publisher-invitation'].uses} times a day`, async () => {
    const { uses } = LIMITED_USES['publisher-invitation'];
    for (let sent = 0; sent < uses; sent += 1) await invite(owner, guest.email);
    expect(refusalOf(await invite(owner, guest.email))).toMatch(/^RATE_LIMITED/);
  });

  it('cannot invite for a publisher that the operator has blocked', async () => {
    const id = await publisherOf(owner);
    await gateway.graphql(
      'mutation ($id: ID!) { blockPublisher(input: { id: $id, reason: "Scams." }) { publisher { id } } }',
      { id },
      gateway.operatorToken,
    );
    expect(refusalOf(await invite(owner, guest.email))).toBe('UNAUTHORIZED PUBLISHER_BLOCKED');
  });

  it(`fills no publisher with more than ${MAX_MEMBERS} people, also by requests at the same time`, async () => {
    const publisher = await publisherOf(owner);
    await gateway.onDatabase((em) =>
      em.execute(
        `insert into publisher_member (publisher_id, email, role, invited_at, invited_by)
         select ?, 'p' || n || '@example.com', 'EDITOR', now(), ? from generate_series(1, ?) as n`,
        [publisher, owner.email, MAX_MEMBERS - 2],
      ),
    );
    const responses = await Promise.all(Array.from({ length: 5 }, () => invite(owner, newEmail())));
    expect(responses.map(refusalOf).filter((refusal) => refusal === 'none')).toHaveLength(2);
    expect(await membersOf(owner)).toHaveLength(MAX_MEMBERS + 1);
  });
});
