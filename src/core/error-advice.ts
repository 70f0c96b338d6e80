/**
 * The recommended actions of reasons that need more specific advice than their code, by `CODE/REASON`. A missing scope has the
 * first part of its name behind that.
 */
export const ADVICE: Readonly<Record<string, string>> = {
  'INVALID_PAYLOAD/ADDRESS_REFUSED':
    'Check the e-mail address for typing errors, or request a code again in ten minutes.',
  'INVALID_PAYLOAD/PASSKEY_CHALLENGE_INVALID':
    'Begin the registration again, and finish it within five minutes.',

  'UNAUTHENTICATED/CREDENTIAL_MISSING': 'Send Authorization: Bearer with your API key.',
  'UNAUTHENTICATED/KEY_INVALID':
    'Check the key for missing characters; if it was rotated, configure the new one.',
  'UNAUTHENTICATED/KEY_REVOKED': 'Create a new API key and configure it.',
  'UNAUTHENTICATED/KEY_EXPIRED': 'Create a new API key and configure it.',
  'UNAUTHENTICATED/TOKEN_INVALID':
    'Fetch a new token once; if that fails too, check issuer, audience and clock.',
  'UNAUTHENTICATED/CODE_INVALID': 'Request a new code, and enter it before it expires.',
  'UNAUTHENTICATED/PASSKEY_INVALID': 'Sign in with a code, or try another passkey.',
  'UNAUTHENTICATED/PASSKEY_CHALLENGE_INVALID': 'Begin the sign-in again, and finish it within five minutes.',
  'UNAUTHENTICATED/PASSKEY_UNKNOWN': 'Sign in with a code, and add the passkey to the account.',
  'UNAUTHENTICATED/PASSKEY_COPIED': 'Sign in with a code, remove the passkey, and add a new one.',

  'UNAUTHORIZED/SCOPE_MISSING': 'Use a credential that has the permission that the message names.',
  'UNAUTHORIZED/SCOPE_MISSING/giveaways':
    'Use an API key or a service token with the scope giveaways:publish.',
  'UNAUTHORIZED/SCOPE_MISSING/provider':
    'Use a key of the provider that has the scope that the message names.',
  'UNAUTHORIZED/NOT_WINNER_OWNER': 'Let the owner of the winning passport confirm receipt.',
  'UNAUTHORIZED/NOT_YOUR_GIVEAWAY':
    'Ask the operator to register the signer for the provider on chain, or use a key with a registered signer.',
  'UNAUTHORIZED/SIGNER_NOT_ACTIVE':
    'Send the request again after the time in details.activeFrom, or use an active signer.',
  'UNAUTHORIZED/CONTACT_NOT_SHARED': "Ask the passport's owner to share a contact with your provider.",
  'UNAUTHORIZED/SIGNATURE_INVALID':
    "Let the passport's present owner sign the unchanged message of passportContactMessage.",
  'UNAUTHORIZED/STATEMENT_OUTDATED': 'Request a new message, and let the owner sign it.',
  'UNAUTHORIZED/PERMIT_INVALID': 'Send the request again: a new permit is signed for it.',
  'UNAUTHORIZED/NOT_APPROVED':
    'Let the source wallet approve the signer in the passport contract, or use a wallet that the service manages.',
  'UNAUTHORIZED/WALLET_NOT_MANAGED': 'Name a wallet that the service manages for your provider.',
  'UNAUTHORIZED/PUBLISHER_BLOCKED': 'Resolve the reason with the operator, who can end the block.',
  'UNAUTHORIZED/PUBLISHER_FOREIGN':
    'Name a publisher that the account is a member of, or none to act for your own.',
  'UNAUTHORIZED/ROLE_MISSING':
    'Ask the owner of the publisher, or an admin, to do it or to change your role.',
  'UNAUTHORIZED/NOT_A_MEMBER': 'Ask the operator to make the account a member of the provider.',
  'UNAUTHORIZED/FOREIGN_ORIGIN': 'Open the page at the address of the service, and send the form from there.',

  'NOT_FOUND/GIVEAWAY': 'Check the giveawayId, and that the key belongs to the provider that created it.',
  'NOT_FOUND/ROUND': 'Check the roundIndex: rounds count from 0, and none opens at or after the end.',
  'NOT_FOUND/PLACE': 'Check the place: places count from 0, the winners first, then the alternates.',
  'NOT_FOUND/PASSPORT': 'Check the passportId: it is the number in the answer of provision-entrant.',
  'NOT_FOUND/OPERATION': 'Check the id, and that the key belongs to the provider of the operation.',

  'CONTRACT_REVERT/AMOUNT_INVALID': 'Send an amount of at least 1.',
  'CONTRACT_REVERT/GIVEAWAY_EXISTS': 'Use the giveaway as it is, or send another giveawayId.',
  'CONTRACT_REVERT/HANDSHAKE_PENDING':
    'Let the winner confirm receipt first, or use confirm-receipt-by-provider if the giveaway allows it.',
  'CONTRACT_REVERT/NO_ENTRIES': 'Leave the round as it is: a round without entries has no winner.',
  'CONTRACT_REVERT/NOT_ENOUGH_ENTRIES': 'Remove at most details.entries.',
  'CONTRACT_REVERT/OPTION_INVALID': 'Correct the option that details names.',
  'CONTRACT_REVERT/OWNER_MISMATCH':
    'Read the present owner with passport-status, check that it is the intended one, then send it.',
  'CONTRACT_REVERT/PASSPORT_WITHOUT_ENTRIES': 'Name a passport with entries that count for the round.',
  'CONTRACT_REVERT/OVERTAKEN':
    'Check that the later value is the intended one; to set this one after all, send it as a new request.',
  'CONTRACT_REVERT/DELIVERY_FINAL': 'No action: the recorded delivery is final.',
  'CONTRACT_REVERT/RECIPIENT_NOT_OWNER':
    'Deliver to the present owner of the winning passport, in details.owner, or let the owner transfer the passport back.',
  'CONTRACT_REVERT/ROUND_UNSETTLED':
    'Settle the round in details first (draw-winner or declare-winner), then send the identical request again.',
  'CONTRACT_REVERT/ROUND_VOID': 'No action: a void round has no winner.',
  'CONTRACT_REVERT/NOT_VOIDABLE': 'Wait until the time in details.from.',
  'CONTRACT_REVERT/TOO_MANY_ROUNDS': 'Remove the entries in several requests with smaller amounts.',
  'CONTRACT_REVERT/MOVE_FAILED': 'Let the owner transfer the passport itself, or provision a new one.',
  'CONTRACT_REVERT/PERMIT_MOVES_NOTHING': 'Name an entrantWallet other than the sourceWallet.',
  'CONTRACT_REVERT/RECEIPT_ALREADY_CONFIRMED': 'No action: receipt is confirmed.',
  'CONTRACT_REVERT/RECEIPT_MODE_OFF':
    'Let the winner confirm receipt; providerPaysReceiptGas is chosen when a giveaway is created.',
  'CONTRACT_REVERT/ROUND_NOT_ACTIVE':
    "Repeat the request while a round is open: details has the chain's time, and the times of the next round or else of the last one.",
  'CONTRACT_REVERT/NOT_ENDED':
    'Send the identical request again after the round has closed, at details.closesAt.',
  'CONTRACT_REVERT/NEVER_ENDS': 'Create a giveaway that needs a winner with an endTime, or as a rolling one.',
  'CONTRACT_REVERT/TOO_MANY_ENTRIES': 'Send a smaller amount: a round can have at most 4294967295 entries.',
  'CONTRACT_REVERT/PASSPORT_HAS_PLACE': 'Name a passport that has no place of the round.',
  'CONTRACT_REVERT/PLACES_UNSUPPORTED':
    'Leave winners and alternates out, or let the operator deploy the present contracts.',
  'CONTRACT_REVERT/WINNER_ALREADY_SET': 'No action: the winner is final.',
  'CONTRACT_REVERT/WRONG_MODE':
    'Use declare-winner for determinationType 0, and draw-winner for determinationType 1.',
  'CONTRACT_REVERT/TRANSFER_LIMIT': 'Provision a new passport: this one stays with its owner.',
  'CONTRACT_REVERT/PERMIT_EXPIRED':
    'Send the request again with a new Idempotency-Key: a new permit is signed for it.',
  'CONTRACT_REVERT/RECEIVER_INVALID': 'Name a target wallet that can hold an ERC-721 token.',
  'CONTRACT_REVERT/SENDER_INVALID': 'Name the wallet that owns the passport as sourceWallet.',
  'CONTRACT_REVERT/CONTRACT_MISCONFIGURED': "Report it to the operator: the contracts' settings are wrong.",
  'CONTRACT_REVERT/BEACON_ROUND_INVALID': 'Report it to the operator with the request id.',
  'CONTRACT_REVERT/BEACON_SIGNATURE_INVALID': 'Report it to the operator with the request id.',
  'CONTRACT_REVERT/OUT_OF_GAS': 'Shorten the texts and URIs of the request.',
  'CONTRACT_REVERT/ROUND_TAKEN':
    'Send the identical request again after the time in Retry-After, or name a roundIndex.',

  'SIGNER_NOT_CONFIGURED/WALLET_MISSING':
    "Ask the operator to import the signer's key, or attach another signer.",
  'IDEMPOTENCY_CONFLICT/IN_PROGRESS': 'Send the identical request again after the time in Retry-After.',
  'SERVICE_UNAVAILABLE/PICTURES_OFF': 'Publish without a picture, and tell the operator.',
  'SERVICE_UNAVAILABLE/PICTURE_STORAGE_FULL': 'Ask the operator to raise PICTURE_STORAGE_MB.',
  'SERVICE_UNAVAILABLE/PASSKEYS_OFF': 'Sign in with a code. The operator can name a host in PUBLIC_URL.',
  'SERVICE_UNAVAILABLE/DOMAIN_CHECKS_OFF': 'Ask the operator to turn the checks on (DOMAIN_CHECKS).',
  'RATE_LIMITED/TOO_MANY_SUBSCRIPTIONS': 'Close subscriptions that are not needed, then try again.',
};
