import { describe, expect, it, jest } from '@jest/globals';
import { sendAs } from '../../support/chain/provider-chain.ts';
import { type HttpResponse } from '../../support/http/http.ts';
import { toMutation } from '../../support/providers/provider-requests.ts';
import { createProviderWithSigner } from '../../support/providers/providers.ts';
import {
  CHAIN_TIMEOUT,
  entriesIn,
  gateway,
  headersWithKey,
  changesBy,
  newGiveaway,
  passportId,
  provider,
  send,
  useKeyedRequests,
} from './keyed-requests.ts';

jest.setTimeout(CHAIN_TIMEOUT);

useKeyedRequests();

describe('An Idempotency-Key', () => {
  it('takes effect once when fifty copies arrive at once, and all copies get one response', async () => {
    const giveawayId = await newGiveaway();
    const issue = () => send('issue-entries', { giveawayId, passportId, amount: 7 }, headersWithKey('fifty'));
    const responses = await Promise.all(Array.from({ length: 50 }, issue));

    const [first] = responses.filter(({ status }) => status === 200);
    const early = responses.filter(({ status }) => status !== 200);
    expect(early.length).toBeGreaterThan(0);
    for (const { status, headers, body } of early) {
      expect({ status, error: body.error }).toMatchObject({
        status: 409,
        error: { code: 'IDEMPOTENCY_CONFLICT', reason: 'IN_PROGRESS', retryable: true },
      });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const repeated = await Promise.all(early.map(issue));
    for (const { status, headers, body } of repeated) {
      expect({ status, body }).toEqual({ status: 200, body: first?.body });
      expect(headers.get('idempotent-replayed')).toBe('true');
    }
    const immediate = responses.filter(({ status }) => status === 200);
    for (const { body } of immediate) expect(body).toEqual(first?.body);
    expect(immediate.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
    expect(await entriesIn(giveawayId)).toBe(7);
    expect(await changesBy(first?.body.operation.id)).toBe(1);
  });

  it('is refused without an effect when its body or endpoint differs', async () => {
    const giveawayId = await newGiveaway();
    const body = { giveawayId, passportId, amount: 2 };
    expect((await send('issue-entries', body, headersWithKey('differs'))).status).toBe(200);
    const differing = await Promise.all([
      send('issue-entries', { ...body, amount: 3 }, headersWithKey('differs')),
      send('issue-entries', { ...body, evidence: 'order 1' }, headersWithKey('differs')),
      send('remove-entries', body, headersWithKey('differs')),
    ]);
    for (const response of differing)
      expect(response).toMatchObject({
        status: 422,
        body: { error: { code: 'IDEMPOTENCY_CONFLICT', reason: 'BODY_DIFFERS', retryable: false } },
      });
    // The same values in another notation.
    const same = { amount: '2', evidence: null, passportId: String(passportId), giveawayId };
    expect(
      (await send('issue-entries', same, headersWithKey('differs'))).headers.get('idempotent-replayed'),
    ).toBe('true');
    expect(await entriesIn(giveawayId)).toBe(2);
  });

  it('is independent of the same key of another provider', async () => {
    const otherProvider = await createProviderWithSigner(gateway);
    const body = { giveawayId: 'shared name', startTime: 1_700_000_000, determinationType: 0 };
    const [ownResponse, otherResponse] = await Promise.all([
      send('create-giveaway', body, headersWithKey('shared')),
      sendAs(gateway, otherProvider.secret)('create-giveaway', body, headersWithKey('shared')),
    ]);
    expect([ownResponse.status, otherResponse.status]).toEqual([200, 200]);
    expect(ownResponse.body.result.id).not.toBe(otherResponse.body.result.id);
    expect(ownResponse.body.operation.id).not.toBe(otherResponse.body.operation.id);
  });

  it.each([
    ['create-giveaway', { giveawayId: 'both APIs', startTime: 1_700_000_000, determinationType: 0 }],
    ['provision-entrant', { ownershipMode: 'managed_wallet', maxTransfers: 3 }],
  ])('identifies one request of %s through REST and GraphQL', async (endpoint, body) => {
    const { name, query, variables } = toMutation(endpoint, body);
    const byRest = () => send(endpoint, body, headersWithKey(`both-apis-${endpoint}`));
    const byGraphql = async () => {
      const input = { ...variables.input, idempotencyKey: `both-apis-${endpoint}` };
      return (await gateway.graphql(query, { input }, provider.secret)).body.data[name];
    };
    const first = await byGraphql();
    expect(first).toMatchObject({ replayed: false, operation: { endpoint, status: 'CONFIRMED' } });
    const second = await byRest();
    expect(second).toMatchObject({ status: 200, body: { operation: { id: first.operation.id } } });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body.result).toEqual(first.operation.result);
    expect(await byGraphql()).toMatchObject({ replayed: true, operation: { id: first.operation.id } });
  });

  it.each([
    ['empty', ''],
    ['longer than 255 characters', 'k'.repeat(256)],
    ['not free of spaces', 'a key'],
    ['not ASCII', 'schl\u00fcssel'],
  ])('is refused with a key that is %s', async (_fault, key) => {
    const body = { giveawayId: 'never', startTime: 1_700_000_000, determinationType: 0 };
    const fieldError = { field: 'idempotencyKey', message: expect.stringMatching(/1 to 255 visible ASCII/) };
    expect(await send('create-giveaway', body, { 'idempotency-key': key })).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_PAYLOAD', retryable: false, details: { fields: [fieldError] } } },
    });
    const { query, variables } = toMutation('create-giveaway', body);
    const input = { ...variables.input, idempotencyKey: key };
    const { body: answered } = await gateway.graphql(query, { input }, provider.secret);
    expect(answered.errors[0].extensions.code).toBe('INVALID_PAYLOAD');
    expect(JSON.stringify(answered.errors[0])).toContain('idempotencyKey');
  });

  it('accepts a key of 255 characters', async () => {
    const giveawayId = await newGiveaway();
    const issue = (): Promise<HttpResponse> =>
      send('issue-entries', { giveawayId, passportId, amount: 1 }, headersWithKey('~'.repeat(255)));
    const first = await issue();
    expect(first.status).toBe(200);
    expect((await issue()).body).toEqual(first.body);
  });
});
