import { ERRORS, isRetryable, recommendedActionFor, type ErrorCode } from '../errors.ts';
import { IMAGE_REFUSALS } from '../pictures/picture.ts';
import { CONTRACT_ERRORS } from './contract-errors.ts';
import type { OperationHold } from '../operations/operation.ts';

/** A code with all its possible reasons. */
export interface ErrorRow {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly recommendedAction: string;
  readonly reasons: readonly ErrorReason[];
}

/** The exact reason: stable, for programs. */
export interface ErrorReason {
  readonly reason: string;
  /** May differ from that of the code. */
  readonly retryable: boolean;
  readonly message: string;
  /** May differ from that of the code. */
  readonly recommendedAction: string;
}

// These are holds of waiting operations; only RPC_DOWN is also a response.
const HELD = 'Never an answer, only the hold of an accepted operation in GraphQL.';
const CHAIN: Readonly<Record<Exclude<OperationHold, 'INSUFFICIENT_FUNDS'>, string>> = {
  RPC_DOWN: 'No node of the chain responds.',
  RPC_LAGGING: `The node is behind the chain. ${HELD}`,
  GAS_TOO_HIGH: `Gas costs more than the operator's limit. ${HELD}`,
  SIGNER_PAUSED: `The signer cannot continue until the operator has repaired its wallet. ${HELD}`,
};

const PASSKEY_REFUSALS = {
  PASSKEY_INVALID: 'The credential was not made for this service and account, or its user was not verified.',
  PASSKEY_CHALLENGE_INVALID:
    'The challenge of the passkey is too old, was used before, or is of something else.',
};

