import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createReportMailStore } from '../../../src/adapters/postgres/listings/report-mail-store.ts';
import { LIMITED_USES } from '../../../src/core/access/limited-uses.ts';
import { MAX_REPORTS_OF_ADDRESS } from '../../../src/core/reports/listing-report.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { draft, newEmail } from '../../support/listings.ts';
import { startSmtp, type ReceivedMail } from '../../support/mail/smtp.ts';
import { codeOf, newNetwork, reportingAt } from './reporting.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const WAIT_MS = 60_000;
const NO_SUCH_USER = '550 5.1.1 No such user';
const TITLE = 'Win money at http://spam.example';

const smtp = sharedByTests(startSmtp);
const gateway = sharedByTests(() => startGateway({ TRUST_PROXY: '1', SMTP_URL: smtp.url }));
let listing: Json;
let publisher: string;
beforeEach(async () => {
  publisher = newEmail();
  listing = (await gateway.publish(await gateway.createKey(publisher), draft({ title: TITLE }))).body.listing;
});
afterEach(() => {
  smtp.refuse = () => undefined;
});

const { report, tryReport, decide, asOperator } = reportingAt(() => gateway);
const mailsTo = (email: string): ReceivedMail[] =>
  smtp.received.filter(
    ({ recipients, text }) => recipients.includes(email) && !text.includes('Subject: A new API key'),
  );
