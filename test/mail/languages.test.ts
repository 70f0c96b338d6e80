import { expect, it, jest } from '@jest/globals';
import { reportingAt } from '../graphql/listings/reporting.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { draft, newEmail } from '../support/listings.ts';
import { codeOf, decodeMail } from '../support/mail/mail.ts';
import { startSmtp } from '../support/mail/smtp.ts';
import { addPasskey, REMOVE } from '../support/passkeys/passkeys.ts';
import { openBrowser } from '../web/access/access-site.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(180_000);

const WAIT_MS = 60_000;
const MINUTE = String.raw`\d\d\.\d\d\.\d{4} um \d\d:\d\d Uhr \(UTC\)`;
const REQUEST_CODE =
  'mutation ($input: RequestSignInCodeInput!) { requestSignInCode(input: $input) { email } }';
const SIGN_IN = 'mutation ($input: SignInInput!) { signIn(input: $input) { token } }';

const smtp = sharedByTests(startSmtp);
const gateway = sharedByTests(() => startGateway({ TRUST_PROXY: '1', SMTP_URL: smtp.url }));
const { report, decide } = reportingAt(() => gateway);

const mailsTo = (email: string) =>
  smtp.received.filter(({ recipients }) => recipients.includes(email)).map(({ text }) => decodeMail(text));
const mailTo = (email: string, subject: RegExp, earlier = 0) =>
  eventually(
    async () => mailsTo(email).filter((mail) => subject.test(mail))[earlier] ?? '',
    (mail) => mail !== '',
    WAIT_MS,
  );

/** Signs in from a device without cookies, in a language; returns the token and the mail of the code. */
async function signIn(email: string, language?: string) {
  const codes = mailsTo(email).filter((mail) => CODE.test(mail)).length;
  await gateway.graphql(REQUEST_CODE, { input: { email, language } });
  const mail = await mailTo(email, CODE, codes);
  const { body } = await gateway.graphql(SIGN_IN, { input: { email, code: codeOf(mail), language } });
  expect(body.errors).toBeUndefined();
  return { token: String(body.data.signIn.token), mail };
}
const CODE = /^Subject: .*\bcode\b/im;

it('an account reads its mails in the language in which it signed in, until it signs in in another', async () => {
  const email = newEmail();
  const { token, mail } = await signIn(email, 'de-AT');
  expect(mail).toContain('Subject: Ihr Code zum Anmelden');
  expect(mail).toMatch(/^Content-Language: de\r$/m);

  await signIn(email);
  await gateway.createKey(email);
  const passkey = await addPasskey(gateway, token, {}, 'Laptop');
  await gateway.graphql(REMOVE, { id: passkey.passkeyId }, token);
  expect(await mailTo(email, /^Subject: Ein neues Gerät hat sich/m)).toMatch(
    new RegExp(`node hat sich am ${MINUTE} angemeldet, aus dem Netz 127`),
  );
  expect(await mailTo(email, /^Subject: Ein neuer API-Schlüssel Ihres Kontos/m)).toMatch(
    new RegExp(`Der Betreiber des Dienstes hat am ${MINUTE} den API-Schlüssel „`),
  );
  expect(await mailTo(email, /^Subject: Ein neuer Passkey/m)).toContain('„Laptop“ wurde am ');
  expect(await mailTo(email, /^Subject: Ein Passkey Ihres Kontos wurde entfernt/m)).toContain('„Laptop“');

  expect((await signIn(email, 'en')).mail).toContain('Your sign-in code is');
  expect(await mailTo(email, /^Subject: A new device signed in/m)).toMatch(/^Content-Language: en\r$/m);
});

it('a code that a stranger requests in another language changes nothing for the account', async () => {
  const email = newEmail();
  await signIn(email);
  await gateway.graphql(REQUEST_CODE, { input: { email, language: 'de' } });
  expect(await mailTo(email, /^Subject: Ihr Code zum Anmelden/m)).not.toBe('');
  await gateway.createKey(email);
  expect(await mailTo(email, /^Subject: A new API key/m)).not.toBe('');
});

it.each(['fr', 'x-klingon', ''])('a language without texts, such as %j, is English', async (language) => {
  expect((await signIn(newEmail(), language)).mail).toContain('Your sign-in code is');
});

it('a text that is no language tag is refused', async () => {
  const input = { email: newEmail(), language: 'd'.repeat(36) };
  const { body } = await gateway.graphql(REQUEST_CODE, { input });
  expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_PAYLOAD' });
});

it('a reporter reads in the language of the report, and the publisher in that of the account', async () => {
  const [publisher, german, english] = [newEmail(), newEmail(), newEmail()];
  await signIn(publisher, 'de');
  const { body } = await gateway.publish(await gateway.createKey(publisher), draft());
  const { id } = body.listing;
  const secret = await report(id, { email: german, language: 'de' });
  await report(id, { email: english });
  const receipt = await mailTo(german, /^Subject: Ihre Meldung ist angekommen/m);
  expect(receipt).toContain(`/reports/${secret}\r\n`);
  await decide(id, 'HIDE', { reason: 'It asks for passwords.' });

  const decision = await mailTo(german, /^Subject: Die Entscheidung über Ihre Meldung/m);
  expect(decision).toMatch(new RegExp(`Der Betreiber hat am ${MINUTE} entschieden:`));
  expect(decision).toContain('Die Begründung: It asks for passwords.');
  expect(decision).toMatch(/^Content-Language: de\r$/m);
  expect(await mailTo(english, /^Subject: The decision on your report/m)).toMatch(
    /^Content-Language: en\r$/m,
  );
  const statement = await mailTo(
    publisher,
    /^Subject: Ihr Gewinnspiel wurde vor der Öffentlichkeit verborgen/m,
  );
  expect(statement).toContain(`(${id}).`);
});

it('the pages of the site send mails in their language', async () => {
  const [email, reporter] = [newEmail(), newEmail()];
  const browser = openBrowser(gateway);
  const requested = await browser.post('/access/sign-in?lang=de', { email });
  const mail = await mailTo(email, /^Subject: Ihr Code zum Anmelden/m);
  await browser.post(requested.location, { email, code: codeOf(mail) });
  await gateway.createKey(email);
  expect(await mailTo(email, /^Subject: Ein neuer API-Schlüssel/m)).not.toBe('');

  const { body } = await gateway.publish(await gateway.createKey(), draft());
  const form = { reason: 'SCAM', text: 'It asks for passwords.', email: reporter };
  await browser.post(`/listings/${body.listing.id}/report?lang=de`, form);
  expect(await mailTo(reporter, /^Subject: Ihre Meldung ist angekommen/m)).not.toBe('');
});
