import type { ErrorCode, ErrorValues } from '../errors.ts';

/** The code, reason and message of a contract error. */
interface ContractError {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly message: string;
}

const revert = (reason: string, message: string): ContractError => ({
  code: 'CONTRACT_REVERT',
  reason,
  message,
});
const unauthorized = (reason: string, message: string): ContractError => ({
  code: 'UNAUTHORIZED',
  reason,
  message,
});
const notFound = (reason: string, message: string): ContractError => ({ code: 'NOT_FOUND', reason, message });

/** The contracts' custom errors by their names; a test compares them with the ABIs. */
export const CONTRACT_ERRORS: Readonly<Record<string, ContractError>> = {
  AmountInvalid: revert('AMOUNT_INVALID', 'The amount must be at least 1.'),
  BatchInvalid: revert('BATCH_INVALID', 'The number of items is out of range.'),
  GiveawayExists: revert('GIVEAWAY_EXISTS', 'A giveaway with this giveawayId exists already.'),
  GiveawayUnknown: notFound('GIVEAWAY', 'There is no giveaway with this giveawayId.'),
  HandshakePending: revert('HANDSHAKE_PENDING', 'The winner has not confirmed receipt yet.'),
  DeliveryFinal: revert('DELIVERY_FINAL', 'The recorded delivery can no longer be corrected.'),
  GasTooLow: revert('OUT_OF_GAS', 'The transaction had too little gas.'),
  MoveFailed: revert(
    'MOVE_FAILED',
    'The passport contract refused the transfer without a reason, or the owner’s contract used too much gas.',
  ),
  NoEntries: revert('NO_ENTRIES', 'The round closed without entries.'),
  NotEnoughEntries: revert(
    'NOT_ENOUGH_ENTRIES',
    'The passport has fewer entries that can be removed than the amount.',
  ),
  NotWinnerOwner: unauthorized(
    'NOT_WINNER_OWNER',
    'Only the owner of the winning passport may confirm receipt.',
  ),
  OptionInvalid: revert('OPTION_INVALID', 'The contract refuses an option of the giveaway.'),
  OwnerMismatch: revert('OWNER_MISMATCH', 'The passport belongs to another wallet than expected.'),
  PassportMissing: notFound('PASSPORT', 'There is no passport with this passportId.'),
  PassportWithoutEntries: revert(
    'PASSPORT_WITHOUT_ENTRIES',
    'The passport has no entries that count for the round.',
  ),
  RecipientNotOwner: revert(
    'RECIPIENT_NOT_OWNER',
    'The recipient of the prize does not own the winning passport.',
  ),
  ReceiptAlreadyConfirmed: revert('RECEIPT_ALREADY_CONFIRMED', 'Receipt is confirmed already.'),
  ReceiptModeOff: revert('RECEIPT_MODE_OFF', 'The giveaway was created without providerPaysReceiptGas.'),
  RoundIsVoid: revert('ROUND_VOID', 'The round is void: its beacon stayed silent for 30 days.'),
  RoundNotActive: revert('ROUND_NOT_ACTIVE', 'No round of the giveaway is open now.'),
  RoundNotClosed: revert('NOT_ENDED', 'The round has not ended yet.'),
  RoundNotVoidable: revert('NOT_VOIDABLE', 'The round cannot be marked void before 30 days of silence.'),
  RoundUnsettled: revert(
    'ROUND_UNSETTLED',
    'A round is not settled: entries that it counts can be removed, and its prizes delivered, when all its places are decided or it is void.',
  ),
  RoundUnknown: notFound('ROUND', 'The giveaway has no round with this roundIndex.'),
  SignerNotActive: unauthorized(
    'SIGNER_NOT_ACTIVE',
    'The signer was added while the provider had open giveaways or undelivered prizes, and does not act yet.',
  ),
  SignerUnknown: unauthorized(
    'NOT_YOUR_GIVEAWAY',
    'The signer does not act for the provider of this giveaway.',
  ),
  TooManyEntries: revert('TOO_MANY_ENTRIES', 'The round cannot have that many entries.'),
  TooManyRounds: revert('TOO_MANY_ROUNDS', 'The entries to remove are in more than 32 rounds.'),
  WinnerAlreadySet: revert('WINNER_ALREADY_SET', 'The round has a winner already.'),
  WinnerNotSet: {
    code: 'WINNER_NOT_DECLARED',
    reason: 'WINNER_NOT_SET',
    message: 'The round has no winner yet: declare or draw one first.',
  },
  PassportHasPlace: revert('PASSPORT_HAS_PLACE', 'The passport has a place of the round already.'),
  PlaceNotSet: {
    code: 'WINNER_NOT_DECLARED',
    reason: 'WINNER_NOT_SET',
    message: 'The place has no winner yet: declare or draw one first.',
  },
  WrongDetermination: revert('WRONG_MODE', 'The giveaway’s winner is determined in the other way.'),

  TransferLimitReached: revert('TRANSFER_LIMIT', 'The passport may not be transferred any more.'),
  PermitExpired: revert('PERMIT_EXPIRED', 'The owner’s permit to move the passport has expired.'),
  PermitInvalid: unauthorized('PERMIT_INVALID', 'The permit was not signed by the passport’s owner.'),
  PermitMovesNothing: revert('PERMIT_MOVES_NOTHING', 'The permit’s sender and receiver are the same wallet.'),
  PassportUnknown: notFound('PASSPORT', 'There is no passport with this passportId.'),
  NotHub: unauthorized('NOT_HUB', 'Only the giveaways’ contract may do this.'),
  ERC721NonexistentToken: notFound('PASSPORT', 'There is no passport with this passportId.'),
  ERC721IncorrectOwner: revert('OWNER_MISMATCH', 'The passport belongs to another wallet than expected.'),
  ERC721InsufficientApproval: unauthorized(
    'NOT_APPROVED',
    'The passport’s owner has not approved the signer.',
  ),
  ERC721InvalidReceiver: revert('RECEIVER_INVALID', 'The target wallet cannot receive the passport.'),
  ERC721InvalidSender: revert('SENDER_INVALID', 'The source wallet cannot transfer the passport.'),
  ERC721InvalidOwner: revert('OWNER_INVALID', 'The zero address owns nothing.'),
  ERC721InvalidApprover: unauthorized('NOT_APPROVED', 'The approver does not own the passport.'),
  ERC721InvalidOperator: revert('OPERATOR_INVALID', 'The operator cannot be approved.'),
  InvalidShortString: revert('CONTRACT_MISCONFIGURED', 'The passport contract’s name is invalid.'),
  StringTooLong: revert('CONTRACT_MISCONFIGURED', 'The passport contract’s name is too long.'),

  BeaconRoundInvalid: revert('BEACON_ROUND_INVALID', 'The beacon has no such round.'),
  BeaconSignatureInvalid: revert(
    'BEACON_SIGNATURE_INVALID',
    'The signature is not the beacon’s for this round.',
  ),
  BeaconUnknown: revert(
    'CONTRACT_MISCONFIGURED',
    'The contract does not allow this beacon for new giveaways.',
  ),
  BeaconKeyInvalid: revert('CONTRACT_MISCONFIGURED', 'The beacon’s key is invalid.'),
  BeaconPeriodInvalid: revert('CONTRACT_MISCONFIGURED', 'The beacon’s period is invalid.'),
  OwnableUnauthorizedAccount: unauthorized('NOT_OPERATOR', 'Only the operator’s wallet may do this.'),
  OwnableInvalidOwner: revert('OWNER_INVALID', 'The contract’s owner is invalid.'),

  // Errors of Solidity itself.
  Error: revert('REVERTED', 'The contract refused the operation.'),
  Panic: revert('REVERTED', 'The contract failed in the operation.'),
};

// For bytes that encode no known error.
const NAMELESS_ERROR = revert('REVERTED', 'The contract refused the operation without a reason.');
// A round that never closes has the closing time 0, so a retry cannot succeed.
const NEVER_ENDS = revert('NEVER_ENDS', 'The giveaway has no end, so its round never closes.');

/** Translates a contract error by its name and arguments; '' is the name of an unknown error. */
export function toContractError(name: string, values: ErrorValues): ContractError {
  if (name === 'RoundNotClosed' && values['closesAt'] === 0) return NEVER_ENDS;
  return CONTRACT_ERRORS[name] ?? NAMELESS_ERROR;
}