/** The mail of this subject to an address, in which lines are not folded. */
const mailTo = async (email: string, subject: string): Promise<string> => {
  const find = async () => mailsTo(email).find(({ text }) => text.includes(`Subject: ${subject}`))?.text;
  return ((await eventually(find, Boolean, WAIT_MS)) ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
};
const statusOf = async (secret: string): Promise<Json> => {
  const query = 'query ($secret: String!) { listingReportStatus(secret: $secret) { state isMailed } }';
  return (await gateway.graphql(query, { secret })).body.data.listingReportStatus;
};
const queued = async (): Promise<string[]> =>
  (await gateway.onDatabase((em) => em.execute<{ id: string }[]>('select id from report_mail'))).map(
    ({ id }) => id,
  );
const untilSent = async () =>
  expect(await eventually(queued, ({ length }) => length === 0, WAIT_MS)).toEqual([]);

describe('a reporter who leaves an e-mail address', () => {
  it('gets a receipt with the address of the status page, and without what strangers wrote', async () => {
    const email = newEmail();
    const secret = await report(listing.id, { email });
    const receipt = await mailTo(email, 'Your report has arrived');
    expect(receipt).toContain(`/reports/${secret}\r\n`);
    expect(receipt).toContain(`/listings/${listing.id}\r\n`);
    expect(receipt).not.toContain('passwords');
    expect(receipt).not.toContain('spam.example');
    await untilSent();
    expect(mailsTo(email)).toHaveLength(1);
    expect(await statusOf(secret)).toEqual({ state: 'OPEN', isMailed: true });
  });

  it('gets the decision with its reason and the page once, though another address is refused', async () => {
    const [email, refused] = [newEmail(), newEmail()];
    smtp.refuse = (recipient) => (recipient === refused ? NO_SUCH_USER : undefined);
    await report(listing.id, { email: refused });
    const secret = await report(listing.id, { email });
    await report(listing.id);
    await decide(listing.id, 'HIDE', { reason: 'It asks\nfor passwords.' });
    const decision = await mailTo(email, 'The decision on your report');
    expect(decision).toContain('The giveaway was hidden from the public.');
    expect(decision).toContain('The reason: It asks\r\n  for passwords.');
    expect(decision).toContain(`/reports/${secret}\r\n`);
    expect(decision).not.toContain('spam.example');
    await untilSent();
    expect(mailsTo(email)).toHaveLength(2);
    expect(mailsTo(refused)).toEqual([]);
  });

  it('is mailed while the mails to accounts cannot be read', async () => {
    const rename = (from: string, to: string) =>
      gateway.onDatabase((em) => em.execute(`alter table ${from} rename to ${to}`));
    await rename('account_mail', 'account_mail_away');
    try {
      const email = newEmail();
      await report(listing.id, { email });
      expect(await mailTo(email, 'Your report has arrived')).not.toBe('');
    } finally {
      await rename('account_mail_away', 'account_mail');
    }
    await untilSent();
  });

  it.each([
    ['a second recipient', 'ann@example.com, bob@example.com'],
    ['a header', 'ann@example.com\r\nBcc: bob@example.com'],
    ['no address', 'ann'],
  ])('is told so when it is %s', async (_what, email) => {
    const response = await tryReport(listing.id, { email });
    expect(codeOf(response)).toBe('INVALID_PAYLOAD');
    expect(response.body.errors[0].extensions.fields).toMatchObject([{ path: ['email'] }]);
  });

  it('is not mailed by strangers without end: the report is taken, and only the mails are left out', async () => {
    const victim = newEmail();
    const isMailed: boolean[] = [];
    for (let each = 0; each < MAX_REPORTS_OF_ADDRESS + 2; each += 1)
      isMailed.push((await statusOf(await report(listing.id, { email: victim }))).isMailed);
    expect(isMailed.indexOf(false)).toBe(MAX_REPORTS_OF_ADDRESS);
    expect(isMailed.filter(Boolean)).toHaveLength(MAX_REPORTS_OF_ADDRESS);
    await untilSent();
    expect(mailsTo(victim)).toHaveLength(MAX_REPORTS_OF_ADDRESS);
  });

  it('is one of few of its network', async () => {
    const network = newNetwork();
    const { uses } = LIMITED_USES['report-mail-by-network'];
    for (let each = 0; each < uses + 2; each += 1) {
      const { body } = await gateway.publish(await gateway.createKey(), draft());
      expect(codeOf(await tryReport(body.listing.id, { email: newEmail() }, network))).toBeUndefined();
    }
    const query = '{ listingReports(state: OPEN, last: 5) { nodes { isMailed } } }';
    const { nodes } = (await asOperator(query)).body.data.listingReports;
    expect(nodes.map(({ isMailed }: Json) => isMailed)).toEqual([true, true, true, false, false]);
  });
});

describe('the publisher of a listing that is hidden', () => {
  const SUBJECT = 'Your giveaway was hidden from the public';

  it('gets the reason by e-mail once, and nothing when a report is dismissed', async () => {
    await report(listing.id);
    await decide(listing.id, 'DISMISS');
    await report(listing.id);
    await decide(listing.id, 'HIDE', { reason: 'It asks for passwords.' });
    const statement = await mailTo(publisher, SUBJECT);
    expect(statement).toContain(`${TITLE} (${listing.id})`);
    expect(statement).toContain('The reason: It asks for passwords.');
    expect(statement).toContain('decided on a report');
    await untilSent();
    expect(mailsTo(publisher)).toHaveLength(1);
  });

  it('gets it also when the operator hides the listing without a report, and not when that is repeated', async () => {
    const hide = (reason: string) =>
      asOperator('mutation ($input: HideListingInput!) { hideListing(input: $input) { listing { id } } }', {
        input: { id: listing.id, reason },
      });
    const reason = 'A trick\u202e\r\nBcc: bob@example.com\r\n\r\n<script>';
    for (let each = 0; each < 3; each += 1) await hide(reason);
    const statement = await mailTo(publisher, SUBJECT);
    expect(statement).toContain('without a report');
    expect(statement).toContain('The reason: A trick\r\n  Bcc: bob@example.com\r\n  <script>');
    expect(statement).toContain('Content-Type: text/plain');
    await untilSent();
    expect(mailsTo(publisher).map(({ recipients }) => recipients)).toEqual([[publisher]]);
    expect(mailsTo('bob@example.com')).toEqual([]);
  });
});

describe('a side that objects', () => {
  const judgeFirst = async (result: string) => {
    const { body } = await asOperator(
      '{ listingObjections(state: OPEN, first: 100) { nodes { id listingId } } }',
    );
    const own = body.data.listingObjections.nodes.find(({ listingId }: Json) => listingId === listing.id);
    return asOperator(
      'mutation ($input: DecideListingObjectionInput!) { decideListingObjection(input: $input) { objection { id } } }',
      { input: { id: own.id, result, reason: 'Looked again.' } },
    );
  };

  it('learns the result and its reason by e-mail, and the other side what changes for it', async () => {
    const email = newEmail();
    const secret = await report(listing.id, { email });
    await decide(listing.id, 'DISMISS');
    expect(await mailTo(email, 'The decision on your report')).toContain(
      'You can object at that page, once, until',
    );
    await gateway.graphql(
      'mutation ($input: ObjectToDecisionInput!) { objectToDecision(input: $input) { objection { state } } }',
      { input: { secret, text: 'It asks for passwords at http://spam.example.' } },
    );
    await judgeFirst('UPHELD');
    const result = await mailTo(email, 'The decision on your objection');
    expect(result).toContain('Your objection was upheld. The giveaway was hidden.');
    expect(result).toContain('The reason: Looked again.');
    expect(result).toContain(`/reports/${secret}\r\n`);
    expect(result).not.toContain('spam.example');
    expect(await mailTo(publisher, 'Your giveaway was hidden')).toContain('You can object in your account');
  });

  it('is the publisher, whose upheld objection the reporters learn too', async () => {
    const email = newEmail();
    await report(listing.id, { email });
    await decide(listing.id, 'HIDE');
    await gateway.graphql(
      'mutation ($input: ObjectToHidingInput!) { objectToHiding(input: $input) { objection { state } } }',
      { input: { listing: listing.id, text: 'It asks for nothing.' } },
      await gateway.createKey(publisher),
    );
    await judgeFirst('UPHELD');
    expect(await mailTo(publisher, 'The decision on your objection')).toContain(
      'no longer hidden by that decision',
    );
    const reversal = await mailTo(email, 'The decision on your report was reversed');
    expect(reversal).toContain('The reason: Looked again.');
    expect(reversal).not.toContain('asks for nothing');
    await untilSent();
    expect(mailsTo(email)).toHaveLength(3);
    expect(mailsTo(publisher)).toHaveLength(2);
  });
});

describe('a mail about a report', () => {
  it('is taken by one instance at a time, and again, with the same id, when that one died', async () => {
    // Not due for the gateway itself, whose clock is twelve hours earlier.
    const now = new Date(Date.now() + 12 * 3_600_000);
    const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    await untilSent();
    await gateway.onDatabase(async (em) => {
      const [one, two] = [createReportMailStore(em.fork()), createReportMailStore(em.fork())];
      for (let each = 0; each < 6; each += 1)
        await one.queue({ kind: 'STATEMENT', decisionId: `dcn_${each}`, accountId: 'acc_none' }, now);
      const taken = (await Promise.all([one.claim(now, 4), two.claim(now, 4)])).flat();
      const ids = taken.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      await two.claim(now, 4);
      expect(await two.claim(later(9), 10)).toEqual([]);
      const again = await two.claim(later(10), 10);
      expect(again.map(({ id }) => id).toSorted()).toEqual(
        [0, 1, 2, 3, 4, 5].map((n) => `statement_dcn_${n}`),
      );
      expect(again.map(({ attempt }) => attempt)).toEqual([2, 2, 2, 2, 2, 2]);
      for (const { id } of again) await one.end(id, now);
    });
    expect(await queued()).toEqual([]);
  });
});
