import { beforeEach, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { draft } from '../../support/listings.ts';
import { codeOf, newNetwork, reportingAt } from './reporting.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(() => startGateway({ TRUST_PROXY: '1' }));
let key: string;
let listing: string;
beforeEach(async () => {
  await gateway.onDatabase((em) =>
    em.execute('truncate listing_objection, listing_report, listing_decision, report_mail'),
  );
  key = await gateway.createKey();
  listing = (await gateway.publish(key, draft())).body.listing.id;
});

const { report, decide, asOperator } = reportingAt(() => gateway);
const tryObject = (secret: string, fields: object = {}, network = newNetwork()): Promise<HttpResponse> =>
  gateway.graphql(
    'mutation ($input: ObjectToDecisionInput!) { objectToDecision(input: $input) { objection { state sentAt } } }',
    { input: { secret, text: 'The page asks for them today.', ...fields } },
    undefined,
    network,
  );
const tryObjectToHiding = (fields: object = {}, as = key): Promise<HttpResponse> =>
  gateway.graphql(
    'mutation ($input: ObjectToHidingInput!) { objectToHiding(input: $input) { objection { state sentAt } } }',
    { input: { listing, text: 'It asks for nothing.', ...fields } },
    as,
  );
const FIELDS = 'id side listingId reportId decision decisionReason text result resultReason';
const objections = async (state = 'OPEN', page = ''): Promise<Json[]> =>
  (await asOperator(`{ listingObjections(state: ${state}${page}) { nodes { ${FIELDS} } } }`)).body.data
    .listingObjections.nodes;
const judge = (id: string, result: string, reason = 'Looked again.'): Promise<HttpResponse> =>
  asOperator(
    `mutation ($input: DecideListingObjectionInput!) { decideListingObjection(input: $input) { objection { ${FIELDS} } } }`,
    { input: { id, result, reason } },
  );
const statusOf = async (secret: string): Promise<Json> => {
  const query = `query ($secret: String!) { listingReportStatus(secret: $secret) {
    decision objection { state until resultReason resultAt } reversalReason } }`;
  return (await gateway.graphql(query, { secret })).body.data.listingReportStatus;
};
const own = async (): Promise<Json> => {
  const query = `query ($id: ID!) { myListing(id: $id) { own {
    hiddenReason objection { state until resultReason } } } }`;
  return (await gateway.graphql(query, { id: listing }, key)).body.data.myListing.own;
};
const isPublic = async () => (await own()).hiddenReason === null;
const hide = (reason = 'A trick') =>
  asOperator('mutation ($input: HideListingInput!) { hideListing(input: $input) { listing { id } } }', {
    input: { id: listing, reason },
  });

describe('an objection of a reporter', () => {
  it('is possible once its report was dismissed, and waits in the queue of the operator', async () => {
    const secret = await report(listing);
    expect((await statusOf(secret)).objection).toBeNull();
    expect(codeOf(await tryObject(secret))).toBe('INVALID_PAYLOAD');
    await decide(listing, 'DISMISS');
    expect((await statusOf(secret)).objection).toMatchObject({
      state: 'POSSIBLE',
      until: expect.any(String),
    });

    const { body } = await tryObject(secret);

    expect(body.data.objectToDecision.objection).toEqual({ state: 'WAITING', sentAt: expect.any(String) });
    expect(await objections()).toEqual([
      {
        id: expect.stringMatching(/^obj_/),
        side: 'REPORTER',
        listingId: listing,
        reportId: expect.stringMatching(/^rpt_/),
        decision: 'DISMISS',
        decisionReason: 'Seen and checked.',
        text: 'The page asks for them today.',
        result: null,
        resultReason: null,
      },
    ]);
  });

  it('can be sent again with the same text, also after its result, and is refused with another one', async () => {
    const secret = await report(listing);
    await decide(listing, 'DISMISS');
    const text = 'Look at\nthe page.';
    const first = await tryObject(secret, { text });
    expect((await tryObject(secret, { text: ' Look at\r\nthe page. ' })).body).toEqual(first.body);
    expect(codeOf(await tryObject(secret, { text: 'Look at it.' }))).toBe('INVALID_PAYLOAD');
    const waiting = await objections();
    expect(waiting).toMatchObject([{ text }]);
    await judge(waiting[0]!.id, 'REJECTED');
    expect((await tryObject(secret, { text })).body.data.objectToDecision.objection.state).toBe('REJECTED');
    expect(codeOf(await tryObject(secret, { text: 'Look at it.' }))).toBe('INVALID_PAYLOAD');
    expect(await objections()).toEqual([]);
  });

  it('hides the listing when it is upheld, and settles its open reports and the objections of others', async () => {
    const secrets = [await report(listing), await report(listing)];
    await decide(listing, 'DISMISS', { allOfListing: true });
    for (const secret of secrets) await tryObject(secret);
    const open = await report(listing);
    const [first, second] = await objections();

    const { body } = await judge(first!.id, 'UPHELD', 'It does ask.');

    expect(body.data.decideListingObjection.objection).toMatchObject({ result: 'UPHELD' });
    expect(await isPublic()).toBe(false);
    expect(await objections()).toEqual([]);
    for (const secret of secrets)
      expect((await statusOf(secret)).objection).toMatchObject({
        state: 'UPHELD',
        resultReason: 'It does ask.',
      });
    expect(await statusOf(open)).toMatchObject({ decision: 'HIDE', objection: { state: 'NONE' } });
    expect(codeOf(await judge(second!.id, 'REJECTED'))).toBe('INVALID_PAYLOAD');
    expect(await own()).toEqual({
      hiddenReason: 'It does ask.',
      objection: { state: 'POSSIBLE', until: expect.any(String), resultReason: null },
    });
  });

  it('changes nothing when it is rejected, and the reporter sees why', async () => {
    const secret = await report(listing);
    await decide(listing, 'DISMISS');
    await tryObject(secret);
    await judge((await objections())[0]!.id, 'REJECTED', 'No, <b>it</b> does not.');
    expect(await isPublic()).toBe(true);
    expect((await statusOf(secret)).objection).toMatchObject({
      state: 'REJECTED',
      resultReason: 'No, <b>it</b> does not.',
    });
    expect(await objections('DECIDED')).toMatchObject([{ result: 'REJECTED' }]);
  });

  it('is refused after six months, for another secret, without a text and to a decision that grants the report', async () => {
    const secret = await report(listing);
    await decide(listing, 'DISMISS');
    expect(codeOf(await tryObject(`${secret}x`))).toBe('NOT_FOUND');
    expect(codeOf(await tryObject(secret, { text: ' \u200b' }))).toBe('INVALID_PAYLOAD');
    expect(codeOf(await tryObject(secret, { text: 'x'.repeat(2_001) }))).toBe('INVALID_PAYLOAD');
    await gateway.onDatabase((em) =>
      em.execute(`update listing_decision set decided_at = now() - interval '185 days'`),
    );
    expect(codeOf(await tryObject(secret))).toBe('INVALID_PAYLOAD');
    expect((await statusOf(secret)).objection).toMatchObject({ state: 'LATE', until: null });
    const granted = await report(listing);
    await decide(listing, 'HIDE');
    expect(codeOf(await tryObject(granted))).toBe('INVALID_PAYLOAD');
    expect(await objections()).toEqual([]);
  });

  it('is one however many arrive at once, and limited by network', async () => {
    const secret = await report(listing);
    await decide(listing, 'DISMISS');
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => tryObject(secret, { text: `Look ${index % 4}.` })),
    );
    expect(responses.filter((response) => codeOf(response) === undefined)).toHaveLength(2);
    expect(responses.map(({ status }) => status)).not.toContain(500);
    expect(await objections()).toHaveLength(1);
    const network = newNetwork();
    const codes = [];
    for (let each = 0; each < 11; each += 1) codes.push(codeOf(await tryObject('grp_guess', {}, network)));
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'NOT_FOUND'), 'RATE_LIMITED']);
  });
});

