import { describe, expect, it } from '@jest/globals';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { newEmail } from '../../support/listings.ts';
import { codeOf } from '../../support/mail/mail.ts';
import { startSmtp } from '../../support/mail/smtp.ts';
import {
  codeFor,
  codeOfError,
  gateway,
  REQUEST_CODE,
  SIGN_IN,
  useSignInGateway,
  withGateway,
} from './sign-in-gateway.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

useSignInGateway();

const smtp = sharedByTests(startSmtp);
const mailing = sharedByTests(() => startGateway({ SMTP_URL: smtp.url }));

const mailTo = (recipient: string) =>
  eventually(
    async () => smtp.received.find(({ recipients }) => recipients.includes(recipient)),
    Boolean,
    40_000,
  );

describe('the sign-in mail over SMTP', () => {
  it('delivers the code to its one recipient', async () => {
    const email = newEmail();
    const before = smtp.received.length;

    await mailing.graphql(REQUEST_CODE, { email });

    const mail = await mailTo(email);
    expect(smtp.received.slice(before)).toEqual([mail]);
    expect(mail?.text).toMatch(new RegExp(`^To: ${email}\r?$`, 'm'));
    const { body } = await mailing.graphql(SIGN_IN, { email, code: codeOf(mail?.text ?? '') });
    expect(body.data.signIn.viewer.email).toBe(email);
  });

  it('writes its code neither to the log nor to a file', async () => {
    const email = newEmail();
    await mailing.graphql(REQUEST_CODE, { email });
    const code = codeOf((await mailTo(email))?.text ?? '');
    expect(mailing.log.join('')).not.toContain(code);
    expect(await readdir(mailing.directory)).not.toContain('mail');
  });

  it.each([
    'o.brien+giveaways@mail.example.com',
    'a@example.co',
    `${'a'.repeat(64)}@example.com`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.example.com`,
    '123@123.example',
    '_-_@example.com',
  ])('goes to the plain address %s', async (email) => {
    const { body } = await mailing.graphql(REQUEST_CODE, { email });
    expect(body.data?.requestSignInCode).toEqual({ email });
    expect((await mailTo(email))?.recipients).toEqual([email]);
  });

  it.each([
    ["O'Brien@mail.example.com", "o'brien@mail.example.com", "o'brien@mail.example.com"],
    // The mail server of the tests decodes domains from Punycode.
    ['someone@Exämple.com', 'someone@xn--exmple-cua.com', 'someone@exämple.com'],
  ])('goes to %s as %s, and its code opens a session', async (written, email, recipient) => {
    const { body } = await mailing.graphql(REQUEST_CODE, { email: written });
    expect(body.data?.requestSignInCode).toEqual({ email });
    const mail = await mailTo(recipient);
    expect(mail?.recipients).toEqual([recipient]);
    expect(mail?.text).toMatch(new RegExp(`^To: ${email}\r?$`, 'm'));
    const signedIn = await mailing.graphql(SIGN_IN, { email: written, code: codeOf(mail?.text ?? '') });
    expect(signedIn.body.data.signIn.viewer.email).toBe(email);
  });

  it.each([
    ['a quoted name', '"someone"@example.com'],
    ['an address inside quotes', '"victim@example.org"@example.com'],
    ['a quoted name with a space', '"some one"@example.com'],
    ['a comment', 'someone(comment)@example.com'],
    ['a comment in the domain', 'someone@example.com(comment)'],
    ['two addresses with a comma', 'someone@example.com,victim@example.org'],
    ['two addresses with a semicolon', 'someone@example.com;victim@example.org'],
    ['two addresses with a space', 'someone@example.com victim@example.org'],
    ['a display name', 'Someone <someone@example.com>'],
    ['angle brackets', '<someone@example.com>'],
    ['an address within another', 'someone@example.com<victim@example.org>'],
    ['two @', 'someone@example.com@example.org'],
    ['a source route', '@example.org:someone@example.com'],
    ['the percent hack', 'someone%example.org@example.com'],
    ['a bang path', 'example.org!someone@example.com'],
    ['a group', 'friends:someone@example.com;'],
    ['a line feed', 'someone@example.com\nBcc: victim@example.org'],
    ['a carriage return and a line feed', 'someone@example.com\r\nRCPT TO:<victim@example.org>'],
    ['a line feed before the @', 'some\none@example.com'],
    ['a line feed, percent-encoded', 'someone%0aBcc:victim@example.com'],
    ['a line feed in the domain, percent-encoded', 'someone@example.com%0aBcc:victim@example.org'],
    ['a line separator', 'someone@example.com\u2028victim@example.org'],
    ['U+0000', 'someone@example.com\u0000.example.org'],
    ['a tab', 'some\tone@example.com'],
    ['a backslash', 'some\\one@example.com'],
    ['an encoded word', '=?utf-8?q?someone=40example.org?=@example.com'],
    ['letters beyond ASCII', 'jürgen@example.com'],
    ['a Cyrillic letter that looks Latin', 'sоmeone@example.com'],
    ['a full-width @', 'someone＠example.com'],
    ['a full-width full stop', 'someone@example．com'],
    ['the Kelvin sign', 'someone@example.\u212aom'],
    ['a right-to-left override', 'someone\u202e@example.com'],
    ['an invisible space', 'some\u200bone@example.com'],
    ['half of a surrogate pair', 'some\ud800one@example.com'],
    ['an address literal', 'someone@[127.0.0.1]'],
    ['an IPv6 literal', 'someone@[IPv6:::1]'],
    ['an IP address without brackets', 'someone@127.0.0.1'],
    ['a domain of one label', 'someone@localhost'],
    ['a domain that ends with a full stop', 'someone@example.com.'],
    ['a domain with an empty label', 'someone@example..com'],
    ['a domain that begins with a hyphen', 'someone@-example.com'],
    ['a top-level domain of one letter', 'someone@example.c'],
    ['a name that begins with a full stop', '.someone@example.com'],
    ['a name with two full stops in a row', 'some..one@example.com'],
    ['a name of 65 characters', `${'a'.repeat(65)}@example.com`],
    ['a label of 64 characters', `someone@${'a'.repeat(64)}.com`],
    ['255 characters', `${'a'.repeat(60)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.com`],
    ['fifty thousand characters', `${'a'.repeat(50_000)}@example.com`],
    ['no @', 'someone.example.com'],
    ['nothing before the @', '@example.com'],
    ['nothing', ''],
    ['a space only', ' '],
  ])('is never sent to %s', async (_what, email) => {
    const before = smtp.received.length;
    const response = await mailing.graphql(REQUEST_CODE, { email });
    expect(codeOfError(response)).toBe('INVALID_PAYLOAD');
    expect(smtp.received).toHaveLength(before);
  });

  it('is sent once the mail server is back, with a code that opens a session', async () => {
    const email = newEmail();
    await smtp.stop();
    const { body } = await mailing.graphql(REQUEST_CODE, { email });
    expect(body.data.requestSignInCode).toEqual({ email });
    await eventually(async () => mailing.log.some((line) => line.includes('send-sign-in-code')), Boolean);
    await smtp.start();
    const mail = await mailTo(email);
    const signedIn = await mailing.graphql(SIGN_IN, { email, code: codeOf(mail?.text ?? '') });
    expect(signedIn.body.data.signIn.viewer.email).toBe(email);
  });
});

describe('a gateway without a mail server', () => {
  it('refuses codes in production, and writes none to the log or to a file', () =>
    withGateway({ NODE_ENV: 'production' }, async (production) => {
      const refused = await production.graphql(REQUEST_CODE, { email: newEmail() });

      const logged = production.log.map((line) => {
        const { time: _time, pid: _pid, ...entry } = JSON.parse(line);
        return JSON.stringify(entry);
      });
      expect(logged.filter((entry) => /\b\d{6}\b/.test(entry))).toEqual([]);
      expect(await readdir(production.directory)).not.toContain('mail');
      expect(refused.status).toBe(503);
      expect(codeOfError(refused)).toBe('SERVICE_UNAVAILABLE');
    }));

  it('writes the code to the log and to a private file in development', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    expect(gateway.log.some((line) => line.includes(code) && line.includes(email))).toBe(true);
    const folder = join(gateway.directory, 'mail');
    const modes = await Promise.all(
      (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).mode & 0o777),
    );
    expect(new Set(modes)).toEqual(new Set([0o600]));
  });
});
