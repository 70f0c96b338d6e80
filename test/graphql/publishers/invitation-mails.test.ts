import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { newEmail } from '../../support/listings.ts';
import { codeOf, decodeMail } from '../../support/mail/mail.ts';
import { startSmtp } from '../../support/mail/smtp.ts';
import { membersAt, type Person } from './member-calls.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(180_000);

const smtp = sharedByTests(startSmtp);
const gateway = sharedByTests(() => startGateway({ SMTP_URL: smtp.url }));

const isInvitation = (mail: string) => mail.includes('/publishers/');
const invitationsTo = (email: string) => mailsTo(email).filter(isInvitation);
const untilAllAreSent = () =>
  eventually(
    () => gateway.onDatabase((em) => em.execute('select id from account_mail')),
    ({ length }) => length === 0,
    60_000,
  );
const { call, publisherOf, query } = membersAt(() => gateway);
const mailsTo = (email: string) =>
  smtp.received.filter(({ recipients }) => recipients.includes(email)).map(({ text }) => decodeMail(text));
const untilMailed = async (email: string) =>
  (
    await eventually(
      async () => mailsTo(email),
      ({ length }) => length > 0,
      60_000,
    )
  )[0] ?? '';
async function signIn(): Promise<Person> {
  const email = newEmail();
  await gateway.graphql('mutation ($e: String!) { requestSignInCode(input: { email: $e }) { email } }', {
    e: email,
  });
  const { body } = await gateway.graphql(
    'mutation ($e: String!, $c: String!) { signIn(input: { email: $e, code: $c }) { token } }',
    { e: email, c: codeOf(await untilMailed(email)) },
  );
  return { email, token: body.data.signIn.token };
}

describe('an invitation', () => {
  it('is mailed once, in the language of its account or in English, and its name cannot add a line', async () => {
    const owner = await signIn();
    const SET =
      'mutation ($name: String) { setPublisherProfile(input: { name: $name }) { publisher { id } } }';
    await query(owner, SET, { name: 'Lantern\u2028Road' });
    const [reader, stranger] = [newEmail(), newEmail()];
    await gateway.createKey(reader);
    await gateway.onDatabase((em) =>
      em.execute("update user_account set language = 'de' where email = ?", [reader]),
    );
    for (const [email, role] of [
      [reader, 'ADMIN'],
      [stranger, 'EDITOR'],
    ])
      await call(owner, 'invitePublisherMember', { email, role });
    const invitationTo = async (email: string) => {
      const mails = await eventually(
        async () => invitationsTo(email),
        ({ length }) => length > 0,
        60_000,
      );
      return mails[0] ?? '';
    };
    const german = await invitationTo(reader);
    expect(german).toContain('Eine Einladung, für einen Veranstalter zu handeln');
    expect(german).toContain(`${owner.email} lädt Sie ein, für den Veranstalter „Lantern Road“ zu handeln`);
    expect(german).toContain('Als Administrator');
    const english = await invitationTo(stranger);
    expect(english).toContain(`${owner.email} invites you to act for the publisher "Lantern Road"`);
    expect(english).toContain(`/publishers/${await publisherOf(owner)}`);
    expect(english).toContain(`sign in with ${stranger} within 14 days`);
    await untilAllAreSent();
    for (const email of [reader, stranger]) expect(invitationsTo(email)).toHaveLength(1);
  });

  it('is one mail when it is sent again within minutes, also at once, and another one later or with another role', async () => {
    const owner = await signIn();
    const [email, other] = [newEmail(), newEmail()];
    const invite = (to: string, role = 'EDITOR') => call(owner, 'invitePublisherMember', { email: to, role });
    const first = await invite(email);
    await untilAllAreSent();
    expect(invitationsTo(email)).toHaveLength(1);

    expect(await invite(email)).toEqual(first);
    const [one, two] = await Promise.all([invite(other), invite(other)]);
    expect(one).toEqual(two);
    await untilAllAreSent();
    expect([email, other].map((to) => invitationsTo(to).length)).toEqual([1, 1]);

    await invite(email, 'ADMIN');
    await gateway.onDatabase((em) =>
      em.execute(
        `update publisher_member set invited_at = invited_at - interval '6 minutes' where email = ?`,
        [other],
      ),
    );
    await invite(other);
    await untilAllAreSent();
    expect([email, other].map((to) => invitationsTo(to).length)).toEqual([2, 2]);
  });
});