describe('an objection of a publisher', () => {
  it('is possible to a decision that hides its listing, also one without a report, and shows it again when it is upheld', async () => {
    await hide();
    expect((await own()).objection).toMatchObject({ state: 'POSSIBLE' });
    const { body } = await tryObjectToHiding();
    expect(body.data.objectToHiding.objection).toMatchObject({ state: 'WAITING' });
    expect((await tryObjectToHiding()).body).toEqual(body);
    expect(codeOf(await tryObjectToHiding({ text: 'It asks for little.' }))).toBe('INVALID_PAYLOAD');
    const [waiting] = await objections();
    expect(waiting).toMatchObject({
      side: 'PUBLISHER',
      decision: 'HIDE',
      decisionReason: 'A trick',
      reportId: null,
    });
    await judge(waiting!.id, 'UPHELD', 'It asks for nothing indeed.');
    expect(await own()).toEqual({
      hiddenReason: null,
      objection: { state: 'UPHELD', until: null, resultReason: 'It asks for nothing indeed.' },
    });
  });

  it('tells the reporters when it is upheld, and leaves the listing hidden when it is rejected', async () => {
    const secret = await report(listing);
    await decide(listing, 'HIDE');
    await tryObjectToHiding();
    await judge((await objections())[0]!.id, 'UPHELD', 'A mistake.');
    expect(await statusOf(secret)).toMatchObject({ decision: 'HIDE', reversalReason: 'A mistake.' });
    await hide('Again');
    await tryObjectToHiding();
    await judge((await objections())[0]!.id, 'REJECTED');
    expect(await own()).toMatchObject({ hiddenReason: 'Again', objection: { state: 'REJECTED' } });
  });

  it('does not undo a later decision', async () => {
    await hide('One');
    await tryObjectToHiding();
    await hide('Two');
    await judge((await objections())[0]!.id, 'UPHELD');
    expect(await own()).toMatchObject({ hiddenReason: 'Two', objection: { state: 'POSSIBLE' } });
  });

  it('is refused to a public listing, to one of others, and to one that was hidden before decisions were stored', async () => {
    expect(codeOf(await tryObjectToHiding())).toBe('INVALID_PAYLOAD');
    await hide();
    expect(codeOf(await tryObjectToHiding({}, await gateway.createKey()))).toBe('NOT_FOUND');
    await gateway.onDatabase((em) => em.execute('delete from listing_decision'));
    expect(codeOf(await tryObjectToHiding())).toBe('INVALID_PAYLOAD');
    expect(await own()).toMatchObject({ hiddenReason: 'A trick', objection: null });
  });

  it('is one however many arrive at once', async () => {
    await hide();
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => tryObjectToHiding({ text: `It asks for ${index % 4}.` })),
    );
    expect(responses.filter((response) => codeOf(response) === undefined)).toHaveLength(2);
    expect(responses.map(({ status }) => status)).not.toContain(500);
    expect(await objections()).toHaveLength(1);
  });
});

