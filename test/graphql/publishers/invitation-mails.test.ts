import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { newEmail } from '../../support/listings.ts';
import { codeOf, decodeMail } from '../../support/mail/mail.ts';
import { startSmtp, type Smtp } from '../../support/mail/smtp.ts';
import { membersAt, type Person } from './member-calls.ts';

let smtp: Smtp;
let gateway: Gateway;
beforeAll(async () => {
  smtp = await startSmtp();
  gateway = await startGateway({ SMTP_URL: smtp.url });
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await smtp.stop();
});

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
    const isInvitation = (mail: string) => mail.includes('/publishers/');
    const invitationTo = async (email: string) => {
      const mails = await eventually(
        async () => mailsTo(email).filter(isInvitation),
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
    const queued = () => gateway.onDatabase((em) => em.execute('select id from account_mail'));
    expect(await eventually(queued, ({ length }) => length === 0, 60_000)).toEqual([]);
    for (const email of [reader, stranger]) expect(mailsTo(email).filter(isInvitation)).toHaveLength(1);
  }, 180_000);
});
