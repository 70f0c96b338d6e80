import { beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITED_USES } from '../../../src/core/access/limited-uses.ts';
import { MAX_OPEN_REPORTS } from '../../../src/core/reports/listing-report.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { draft } from '../../support/listings.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(() => startGateway({ TRUST_PROXY: '1' }));
let key: string;
let listing: Json;
beforeEach(async () => {
  await gateway.onDatabase((em) =>
    em.execute('truncate listing_objection, listing_report, listing_decision'),
  );
  key = await gateway.createKey();
  listing = (await gateway.publish(key, draft())).body.listing;
});

let networks = 0;
/** The headers of a client network that nobody has used. */
const newNetwork = () => ({
  'x-forwarded-for': `198.${18 + (networks >> 16)}.${(networks >> 8) & 255}.${networks++ & 255}`,
});
const REPORT = 'mutation ($input: ReportListingInput!) { reportListing(input: $input) { secret } }';
const report = (fields: object = {}, network = newNetwork()): Promise<HttpResponse> =>
  gateway.graphql(
    REPORT,
    { input: { listing: listing.id, reason: 'SCAM', text: 'It asks for passwords.', ...fields } },
    undefined,
    network,
  );
const secretOf = ({ body }: HttpResponse): string => body.data.reportListing.secret;
const statusOf = async (secret: string): Promise<Json> => {
  const query = `query ($secret: String!) {
    listingReportStatus(secret: $secret) { state title reason decision decisionReason decidedAt } }`;
  return (await gateway.graphql(query, { secret })).body.data.listingReportStatus;
};
const FIELDS = 'id listingId title landingUrl reason text decision decisionReason';
const reports = async (state = 'OPEN', page = ''): Promise<Json[]> => {
  const query = `{ listingReports(state: ${state}${page}) { nodes { ${FIELDS} } } }`;
  return (await gateway.graphql(query, {}, gateway.operatorToken)).body.data.listingReports.nodes;
};
const decide = (id: string, decision: string, fields: object = {}): Promise<HttpResponse> =>
  gateway.graphql(
    `mutation ($input: DecideListingReportInput!) { decideListingReport(input: $input) { report { ${FIELDS} } } }`,
    { input: { id, decision, reason: 'Seen and checked.', ...fields } },
    gateway.operatorToken,
  );
const isPublic = async () =>
  (await gateway.graphql('query ($id: ID!) { myListing(id: $id) { own { hiddenReason } } }', listing, key))
    .body.data.myListing.own.hiddenReason === null;
const codeOf = ({ body }: HttpResponse): string | undefined => body.errors?.[0].extensions.code;

