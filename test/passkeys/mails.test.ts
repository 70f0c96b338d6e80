import { expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { newEmail } from '../support/listings.ts';
import { codeOf } from '../support/mail/mail.ts';
import { startSmtp } from '../support/mail/smtp.ts';
import { addPasskey, REMOVE, signInWith } from '../support/passkeys/passkeys.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const WAIT_MS = 60_000;
const REQUEST_CODE = 'mutation ($email: String!) { requestSignInCode(input: { email: $email }) { email } }';
const SIGN_IN = `mutation ($email: String!, $code: String!) {
  signIn(input: { email: $email, code: $code }) { token }
}`;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const smtp = sharedByTests(startSmtp);
const gateway = sharedByTests(() => startGateway({ SMTP_URL: smtp.url }));

const mailsTo = (email: string) =>
  smtp.received
    .filter(({ recipients }) => recipients.includes(email))
    .map(({ text }) => text.replaceAll('=\r\n', '').replaceAll('=3D', '='));

async function signIn(email: string): Promise<string> {
  await gateway.graphql(REQUEST_CODE, { email });
  const [mail = ''] = await eventually(
    async () => mailsTo(email),
    ({ length }) => length > 0,
    WAIT_MS,
  );
  const { body } = await gateway.graphql(SIGN_IN, { email, code: codeOf(mail) });
  return String(body.data.signIn.token);
}

/** The mails of the account after that with the code, once all that are queued have been sent. */
async function noticesTo(email: string): Promise<string[]> {
  const queued = () => gateway.onDatabase((em) => em.execute<unknown[]>('select id from account_mail'));
  expect(await eventually(queued, ({ length }) => length === 0, WAIT_MS)).toEqual([]);
  return mailsTo(email).slice(1);
}

it('tell an account of a passkey that is added, signs in from a new device, and is removed', async () => {
  const email = newEmail();
  const token = await signIn(email);
  const passkey = await addPasskey(gateway, token, {}, 'My\u202E desk');
  const [added, ...more] = await noticesTo(email);
  expect(more).toEqual([]);
  expect(added).toContain('Subject: A new passkey of your account');
  expect(added).toMatch(
    /The passkey "My\s+desk" was added to your account at \d{4}-\d\d-\d\d \d\d:\d\d UTC\./,
  );
  expect(added).toContain('/access/passkeys\r\n');

  await signInWith(gateway, passkey, {}, { 'user-agent': FIREFOX });
  const signedIn = (await noticesTo(email))[1];
  expect(signedIn).toContain('Subject: A new device signed in to your account');
  expect(signedIn).toMatch(
    /Firefox, Linux signed in at .* from 127\.0\.0\.1, with the passkey "My\s+desk"\./,
  );
  expect(signedIn).not.toContain('mailbox');

  await gateway.graphql(REMOVE, { id: passkey.passkeyId }, token);
  const removed = (await noticesTo(email))[2];
  expect(removed).toContain('Subject: A passkey of your account was removed');
  expect(removed).toMatch(/The passkey "My\s+desk" was removed from your account/);
}, 120_000);
