import { describe, expect, it, jest } from '@jest/globals';
import { REQUESTS } from '../../support/providers/provider-requests.ts';
import { BASE_PATH, CHAIN_TIMEOUT, ENDPOINTS } from './apis.ts';
import {
  expectSameRefusal,
  gateway,
  graphql,
  keys,
  managedPassport,
  passportId,
  provider,
  providerWithoutFunds,
  requestBoth,
  rest,
  useProviders,
} from './providers.ts';

jest.setTimeout(CHAIN_TIMEOUT);

useProviders();

describe('An Idempotency-Key', () => {
  it.each([
    ['REST', 'GraphQL', rest, graphql],
    ['GraphQL', 'REST', graphql, rest],
  ])(
    'an Idempotency-Key of a request to %s is recognized by %s',
    async (nameOfFirst, _nameOfSecond, first, second) => {
      const headers = { 'idempotency-key': `across-${nameOfFirst}` };
      const body = { giveawayId: 'open', passportId, amount: 1, evidence: `order ${nameOfFirst}` };
      const firstResponse = await first.request('issue-entries', body, provider.secret, headers);
      expect(firstResponse).toMatchObject({ isReplay: false, result: { roundIndex: 0 } });
      const replay = await second.request('issue-entries', body, provider.secret, headers);
      expect(replay).toMatchObject({
        isReplay: true,
        result: firstResponse.result,
        operation: { id: firstResponse.operation.id },
      });
      const other = await second.request('issue-entries', { ...body, amount: 2 }, provider.secret, headers);
      expect(other.error).toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
        reason: 'BODY_DIFFERS',
        retryable: false,
      });
    },
  );

  it('repeats a refusal in both APIs', async () => {
    const headers = { 'idempotency-key': 'refused' };
    const body = { giveawayId: 'open', passportId, amount: 1_000 };
    const [first, second] = await requestBoth('remove-entries', body, provider.secret, headers);
    expect(first).toMatchObject({ reason: 'NOT_ENOUGH_ENTRIES', details: { amount: 1_000 } });
    expect(second).toEqual(first);
  });

  it.each(ENDPOINTS)('is refused alike by REST and GraphQL for %s when it is malformed', async (endpoint) => {
    for (const key of ['with space', 'x'.repeat(256)]) {
      const expected = { code: 'INVALID_PAYLOAD', details: { fields: [{ field: 'idempotencyKey' }] } };
      await expectSameRefusal(endpoint, REQUESTS[endpoint] ?? {}, expected, provider.secret, {
        'idempotency-key': key,
      });
    }
  });

  it.each(ENDPOINTS)(
    'is refused alike by REST and GraphQL for %s when another request used it or uses it',
    async (endpoint) => {
      const headers = { 'idempotency-key': `of-${endpoint}` };
      // The refusal is final, so its response is stored.
      const body = { ...REQUESTS[endpoint], ...(endpoint === 'create-giveaway' && { giveawayId: 'open' }) };
      expect((await rest.request(endpoint, body, provider.secret, headers)).error?.retryable).toBe(false);
      const differs = { code: 'IDEMPOTENCY_CONFLICT', reason: 'BODY_DIFFERS', retryable: false };
      await expectSameRefusal(
        endpoint,
        { ...body, giveawayId: 'another' },
        differs,
        provider.secret,
        headers,
      );
      // The row looks like this while another instance runs the request; no claim is longer than ten seconds.
      await gateway.onDatabase((em) =>
        em.execute(
          `update idempotency_key set answer = null, claimed_until = now() + interval '10 seconds' where key = ?`,
          [headers['idempotency-key']],
        ),
      );
      const running = {
        code: 'IDEMPOTENCY_CONFLICT',
        reason: 'IN_PROGRESS',
        retryable: true,
        retryAfterSeconds: 1,
      };
      await expectSameRefusal(endpoint, body, running, provider.secret, headers);
    },
  );
});

describe('A read of the provider API', () => {
  const STATUS_FIELDS =
    'passportId ownerWallet previousOwnerWallet ownerChanged maxTransfers transfersUsed tradable';
  const READS = [
    [
      'passport-status',
      (id: unknown, key: string | undefined) =>
        gateway.rest('GET', `${BASE_PATH}/passport-status?passportId=${String(id)}`, { key }),
      `mutation ($id: SafeInt!) { answer: passportStatus(input: { passportId: $id }) { ${STATUS_FIELDS} } }`,
    ],
    [
      'passport-contact',
      (id: unknown, key: string | undefined) =>
        gateway.rest('POST', `${BASE_PATH}/passport-contact`, { key, body: { passportId: id } }),
      'query ($id: SafeInt!) { answer: passportContact(passportId: $id) { passportId ownerWallet email name source sharedAt } }',
    ],
  ] as const;

  it.each(READS)(
    'a read of %s has the same responses and refusals in REST and GraphQL',
    async (_endpoint, requestRest, query) => {
      const cases = [
        [passportId, provider.secret],
        [managedPassport, provider.secret],
        [999_999, provider.secret],
        [0, provider.secret],
        [1, keys['publisher']],
        [1, keys['revoked']],
        [1, undefined],
      ] as const;
      for (const [id, key] of cases) {
        const { body: restBody } = await requestRest(id, key);
        const { body: graphqlBody } = await gateway.graphql(query, { id }, key);
        if (restBody.ok) expect(graphqlBody.data.answer).toEqual(restBody.result);
        else {
          const { fields: _fields, requestId: _id, ...extensions } = graphqlBody.errors[0].extensions;
          expect({ ...extensions, message: graphqlBody.errors[0].message }).toEqual(restBody.error);
        }
      }
    },
  );

  it('a read of an operation has the same responses and refusals in REST and GraphQL', async () => {
    const query = 'query ($id: ID!) { operation(id: $id) { id result error { code reason message } } }';
    const body = { giveawayId: 'open', passportId, amount: 999 };
    const done = await rest.request('issue-entries', { ...body, amount: 1 }, provider.secret);
    const refused = await rest.request('remove-entries', body, provider.secret);
    const [doneId, refusedId] = [done.operation.id, refused.error.details.operationId];
    const read = async (id: string, key = provider.secret) => [
      (await gateway.rest('GET', `${BASE_PATH}/operations/${id}`, { key })).body,
      (await gateway.graphql(query, { id }, key)).body,
    ];
    const [restDone, graphqlDone] = await read(doneId);
    expect(graphqlDone.data.operation).toMatchObject({ id: doneId, result: restDone.result, error: null });
    const [restRefused, graphqlRefused] = await read(refusedId);
    const { code, reason, message } = restRefused.error;
    expect(graphqlRefused.data.operation.error).toEqual({ code, reason, message });
    for (const [id, key] of [
      ['opn_none', provider.secret],
      [doneId, providerWithoutFunds.secret],
    ]) {
      const [restNone, graphqlNone] = await read(id ?? '', key);
      const { requestId: _id, ...extensions } = graphqlNone.errors[0].extensions;
      expect({ ...extensions, message: graphqlNone.errors[0].message }).toEqual(restNone.error);
      expect(restNone.error).toMatchObject({ code: 'NOT_FOUND', reason: 'OPERATION' });
    }
  });
});
