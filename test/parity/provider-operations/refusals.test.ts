import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { PROVIDER_OPERATIONS } from '../../../src/core/provider-api/provider-operations.ts';
import { A_WALLET, REQUESTS, ZERO_ADDRESS } from '../../support/providers/provider-requests.ts';
import { contractRefusal, ENDPOINTS, type Body, type ProviderApi } from './apis.ts';
import {
  AN_HOUR,
  expectNoChange,
  expectSameRefusal,
  graphql,
  keys,
  managedPassport,
  managedWallet,
  passportId,
  passportOf,
  provider,
  providerWithoutFunds,
  requestBoth,
  rest,
  useProviders,
} from './providers.ts';

useProviders();

describe('A refusal of a provider operation', () => {
  const CREDENTIALS = [
    [
      'a request without a key',
      'anonymous',
      { code: 'UNAUTHENTICATED', reason: 'CREDENTIAL_MISSING', retryable: false },
    ],
    ['a revoked key', 'revoked', { code: 'UNAUTHENTICATED', reason: 'KEY_REVOKED', retryable: false }],
    ["a publisher's key", 'publisher', { code: 'UNAUTHORIZED', reason: 'SCOPE_MISSING', retryable: false }],
    ['the operator', 'operator', { code: 'UNAUTHORIZED', reason: 'SCOPE_MISSING', retryable: false }],
    ['a key without a signer', 'unsigned', { code: 'SIGNER_NOT_CONFIGURED', retryable: false }],
  ] as const;
  it.each(ENDPOINTS.flatMap((endpoint) => CREDENTIALS.map((row) => [endpoint, ...row] as const)))(
    'is the same in REST and GraphQL for %s by %s',
    async (endpoint, _caller, keyName, expected) => {
      await expectSameRefusal(endpoint, REQUESTS[endpoint] ?? {}, expected, keys[keyName] ?? '');
    },
  );

  it.each([
    ['create-giveaway', { giveawayId: ' ', startTime: 0, image: 'nowhere', rollingEveryDays: -1 }],
    ['create-giveaway', { endTime: 5, rollingEntriesCarryOver: true }],
    ['issue-entries', { passportId: 0, amount: 2 ** 32, reasonCode: 65_536 }],
    ['remove-entries', { evidence: 'x'.repeat(513) }],
    ['issue-entries', { expectedOwnerWallet: ZERO_ADDRESS }],
    ['remove-entries', { expectedOwnerWallet: ZERO_ADDRESS }],
    ['declare-winner', { giveawayId: 'x'.repeat(129), roundIndex: -1 }],
    ['draw-winner', { giveawayId: 'a\u0000b' }],
    ['confirm-receipt-by-provider', { giveawayId: '', roundIndex: -5 }],
    ['set-round-metadata', { title: 'x'.repeat(161), itemImage: 'javascript:x', winnerImage: 'x y' }],
    ['set-round-image', { imageURI: '' }],
    ['record-prize-delivery', { proofChainId: 0, proofURI: 'ftp://x' }],
    ['record-prize-delivery', { assetContract: ZERO_ADDRESS, recipient: ZERO_ADDRESS }],
    ['create-giveaway', { determinationType: 1, endTime: 0 }],
    ['create-giveaway', { endTime: 1_700_000_001 }],
    [
      'provision-entrant',
      { entrantWallet: ZERO_ADDRESS, managedWallet: ZERO_ADDRESS, sourceWallet: ZERO_ADDRESS },
    ],
    ['provision-entrant', { entrantWallet: null, amount: null, notify: true, email: 'a b' }],
    ['provision-entrant', { entrantWallet: null, amount: null, notify: true, email: null }],
  ])('is the same in REST and GraphQL for %s with wrong fields: %j', async (endpoint, wrong) => {
    const fields = Object.keys(wrong).map((field) => ({ field, message: expect.any(String) }));
    const body = { ...REQUESTS[endpoint], ...wrong };
    const refusal = await expectSameRefusal(endpoint, body, { code: 'INVALID_PAYLOAD', retryable: false });
    expect(refusal.details.fields.length).toBeGreaterThanOrEqual(1);
    expect(fields).toEqual(expect.arrayContaining(refusal.details.fields));
  });

  // Addresses and hashes are scalars of the GraphQL schema.
  const addresses = ['0x1', '', 'someone.eth', A_WALLET.replace('aA', 'Aa')];
  const WRITTEN_AS: Readonly<Record<string, readonly string[]>> = {
    recipient: addresses,
    assetContract: addresses,
    expectedOwnerWallet: addresses.filter((value) => value !== ''),
    entrantWallet: addresses.filter((value) => value !== ''),
    managedWallet: addresses.filter((value) => value !== ''),
    sourceWallet: addresses.filter((value) => value !== ''),
    proofTxHash: ['0x12', 'ab'.repeat(32)],
  };
  it.each(PROVIDER_OPERATIONS.map(({ endpoint, input }) => [endpoint, input] as const))(
    'names the same fields in REST and GraphQL for %s with fields of another type or another form of address or hash',
    async (endpoint, input) => {
      const wrongValues = Object.keys((input as unknown as z.ZodObject).shape).flatMap((field) => [
        [field, {}] as const,
        ...(WRITTEN_AS[field] ?? []).map((value) => [field, value] as const),
      ]);
      await expectNoChange(async () => {
        for (const [field, value] of wrongValues) {
          const [first, second] = await requestBoth(endpoint, { ...REQUESTS[endpoint], [field]: value });
          const expected = {
            code: 'INVALID_PAYLOAD',
            retryable: false,
            recommendedAction: first.recommendedAction,
          };
          expect(first).toMatchObject({ ...expected, details: { fields: [{ field }] } });
          // GraphQL checks types before the use case runs; its message names the field.
          expect(second).toMatchObject({ ...expected, message: expect.stringMatching(`[".]${field}"`) });
        }
      });
    },
  );

  it.each(ENDPOINTS)(
    'is the same in REST and GraphQL for %s with a body that is too large',
    async (endpoint) => {
      await expectNoChange(async () => {
        const padding = 'x'.repeat(65_536);
        const errorOf = async (api: ProviderApi) =>
          (await api.request(endpoint, { ...REQUESTS[endpoint], padding }, provider.secret)).error;
        const [first, second] = [await errorOf(rest), await errorOf(graphql)];
        expect(first?.message).toContain('larger than 65536 bytes');
        expect(first).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', retryable: false });
        expect(second).toEqual(first);
      });
    },
  );

  it.each(ENDPOINTS.filter((endpoint) => endpoint !== 'create-giveaway'))(
    'is the same in REST and GraphQL for %s of an unknown giveaway',
    async (endpoint) => {
      const expected = { code: 'NOT_FOUND', reason: 'GIVEAWAY', retryable: false };
      await expectSameRefusal(endpoint, REQUESTS[endpoint] ?? {}, expected);
    },
  );

  const NO_WINNER = contractRefusal('WINNER_NOT_SET', 'WINNER_NOT_DECLARED');
  const REFUSALS_BEFORE_THE_END: readonly (readonly [
    endpoint: string,
    giveawayId: string,
    expected: object,
    more?: Body,
  ])[] = [
    ['create-giveaway', 'open', contractRefusal('GIVEAWAY_EXISTS')],
    ['issue-entries', 'scheduled', contractRefusal('ROUND_NOT_ACTIVE')],
    ['issue-entries', 'open', contractRefusal('OWNER_MISMATCH'), { expectedOwnerWallet: A_WALLET }],
    ['issue-entries', 'open', contractRefusal('PASSPORT', 'NOT_FOUND'), { passportId: 999_999 }],
    ['issue-entries', 'open', contractRefusal('TOO_MANY_ENTRIES'), { amount: 2 ** 32 - 1 }],
    ['remove-entries', 'open', contractRefusal('OWNER_MISMATCH'), { expectedOwnerWallet: A_WALLET }],
    ['remove-entries', 'open', contractRefusal('PASSPORT', 'NOT_FOUND'), { passportId: 999_999 }],
    ['remove-entries', 'scheduled', contractRefusal('ROUND_NOT_ACTIVE')],
    ['remove-entries', 'open', contractRefusal('NOT_ENOUGH_ENTRIES'), { amount: 3 }],
    [
      'declare-winner',
      'declared',
      { ...contractRefusal('NOT_ENDED'), retryable: true, retryAfterSeconds: AN_HOUR },
    ],
    ['declare-winner', 'drawn', contractRefusal('WRONG_MODE')],
    ['declare-winner', 'open', contractRefusal('NEVER_ENDS')],
    [
      'draw-winner',
      'drawn',
      { ...contractRefusal('NOT_ENDED'), retryable: true, retryAfterSeconds: AN_HOUR },
    ],
    ['draw-winner', 'declared', contractRefusal('WRONG_MODE')],
    ['confirm-receipt-by-provider', 'declared', contractRefusal('RECEIPT_MODE_OFF')],
    ['confirm-receipt-by-provider', 'handshake', NO_WINNER],
    ['set-round-metadata', 'declared', NO_WINNER],
    ['set-round-image', 'declared', NO_WINNER],
    ...[
      'declare-winner',
      'draw-winner',
      'confirm-receipt-by-provider',
      'set-round-metadata',
      'set-round-image',
      'record-prize-delivery',
    ].map(
      (endpoint) =>
        [
          endpoint,
          endpoint === 'draw-winner' ? 'drawn' : 'handshake',
          contractRefusal('ROUND', 'NOT_FOUND'),
          { roundIndex: 7 },
        ] as const,
    ),
    ['record-prize-delivery', 'declared', NO_WINNER],
    ['provision-entrant', 'scheduled', contractRefusal('ROUND_NOT_ACTIVE')],
    ['provision-entrant', 'open', contractRefusal('TOO_MANY_ENTRIES'), { amount: 2 ** 32 - 1 }],
  ];
  it.each(REFUSALS_BEFORE_THE_END)(
    'is the same in REST and GraphQL for %s of the giveaway %j: %j',
    async (endpoint, giveawayId, expected, more = {}) => {
      await expectSameRefusal(
        endpoint,
        { ...REQUESTS[endpoint], giveawayId, ...passportOf(endpoint), ...more },
        expected,
      );
    },
  );

  it('is the same in REST and GraphQL for a passport that cannot be transferred', async () => {
    const move = { ownershipMode: 'transfer_existing_passport', entrantWallet: A_WALLET, issue: false };
    const locked = { ...move, sourceWallet: managedWallet, passportId: managedPassport };
    await expectSameRefusal('provision-entrant', locked, contractRefusal('TRANSFER_LIMIT'));
    const foreign = contractRefusal('NOT_APPROVED', 'UNAUTHORIZED');
    await expectSameRefusal('provision-entrant', locked, foreign, providerWithoutFunds.secret);
    const other = { ...locked, passportId };
    await expectSameRefusal('provision-entrant', other, contractRefusal('OWNER_MISMATCH'));
  });
});
