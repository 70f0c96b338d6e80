import { ADVICE } from './error-advice.ts';

/** The closed table of error codes; `retryable` means the identical request may succeed later. */
export const ERRORS = {
  INVALID_PAYLOAD: {
    retryable: false,
    recommendedAction: 'Correct the fields that the message names, then send the request again.',
  },
  UNAUTHENTICATED: {
    retryable: false,
    recommendedAction: 'Send a valid credential in the Authorization header.',
  },
  UNAUTHORIZED: {
    retryable: false,
    recommendedAction: 'Use a credential that has the required scope and owns the record.',
  },
  NOT_FOUND: {
    retryable: false,
    recommendedAction: 'Check the identifier and the credential that the record belongs to.',
  },
  LISTING_UNOWNED: {
    retryable: false,
    recommendedAction: 'Ask the operator to assign the legacy listing to your account first.',
  },
  PAYLOAD_TOO_LARGE: { retryable: false, recommendedAction: 'Send a smaller request body.' },
  UNSUPPORTED_MEDIA_TYPE: {
    retryable: false,
    recommendedAction: 'Send an uncompressed body with Content-Type: application/json.',
  },
  METHOD_NOT_ALLOWED: { retryable: false, recommendedAction: 'Use a method from the Allow header.' },
  CONTRACT_REVERT: {
    retryable: false,
    recommendedAction: 'Correct the payload, or check the state of the giveaway and the passport.',
  },
  WINNER_NOT_DECLARED: { retryable: false, recommendedAction: 'Declare or draw the winner first.' },
  SIGNER_NOT_CONFIGURED: {
    retryable: false,
    recommendedAction: 'Attach a signer to the key or configure a default signer of the provider.',
  },
  INSUFFICIENT_FUNDS: {
    retryable: true,
    recommendedAction: "Top up the signer's wallet, then try again.",
  },
  IDEMPOTENCY_CONFLICT: {
    retryable: false,
    recommendedAction: 'Use a new Idempotency-Key for a new body.',
  },
  CHAIN_UNAVAILABLE: {
    retryable: true,
    recommendedAction: 'Try again after the time in Retry-After; accepted operations continue.',
  },
  RATE_LIMITED: { retryable: true, recommendedAction: 'Wait for the time in Retry-After, then try again.' },
  SERVICE_UNAVAILABLE: {
    retryable: true,
    recommendedAction:
      'Try again after the time in Retry-After, with the same Idempotency-Key if you sent one. If details.operationId names an operation, read it first: it may have been accepted.',
  },
  INTERNAL: {
    retryable: true,
    recommendedAction: 'Try again with back-off; if it persists, report the request id to the operator.',
  },
} as const satisfies Record<string, { retryable: boolean; recommendedAction: string }>;

export type ErrorCode = keyof typeof ERRORS;

// Retryable reasons of codes that are otherwise final.
const RETRYABLE_REASONS: ReadonlySet<string> = new Set([
  'CONTRACT_REVERT/BEACON_NOT_READY',
  'CONTRACT_REVERT/DRAW_PENDING',
  'CONTRACT_REVERT/NOT_ENDED',
  'CONTRACT_REVERT/ROUND_TAKEN',
  'CONTRACT_REVERT/ROUND_UNSETTLED',
  'IDEMPOTENCY_CONFLICT/IN_PROGRESS',
]);

/** Whether the identical request may succeed later without any change; the reason can decide. */
export function isRetryable({ code, reason }: { code: ErrorCode; reason?: string | undefined }): boolean {
  return ERRORS[code].retryable || RETRYABLE_REASONS.has(`${code}/${reason}`);
}

/** The action for an error: that of its reason; else to wait, if only the reason is retryable; else that of its code. */
export function recommendedActionFor(error: {
  readonly code: ErrorCode;
  readonly reason?: string | undefined;
  readonly scope?: string | undefined;
}): string {
  const name = `${error.code}/${error.reason}`;
  const advice = ADVICE[`${name}/${error.scope?.split(':')[0]}`] ?? ADVICE[name];
  if (advice !== undefined) return advice;
  const { retryable, recommendedAction } = ERRORS[error.code];
  return !retryable && isRetryable(error)
    ? 'Send the identical request again after the time in Retry-After.'
    : recommendedAction;
}

/** Facts of an error by name: arguments of a revert, an address and its balance. Whole numbers beyond 2^53 are strings. */
export type ErrorValues = Readonly<Record<string, string | number | boolean>>;

/** One invalid field of an input: its path and how to correct it. */
export interface FieldError {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export interface ErrorFacts {
  /** Fine-grained and stable, such as SCOPE_MISSING. */
  readonly reason?: string;
  readonly details?: readonly FieldError[];
  readonly values?: ErrorValues;
  readonly retryAfterSeconds?: number;
  /** The scope that the caller lacks. */
  readonly scope?: string;
  /** The request id of the first request, if this is its repeated response. */
  readonly requestId?: string;
  readonly cause?: unknown;
}

/** The only error that the core throws on purpose; each API translates it once. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly reason: string | undefined;
  readonly details: readonly FieldError[] | undefined;
  readonly values: ErrorValues | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly scope: string | undefined;
  readonly requestId: string | undefined;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'DomainError';
    this.code = code;
    this.reason = facts.reason;
    this.details = facts.details;
    this.values = facts.values;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.scope = facts.scope;
    this.requestId = facts.requestId;
  }
}

/** The maximal number of invalid fields in an error. */
const MAX_DETAILS = 20;

/** The INVALID_PAYLOAD error for a list of invalid fields, of which it names the first 20. */
export function invalidPayload(fields: readonly FieldError[]): DomainError {
  const details = fields.slice(0, MAX_DETAILS);
  const named = details
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')} ${message}` : message))
    .join(' ');
  const rest = fields.length - details.length;
  const message = rest > 0 ? `${named} There are ${rest} more wrong fields.` : named;
  return new DomainError('INVALID_PAYLOAD', message, { details });
}
