import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse } from '../../support/http/http.ts';
import { newEmail } from '../../support/listings.ts';
import { codeOf } from '../../support/mail/mail.ts';
import { startSmtp, type ReceivedMail } from '../../support/mail/smtp.ts';
import { codeOfError, reasonOf, REQUEST_CODE, SIGN_IN } from './sign-in-gateway.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(120_000);

const AT_ONCE = 12;
const NO_SUCH_USER = '550 5.1.1 No such user';
const WAIT_MS = 60_000;

const smtp = sharedByTests(startSmtp);
const gateway = sharedByTests(() => startGateway({ SMTP_URL: smtp.url }));
afterEach(() => {
  smtp.delayMs = 0;
  smtp.refuse = () => undefined;
  smtp.refuseMail = () => undefined;
});

const request = (email: string): Promise<HttpResponse> => gateway.graphql(REQUEST_CODE, { email });
const mailsTo = (email: string): ReceivedMail[] =>
  smtp.received.filter(({ recipients }) => recipients.includes(email));
const mailTo = async (email: string): Promise<string> =>
  (await eventually(async () => mailsTo(email)[0], Boolean, WAIT_MS))?.text ?? '';
/** The mails that wait in the database. */
const waiting = async (): Promise<string[]> =>
  (
    await gateway.onDatabase((em) =>
      em.execute<{ mail: string }[]>('select mail from sign_in_code where mail is not null'),
    )
  ).map(({ mail }) => mail);
const untilRefused = (email: string) =>
  eventually(async () => (await waiting()).length === 0 && smtp.refusals.has(email), Boolean, WAIT_MS);

describe('a sign-in with a slow mail server', () => {
  it('is answered before the mail server is, twelve times at once, and each code opens a session', async () => {
    smtp.delayMs = 1_000;
    const emails = Array.from({ length: AT_ONCE }, newEmail);

    const responses = await Promise.all(emails.map((email) => request(email)));

    expect(responses.map(({ status }) => status)).toEqual(emails.map(() => 200));
    expect(responses.map(({ body }) => body.data?.requestSignInCode)).toEqual(
      emails.map((email) => ({ email })),
    );
    // The mail server has accepted few of them, or none.
    expect(emails.flatMap(mailsTo).length).toBeLessThan(AT_ONCE);
    for (const email of emails) {
      const code = codeOf(await mailTo(email));
      const { body } = await gateway.graphql(SIGN_IN, { email, code });
      expect(body.data?.signIn.viewer.email).toBe(email);
    }
    expect(await eventually(waiting, ({ length }) => length === 0)).toEqual([]);
  });

  it('keeps its code encrypted until the mail was sent', async () => {
    smtp.delayMs = 1_000;
    const email = newEmail();
    await request(email);
    const rows = JSON.stringify(
      await gateway.onDatabase((em) =>
        em.execute(`select c::text from sign_in_code c union all select j.data::text from pgboss.job j`),
      ),
    );
    const code = codeOf(await mailTo(email));
    expect(rows).toContain('eyJ');
    for (const plain of [code, email, Buffer.from(email).toString('base64url').slice(0, -2)])
      expect(rows).not.toContain(plain);
  });
});

describe('an address that the mail server refuses for good', () => {
  it('is tried once, is not kept, and the next request says so', async () => {
    const email = newEmail();
    smtp.refuse = (recipient) => (recipient === email ? NO_SUCH_USER : undefined);

    expect((await request(email)).status).toBe(200);
    await untilRefused(email);
    const again = await request(email);

    expect(smtp.refusals.get(email)).toBe(1);
    expect([codeOfError(again), reasonOf(again)]).toEqual(['INVALID_PAYLOAD', 'ADDRESS_REFUSED']);
    expect(again.body.errors[0].message).toContain('check it for typing errors');
    const entered = await gateway.graphql(SIGN_IN, { email, code: '123456' });
    expect(reasonOf(entered)).toBe('ADDRESS_REFUSED');
    const open = await gateway.onDatabase((em) =>
      em.execute(`select id from pgboss.job where name = 'send-sign-in-code' and state < 'completed'`),
    );
    expect(open).toEqual([]);
    // The refusal does not last longer than a code, whatever clock it was made by.
    await gateway.onDatabase((em) =>
      em.execute(`update sign_in_code set expires_at = expires_at + interval '30 days'
        where refused_at is not null`),
    );
    smtp.refuse = () => undefined;
    expect((await request(email)).body.data?.requestSignInCode).toEqual({ email });
    await mailTo(email);
    const logged = gateway.log.filter((line) => line.includes('refused a mail for good'));
    expect(logged.at(-1)).toContain('550');
    expect(logged.join('')).not.toContain(email);
  });

  it('is tried again when it was a temporary refusal, with the same Message-ID', async () => {
    const email = newEmail();
    const seen: (string | undefined)[] = [];
    smtp.refuseMail = ({ recipients, text }) => {
      if (!recipients.includes(email)) return undefined;
      seen.push(/^Message-ID: <(.+)>\r?$/im.exec(text)?.[1]);
      return seen.length === 1 ? '451 4.7.1 Try again later' : undefined;
    };

    await request(email);
    await mailTo(email);

    const [first] = seen;
    expect(first).toMatch(/^eml_[0-9a-f]+@localhost$/);
    expect(seen).toEqual([first, first]);
    expect((await request(email)).body.data.requestSignInCode).toEqual({ email });
  });
});