describe('the decision on an objection', () => {
  it('can be repeated, and only the first of two operators decides', async () => {
    await hide();
    await tryObjectToHiding();
    const { id } = (await objections())[0]!;
    const responses = await Promise.all([judge(id, 'UPHELD'), judge(id, 'REJECTED'), judge(id, 'UPHELD')]);
    expect(responses.map(({ status }) => status)).not.toContain(500);
    const [result] = (await objections('DECIDED')).map((decided) => decided['result']);
    const codes = responses.map(codeOf);
    expect(codes).toEqual(
      result === 'UPHELD'
        ? [undefined, 'INVALID_PAYLOAD', undefined]
        : ['INVALID_PAYLOAD', undefined, 'INVALID_PAYLOAD'],
    );
    const refused = responses.find((response) => codeOf(response) !== undefined);
    expect(refused!.body.errors[0].message).toContain(`decided already`);
    expect(await isPublic()).toBe(result === 'UPHELD');
    expect(codeOf(await judge('obj_none', 'UPHELD'))).toBe('NOT_FOUND');
  });

  it('does not collide with decisions on reports of the same listing', async () => {
    const secrets = [await report(listing), await report(listing), await report(listing)];
    await decide(listing, 'DISMISS', { allOfListing: true });
    for (const secret of secrets) await tryObject(secret);
    for (let each = 0; each < 3; each += 1) await report(listing);
    const waiting = await objections();
    const responses = await Promise.all([
      ...waiting.map(({ id }, index) => judge(id, index === 1 ? 'REJECTED' : 'UPHELD', `${index}`)),
      decide(listing, 'HIDE', { reason: 'Hidden' }),
      decide(listing, 'DISMISS', { reason: 'Dismissed' }),
      hide('Directly'),
    ]);
    expect(responses.map(({ status }) => status)).not.toContain(500);
    expect(await objections()).toEqual([]);
    expect(await isPublic()).toBe(false);
  });
});
