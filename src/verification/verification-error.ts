/** Why a draw could not be checked at all; a failed check is a step instead. */
export type VerificationErrorCode =
  | 'MALFORMED'
  | 'NODE_FAILED'
  | 'NODE_UNREACHABLE'
  | 'NOT_DRAWN'
  | 'NOT_FOUND'
  | 'ROUND_VOID'
  | 'WRONG_USAGE';

/** Ends a verification without a result. */
export class VerificationError extends Error {
  readonly code: VerificationErrorCode;

  constructor(code: VerificationErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'VerificationError';
    this.code = code;
  }
}
