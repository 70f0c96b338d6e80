import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { newEmail } from '../../support/listings.ts';
import { codeOf } from '../../support/mail/mail.ts';
import { startSmtp } from '../../support/mail/smtp.ts';
import { REQUEST_CODE, SIGN_IN } from './sign-in-gateway.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const WAIT_MS = 60_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const smtp = sharedByTests(startSmtp);
const gateway = sharedByTests(() => startGateway({ SMTP_URL: smtp.url }));

/** Signs in with the cookie of a device, or without one; returns the cookie that the device has then. */
async function signIn(email: string, cookie?: string, userAgent = 'curl/8.5.0'): Promise<string> {
  const before = smtp.received.length;
  await gateway.graphql(REQUEST_CODE, { email });
  const isCode = (text: string) => /^Subject: .*code/im.test(text);
  const find = async () =>
    smtp.received.slice(before).find(({ recipients, text }) => recipients.includes(email) && isCode(text));
  const code = codeOf((await eventually(find, Boolean, WAIT_MS))?.text ?? '');
  const headers = { 'user-agent': userAgent, ...(cookie !== undefined && { cookie }) };
  const { body, headers: sent } = await gateway.graphql(SIGN_IN, { email, code }, undefined, headers);
  expect(body.errors).toBeUndefined();
  return (
    sent
      .getSetCookie()
      .find((set) => set.startsWith('giveaways.device='))
      ?.split(';')[0] ?? ''
  );
}

/** The mails about devices to an address, once all that are queued have been sent. */
async function mailsTo(email: string): Promise<string[]> {
  const queued = () => gateway.onDatabase((em) => em.execute<unknown[]>('select id from account_mail'));
  expect(await eventually(queued, ({ length }) => length === 0, WAIT_MS)).toEqual([]);
  return smtp.received
    .filter(({ recipients, text }) => recipients.includes(email) && text.includes('Subject: A new device'))
    .map(({ text }) => text.replaceAll('=\r\n', '').replaceAll('=3D', '='));
}

describe('an account', () => {
  it('is told by e-mail of each sign-in from a device that is new to it', async () => {
    const email = newEmail();
    const known = await signIn(email);
    expect(await signIn(email, known)).toBe(known);
    expect(await mailsTo(email)).toEqual([]);

    const other = await signIn(email, undefined, FIREFOX);
    expect(other).not.toBe(known);
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail).toMatch(/Firefox, Linux signed in at \d{4}-\d\d-\d\d \d\d:\d\d UTC, from 127\.0\.0\.1/);
    expect(mail).toContain('/access/sessions\r\n');

    await signIn(email, other);
    await signIn(email, known);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('is told of a device that signed in to another account before', async () => {
    const [email, theirs] = [newEmail(), newEmail()];
    await signIn(email);
    await signIn(email, await signIn(theirs));
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await mailsTo(theirs)).toEqual([]);
  });

  it('is told although its session ends before the mail is sent', async () => {
    const email = newEmail();
    await signIn(email);
    await signIn(email, undefined, FIREFOX);
    await gateway.onDatabase((em) => em.execute('delete from session'));
    expect(await mailsTo(email)).toHaveLength(1);
  });
});
