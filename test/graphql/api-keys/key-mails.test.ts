import { afterEach, describe, expect, it } from '@jest/globals';
import { createAccountMailStore } from '../../../src/adapters/postgres/access/account-mail-store.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { createKey } from '../../support/gateway/operator.ts';
import type { Json } from '../../support/http/http.ts';
import { newEmail } from '../../support/listings.ts';
import { codeOf } from '../../support/mail/mail.ts';
import { startSmtp } from '../../support/mail/smtp.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const WAIT_MS = 60_000;

const smtp = sharedByTests(startSmtp);
const gateway = sharedByTests(() => startGateway({ SMTP_URL: smtp.url }));
afterEach(() => {
  smtp.refuse = () => undefined;
});

/** The mails about new keys to an address, in which lines are not folded. */
const mailsTo = (email: string): string[] =>
  smtp.received
    .filter(({ recipients, text }) => recipients.includes(email) && text.includes('Subject: A new API key'))
    .map(({ text }) => text.replaceAll('=\r\n', '').replaceAll('=3D', '='));
const untilMailed = async (email: string) =>
  (
    await eventually(
      async () => mailsTo(email),
      ({ length }) => length > 0,
      WAIT_MS,
    )
  )[0] ?? '';
const queued = (): Promise<Json[]> =>
  gateway.onDatabase((em) => em.execute<Json[]>('select id, attempts from account_mail'));
const untilSent = () => eventually(queued, ({ length }) => length === 0, WAIT_MS);

describe('the account of a new key', () => {
  it('is told once by e-mail, without the secret', async () => {
    const email = newEmail();
    const { secret, apiKey } = await createKey(gateway, email, 'Shop');
    const mail = await untilMailed(email);
    expect(mail).toContain('The operator of the service has created the API key "Shop"');
    expect(mail).toContain(`(${apiKey.start}`);
    expect(mail).toContain('Its scopes: giveaways:publish');
    expect(mail).toContain('It expires: never');
    expect(mail).toContain('/access/keys\r\n');
    expect(mail).not.toContain(secret.slice(apiKey.start.length, -4));
    await untilSent();
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('gets one mail for a creation that is repeated, whose name cannot add a line', async () => {
    const email = newEmail();
    const input = {
      account: email,
      name: 'Shop\u202e\nBcc: bob@example.com\n\nAll is well',
      scopes: ['giveaways:publish'],
      creationId: 'a creation',
    };
    const query = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id } } }';
    for (let each = 0; each < 3; each += 1) await gateway.graphql(query, { input }, gateway.operatorToken);
    expect(await untilMailed(email)).not.toMatch(/^(?:Bcc|All is well)/m);
    await untilSent();
    expect(mailsTo(email)).toHaveLength(1);
    expect(smtp.received.some(({ recipients }) => recipients.includes('bob@example.com'))).toBe(false);
  });

  it('is told that somebody who was signed in has created it', async () => {
    const email = newEmail();
    const sent = smtp.received.length;
    await gateway.graphql(
      'mutation ($email: String!) { requestSignInCode(input: { email: $email }) { email } }',
      {
        email,
      },
    );
    const [mail] = await eventually(
      async () => smtp.received.slice(sent).filter(({ recipients }) => recipients.includes(email)),
      ({ length }) => length > 0,
      WAIT_MS,
    );
    const code = codeOf(mail?.text ?? '');
    const signIn = 'mutation ($input: SignInInput!) { signIn(input: $input) { token } }';
    const { body } = await gateway.graphql(signIn, { input: { email, code } });
    await gateway.graphql(
      'mutation { createApiKey(input: { scopes: ["giveaways:publish"] }) { secret } }',
      {},
      body.data.signIn.token,
    );
    expect(await untilMailed(email)).toContain('Somebody who was signed in to your account has created');
  });

  it('gets at most twenty mails in an hour, however many keys somebody creates', async () => {
    const email = newEmail();
    for (let each = 0; each < 24; each += 1) await createKey(gateway, email);
    await untilSent();
    expect(mailsTo(email)).toHaveLength(20);
  });

  it('has a key at once while the mail server refuses it, and other accounts get their mails', async () => {
    const [refused, email] = [newEmail(), newEmail()];
    smtp.refuse = (recipient) => (recipient === refused ? '450 4.2.1 Try later' : undefined);
    expect((await createKey(gateway, refused)).secret).toMatch(/^ggw_live_/);
    await createKey(gateway, email);
    await untilMailed(email);
    expect(mailsTo(refused)).toEqual([]);
    const waiting = await eventually(queued, ([first]) => first?.attempts > 0, WAIT_MS);
    expect(waiting).toMatchObject([{ attempts: 1 }]);
    await gateway.onDatabase((em) => em.execute('delete from account_mail'));
  });
});

describe('a mail about a key', () => {
  it('is taken by one instance at a time, and again when that one died', async () => {
    await untilSent();
    // Not due for the gateway itself, whose clock is twelve hours earlier.
    const now = new Date(Date.now() + 12 * 3_600_000);
    const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    await gateway.onDatabase(async (em) => {
      await em.execute(
        `insert into account_mail (id, kind, subject, by, due_at)
          select 'test_' || id, 'KEY_CREATED', id, 'operator', ?::timestamptz from api_key order by id limit 6`,
        [now.toISOString()],
      );
      const [one, two] = [createAccountMailStore(em.fork()), createAccountMailStore(em.fork())];
      const taken = (await Promise.all([one.claim(now, 4), two.claim(now, 4)])).flat();
      expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
      await two.claim(now, 6);
      expect(await two.claim(later(9), 10)).toEqual([]);
      const again = await two.claim(later(10), 10);
      expect(again.map(({ attempt }) => attempt)).toEqual([2, 2, 2, 2, 2, 2]);
      await two.unclaim([again[0]?.id ?? ''], later(10));
      expect(await one.claim(later(10), 10)).toMatchObject([{ id: again[0]?.id, attempt: 2 }]);
      for (const { id } of again) await one.end(id, now);
    });
    expect(await queued()).toEqual([]);
  });
});