describe('a report of a listing', () => {
  it('comes from a visitor without an account, and waits in the queue of the operator with what was reported', async () => {
    const secret = secretOf(await report());
    await gateway.publish(key, { ...draft(), sourceExternalId: listing.sourceExternalId, title: 'Another' });

    expect(await reports()).toEqual([
      {
        id: expect.stringMatching(/^rpt_/),
        listingId: listing.id,
        title: listing.title,
        landingUrl: listing.landingUrl,
        reason: 'SCAM',
        text: 'It asks for passwords.',
        decision: null,
        decisionReason: null,
      },
    ]);
    expect(await statusOf(secret)).toEqual({
      state: 'OPEN',
      title: listing.title,
      reason: 'SCAM',
      decision: null,
      decisionReason: null,
      decidedAt: null,
    });
  });

  it('is one report with one secret when its network repeats it, also at once', async () => {
    const network = newNetwork();
    const responses = await Promise.all([
      report({}, network),
      report({ text: 'Again' }, network),
      report({}, network),
    ]);
    expect(new Set(responses.map(secretOf)).size).toBe(1);
    expect(await reports()).toHaveLength(1);
    expect(secretOf(await report())).not.toBe(secretOf(responses[0]));
    expect(await reports()).toHaveLength(2);
  });

  it('shows nothing to somebody with another secret', async () => {
    const secret = secretOf(await report());
    for (const other of ['', `${secret}x`, secret.slice(0, -1), secret.toLowerCase()])
      expect(await statusOf(other)).toBeNull();
  });

  it('is stored without its network and its secret', async () => {
    const network = newNetwork();
    const secret = secretOf(await report({}, network));
    const rows = await gateway.onDatabase((em) => em.execute('select * from listing_report'));
    expect(JSON.stringify(rows)).not.toContain(network['x-forwarded-for']);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it.each([
    ['no text', { text: ' \u200B ' }, 'INVALID_PAYLOAD'],
    ['a text that is too long', { text: 'x'.repeat(2_001) }, 'INVALID_PAYLOAD'],
    ['a listing that does not exist', { listing: 'lst_none' }, 'NOT_FOUND'],
  ])('is refused for %s', async (_what, fields, code) => {
    expect(codeOf(await report(fields))).toBe(code);
    expect(await reports()).toEqual([]);
  });

  it('is refused for a listing that is not public', async () => {
    await gateway.withdraw(key, listing.sourceExternalId);
    expect(codeOf(await report())).toBe('NOT_FOUND');
  });

  it('is limited by the network of the client', async () => {
    const network = newNetwork();
    const { uses } = LIMITED_USES['listing-report-by-network'];
    for (let use = 0; use < uses; use += 1) expect(codeOf(await report({}, network))).toBeUndefined();
    expect(codeOf(await report({}, network))).toBe('RATE_LIMITED');
    expect(codeOf(await report())).toBeUndefined();
  });

  it('is refused while too many of the listing are open, however many arrive at once', async () => {
    const { ofListing } = MAX_OPEN_REPORTS;
    const responses = await Promise.all(Array.from({ length: ofListing + 5 }, () => report()));
    expect(responses.map(codeOf).filter((code) => code === 'RATE_LIMITED')).toHaveLength(5);
    expect(await reports('OPEN', ', first: 100')).toHaveLength(ofListing);
  });

  it('is refused while too many of all listings are open', async () => {
    const add = `insert into listing_report
        (id, listing_id, title, landing_url, reason, text, network_key, secret_hash, created_at)
      select 'rpt_' || n, 'lst_' || n, 't', 'u', 'SCAM', 'x', n, n, now() from generate_series(1, ?) n`;
    await gateway.onDatabase((em) => em.execute(add, [MAX_OPEN_REPORTS.inTotal - 1]));
    expect(codeOf(await report())).toBeUndefined();
    expect(codeOf(await report())).toBe('RATE_LIMITED');
  });
});

describe('the decision of the operator', () => {
  it('HIDE hides the listing, and tells the publisher and all reporters why', async () => {
    const secrets = [secretOf(await report()), secretOf(await report({ reason: 'OTHER' }))];
    const [first] = await reports();

    const { body } = await decide(first!.id, 'HIDE', { reason: 'It asks for passwords.' });

    expect(body.data.decideListingReport.report).toMatchObject({ id: first!.id, decision: 'HIDE' });
    for (const secret of secrets)
      expect(await statusOf(secret)).toMatchObject({
        state: 'DECIDED',
        decision: 'HIDE',
        decisionReason: 'It asks for passwords.',
        decidedAt: expect.any(String),
      });
    const query = 'query ($id: ID!) { myListing(id: $id) { own { hiddenReason } } }';
    expect((await gateway.graphql(query, listing, key)).body.data.myListing.own).toEqual({
      hiddenReason: 'It asks for passwords.',
    });
    expect(codeOf(await report())).toBe('NOT_FOUND');
    expect(await reports()).toEqual([]);
    expect(await reports('DECIDED')).toHaveLength(2);
  });

  it('DISMISS leaves the listing and its other reports as they are, unless it is about all', async () => {
    const secret = secretOf(await report());
    for (let others = 0; others < 3; others += 1) await report();
    const [first, second] = await reports();
    await decide(first!.id, 'DISMISS');
    expect(await statusOf(secret)).toMatchObject({
      decision: 'DISMISS',
      decisionReason: 'Seen and checked.',
    });
    expect(await reports()).toHaveLength(3);
    await decide(second!.id, 'DISMISS', { allOfListing: true });
    expect(await reports()).toEqual([]);
    expect(await isPublic()).toBe(true);
  });

  it('can be repeated, and is not replaced by another one', async () => {
    await report();
    const [{ id }] = (await reports()) as [Json];
    const [one, again] = await Promise.all([decide(id, 'DISMISS'), decide(id, 'DISMISS')]);
    expect(again.body).toEqual(one.body);
    expect(codeOf(await decide(id, 'HIDE'))).toBe('INVALID_PAYLOAD');
    expect(codeOf(await decide(id, 'DISMISS', { reason: 'Another' }))).toBe('INVALID_PAYLOAD');
    expect(await isPublic()).toBe(true);
    const log = '{ auditLog(first: 100) { nodes { action subject } } }';
    const { nodes } = (await gateway.graphql(log, {}, gateway.operatorToken)).body.data.auditLog;
    expect(nodes.filter(({ subject }: Json) => subject === id)).toEqual([
      { action: 'decideListingReport', subject: id },
    ]);
  });

  it('is one when two operators decide on reports of one listing at once', async () => {
    for (let each = 0; each < 4; each += 1) await report();
    const open = await reports();
    const responses = await Promise.all(
      open.map(({ id }, index) => decide(id, index % 2 === 0 ? 'HIDE' : 'DISMISS', { reason: `${index}` })),
    );
    expect(responses.map(({ status }) => status)).not.toContain(500);
    expect(await isPublic()).toBe(false);
    expect(await reports()).toEqual([]);
    const [count] = await gateway.onDatabase((em) =>
      em.execute<{ rows: number }[]>(`select count(distinct decision_id)::int as rows
        from listing_report join listing_decision d on d.id = decision_id where d.kind = 'HIDE'`),
    );
    expect(count?.rows).toBe(1);
  });

  it('lets the same network report the listing again', async () => {
    const network = newNetwork();
    const first = secretOf(await report({}, network));
    await decide((await reports())[0]!.id, 'DISMISS');
    const second = secretOf(await report({}, network));
    expect(second).not.toBe(first);
    expect(await statusOf(second)).toMatchObject({ state: 'OPEN' });
  });
});

describe('the queue of reports', () => {
  it('is read in pages, oldest first, and the decided ones newest first', async () => {
    const ids: string[] = [];
    for (let each = 0; each < 5; each += 1) {
      await report();
      ids.push((await reports('OPEN', ', last: 1'))[0]!.id);
    }
    const read = async (state: string): Promise<string[]> => {
      const found: string[] = [];
      let after: string | null = null;
      do {
        const query = `query ($after: String) { listingReports(state: ${state}, first: 2, after: $after) {
          nodes { id } pageInfo { hasNextPage endCursor } } }`;
        const { body }: HttpResponse = await gateway.graphql(query, { after }, gateway.operatorToken);
        const { nodes, pageInfo } = body.data.listingReports;
        found.push(...nodes.map(({ id }: Json) => id));
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      } while (after !== null);
      return found;
    };
    expect(await read('OPEN')).toEqual(ids);
    await decide(ids[2]!, 'DISMISS', { allOfListing: true });
    expect(await read('DECIDED')).toEqual(ids.toReversed());
    expect(await read('OPEN')).toEqual([]);
  });
});
