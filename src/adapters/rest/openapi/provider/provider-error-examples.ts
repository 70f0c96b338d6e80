import type { ErrorCode } from '../../../../core/errors.ts';

/** A code that interface B can answer with. */
export type ProviderErrorCode = Exclude<ErrorCode, 'LISTING_UNOWNED'>;

/** An example of a failure. */
export interface ErrorExample {
  readonly endpoint: string;
  readonly message: string;
  readonly reason?: string;
  readonly details?: object;
}

const OPERATION_ID = 'opn_019a9f0c5d3e7b1f2a4c6d8e9f0a1b2c';
const GIVEAWAY_KEY = `0x${'5c'.repeat(32)}`;

/** At least one failure for each code, and for each status of its reasons. */
export const ERROR_EXAMPLES: Readonly<Record<ProviderErrorCode, readonly ErrorExample[]>> = {
  INVALID_PAYLOAD: [
    {
      endpoint: 'issue-entries',
      message: 'amount is required: send a whole number from 1 to 4294967295.',
      details: {
        fields: [{ field: 'amount', message: 'is required: send a whole number from 1 to 4294967295.' }],
      },
    },
  ],
  UNAUTHENTICATED: [
    {
      endpoint: 'issue-entries',
      reason: 'KEY_REVOKED',
      message: 'The API key was revoked: create a new one.',
    },
  ],
  UNAUTHORIZED: [
    {
      endpoint: 'issue-entries',
      reason: 'SCOPE_MISSING',
      message: 'This credential lacks the permission provider:entries.',
    },
    {
      endpoint: 'passport-contact',
      reason: 'CONTACT_NOT_SHARED',
      message:
        'The present owner of this passport has shared no contact with your provider: ask the owner to share it.',
    },
  ],
  NOT_FOUND: [
    {
      endpoint: 'issue-entries',
      reason: 'GIVEAWAY',
      message: 'There is no giveaway with this giveawayId.',
      details: { giveaway: GIVEAWAY_KEY },
    },
  ],
  PAYLOAD_TOO_LARGE: [
    { endpoint: 'create-giveaway', message: 'The body is larger than 65536 bytes: shorten it.' },
  ],
  UNSUPPORTED_MEDIA_TYPE: [
    { endpoint: 'create-giveaway', message: 'Send the body as Content-Type: application/json.' },
  ],
  METHOD_NOT_ALLOWED: [{ endpoint: 'draw-winner', message: 'GET is not allowed here: use POST.' }],
  CONTRACT_REVERT: [
    {
      endpoint: 'remove-entries',
      reason: 'NOT_ENOUGH_ENTRIES',
      message: 'The passport has fewer entries in the round than the amount to remove.',
      details: { passportId: 7, entries: 2, amount: 3, operationId: OPERATION_ID },
    },
    {
      endpoint: 'issue-entries',
      reason: 'ROUND_NOT_ACTIVE',
      message:
        'No round of the giveaway is open now: round 0 opens at 2027-06-03T05:20:00Z and closes at 2027-07-03T05:20:00Z.',
      details: {
        giveaway: GIVEAWAY_KEY,
        timestamp: 1_811_999_200,
        roundIndex: 0,
        opensAt: 1_812_000_000,
        closesAt: 1_814_592_000,
        operationId: OPERATION_ID,
      },
    },
    {
      endpoint: 'declare-winner',
      reason: 'NOT_ENDED',
      message: 'The round has not ended yet.',
      details: { giveaway: GIVEAWAY_KEY, round: 0, closesAt: 1_814_592_000, timestamp: 1_814_591_400 },
    },
    {
      endpoint: 'draw-winner',
      reason: 'BEACON_NOT_READY',
      message: 'The beacon round 12345678 that decides the draw is not signed yet.',
      details: { beaconRound: '12345678' },
    },
  ],
  WINNER_NOT_DECLARED: [
    {
      endpoint: 'set-round-image',
      reason: 'WINNER_NOT_SET',
      message: 'The round has no winner yet: declare or draw one first.',
      details: { operationId: OPERATION_ID },
    },
  ],
  SIGNER_NOT_CONFIGURED: [
    {
      endpoint: 'provision-entrant',
      message: 'No signer is attached to this key, and its provider has no default signer.',
    },
  ],
  INSUFFICIENT_FUNDS: [
    {
      endpoint: 'issue-entries',
      reason: 'SIGNER_BALANCE',
      message: 'The signer cannot pay for the transaction.',
      details: {
        address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        balance: '1000000000000',
        needed: '240000000000000',
        symbol: 'ETH',
      },
    },
  ],
  IDEMPOTENCY_CONFLICT: [
    {
      endpoint: 'issue-entries',
      reason: 'BODY_DIFFERS',
      message: 'This Idempotency-Key was used with another request: send a new key with a new request.',
    },
    {
      endpoint: 'issue-entries',
      reason: 'IN_PROGRESS',
      message: 'An identical request with this Idempotency-Key is being answered: repeat it shortly.',
    },
  ],
  CHAIN_UNAVAILABLE: [
    { endpoint: 'passport-status', reason: 'RPC_DOWN', message: 'The chain does not answer.' },
  ],
  RATE_LIMITED: [
    {
      endpoint: 'issue-entries',
      message: 'Too many requests: at most 1200 in 60 seconds. Try again in 17 seconds.',
    },
  ],
  SERVICE_UNAVAILABLE: [
    {
      endpoint: 'issue-entries',
      message: 'The database cannot be reached at the moment: try again shortly.',
      details: { operationId: OPERATION_ID },
    },
  ],
  INTERNAL: [{ endpoint: 'issue-entries', message: 'Something went wrong here: try again with back-off.' }],
};