/** The reasons of errors outside the contracts; a test finds them in the sources. */
const REASONS: Readonly<Partial<Record<ErrorCode, Readonly<Record<string, string>>>>> = {
  INVALID_PAYLOAD: {
    LISTING_EXISTS: 'The publisher has a listing with this ID, which the request expects to be absent.',
    LISTING_CHANGED: 'The listing is not the version that the request expects.',
    DRAFT_CHANGED: 'The draft was saved elsewhere meanwhile.',
    DRAFT_GONE: 'The draft was deleted or published meanwhile.',
    DRAFT_LIMIT: 'The account has as many drafts as it may have.',
    KEY_CHANGED: 'The API key is not as the request expects it.',
    PROFILE_CHANGED: 'The profile of the publisher is not as the request expects it.',
    DOMAIN_CHANGED: 'The domain of the publisher is not the one that the request expects.',
    PASSKEY_CHANGED: 'The name of the passkey is not the one that the request expects.',
    ADDRESS_REFUSED: 'The mail server refused the e-mail address of a sign-in.',
    ...PASSKEY_REFUSALS,
    ...IMAGE_REFUSALS,
    PICTURE_SPACE_USED: 'The pictures of the publisher take up the space that it has.',
  },
  UNAUTHENTICATED: {
    CREDENTIAL_MISSING: 'No credential was sent.',
    CREDENTIAL_INVALID: 'The credential is of an unsupported kind, or unknown.',
    KEY_INVALID: 'The API key is unknown or was rotated.',
    KEY_REVOKED: 'The API key was revoked.',
    KEY_EXPIRED: 'The API key has expired.',
    TOKEN_INVALID: 'The service token is invalid: its signature, issuer, audience or times.',
    CODE_INVALID: 'The sign-in code is wrong or has expired.',
    ...PASSKEY_REFUSALS,
    PASSKEY_UNKNOWN: 'No account has the passkey, or it was removed.',
    PASSKEY_COPIED: 'The counter of the passkey went back, as it does when two devices have its key.',
  },
  UNAUTHORIZED: {
    SCOPE_MISSING: 'The credential lacks the scope, or its key belongs to no provider.',
    FIELD_DENIED: 'The field is denied to everybody.',
    CONTACT_NOT_SHARED: "The passport's present owner has shared no contact with the provider.",
    SIGNATURE_INVALID: "The message was not signed by the passport's present owner.",
    STATEMENT_OUTDATED: 'There is a newer statement about the contact.',
    NOT_YOUR_LISTING: 'The listing belongs to another publisher.',
    PUBLISHER_BLOCKED: 'The operator has blocked the publisher.',
    PUBLISHER_FOREIGN: 'The request names a publisher that the caller may not act for.',
    ROLE_MISSING: 'The role of the account for the publisher does not allow it.',
    NOT_A_MEMBER: 'The account is not a member of the provider.',
    WALLET_NOT_MANAGED: 'The wallet is not managed by this service.',
    POLICY: 'The signing policy refuses the transaction or message.',
    FOREIGN_ORIGIN: 'The form was not sent from a page of this service.',
  },
  NOT_FOUND: {
    OPERATION: 'The provider has no operation with this id.',
    PROVIDER: 'There is no provider with this id or key.',
    SIGNER: 'The wallet is not a signer of the provider.',
    WALLET: 'There is no signer wallet with this address in custody.',
    PLACE: 'The rounds of the giveaway do not have so many places.',
  },
  CONTRACT_REVERT: {
    BEACON_NOT_READY: 'The beacon round that decides the draw is not signed yet.',
    DRAW_PENDING:
      'A draw in two transactions is in progress. Draws by the beacon need one, and never get this error.',
    PLACES_UNSUPPORTED: 'The contracts of this service give each round one winner.',
    ROUND_TAKEN: 'Other operations have claimed every round that this call could act on.',
    NEVER_ENDS: 'The giveaway has no end, so its round never closes.',
    OUT_OF_GAS: 'The operation needs more gas than the limit of a transaction.',
    OVERTAKEN:
      'A later operation set the same value while this one could not be sent: it would undo that one.',
    CONTRACT_MISCONFIGURED: 'A contract was deployed with invalid settings.',
  },
  SIGNER_NOT_CONFIGURED: {
    WALLET_MISSING: "The signer's key is not in custody.",
    OWNER_NOT_IN_CUSTODY: "The key of the contracts' owner, who registers signers, is not in custody.",
  },
  INSUFFICIENT_FUNDS: {
    SIGNER_BALANCE: 'The signer cannot pay for the transaction; details: address, balance, needed, symbol.',
  },
  IDEMPOTENCY_CONFLICT: {
    BODY_DIFFERS: 'The Idempotency-Key was used with another request.',
    IN_PROGRESS: 'An identical request with this Idempotency-Key is in progress.',
  },
  CHAIN_UNAVAILABLE: CHAIN,
  RATE_LIMITED: {
    TOO_MANY_SUBSCRIPTIONS: 'The caller, or the service, has reached its limit of open subscriptions.',
  },
  SERVICE_UNAVAILABLE: {
    PASSKEYS_OFF: 'The host of this service can have no passkeys.',
    DOMAIN_CHECKS_OFF: 'This service checks no domains of publishers.',
    PICTURES_OFF: 'This instance decodes no images.',
    PICTURE_STORAGE_FULL: 'The pictures of all publishers take up the space that they have.',
    DISK_FULL: 'The disk of the database, or of the embedded chain, is full: nothing can be stored.',
    KEY_ENCRYPTION_KEY_MISSING: 'The operator has not configured the key-encryption key of the data.',
    KEY_ENCRYPTION_FAILED: 'The configured key-encryption key cannot decrypt the data.',
    SEALED_DATA_CHANGED: 'Encrypted data cannot be decrypted: it was changed.',
    WALLET_CHANGED: "A wallet's key cannot be decrypted: its row was changed.",
  },
};

/** Every error that a caller can get: the source of the errors in both APIs and in the documents. */
export const ERROR_TABLE: readonly ErrorRow[] = (Object.keys(ERRORS) as ErrorCode[]).map((code) => ({
  code,
  retryable: isRetryable({ code }),
  recommendedAction: ERRORS[code].recommendedAction,
  reasons: Object.entries(reasonsOf(code)).map(([reason, message]) => ({
    reason,
    retryable: isRetryable({ code, reason }),
    message,
    recommendedAction: recommendedActionFor({ code, reason }),
  })),
}));

/** The contracts' reasons, each with the message of its first error, then all other reasons. */
function reasonsOf(code: ErrorCode): Readonly<Record<string, string>> {
  const reasons: Record<string, string> = {};
  for (const { reason, message, ...row } of Object.values(CONTRACT_ERRORS))
    if (row.code === code) reasons[reason] ??= message;
  return { ...reasons, ...REASONS[code] };
}
