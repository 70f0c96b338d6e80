/** The meanings of the fields of providers' requests (interface 2.2), for the descriptions of every API, which add the defaults. */
const FIELD_MEANINGS: Readonly<Record<string, string>> = {
  giveawayId: 'Your own identifier of the giveaway, at most 128 characters.',
  startTime: 'Seconds since the epoch: when round 0 opens, from which later rounds are computed.',
  endTime:
    'Seconds since the epoch, in the future: when the giveaway ends; 0 for never, which a draw allows only with rollingEveryDays.',
  determinationType: '0: the provider declares the winner; 1: it is drawn on chain.',
  requiresHandshake: 'Whether the winner confirms receipt before a delivery can be recorded.',
  providerPaysReceiptGas: 'Whether the provider may confirm receipt for the winner.',
  rollingEveryDays: 'Days between the starts of two rounds; 0 for a giveaway with one round.',
  rollingActiveDays: 'Days that a round is open; rollingEveryDays by default.',
  rollingEntriesCarryOver: 'Whether entries also count in later rounds.',
  winners: 'How many winners each round has, 1 to 100; 1 by default.',
  alternates:
    'How many alternates each round has, which take the places after the winners, 0 to 100; 0 by default.',
  title: 'A title to show, at most 160 characters.',
  description: 'A description to show, at most 4,000 characters.',
  image: 'An absolute URI of https, http, ipfs or ar.',
  metadataUri: 'An absolute URI of https, http, ipfs or ar; may be empty.',
  passportId: 'The number of the passport.',
  amount: 'The number of entries, 1 to 4,294,967,295.',
  reasonCode: 'Your own code of the reason, 0 to 65,535; stored on chain.',
  evidence:
    'Your own reference, at most 512 characters; only its hash with a random salt is stored on chain.',
  expectedOwnerWallet: 'The change is refused if the passport belongs to another wallet.',
  roundIndex: 'The round, counted from 0.',
  place: 'The place of the round, counted from 0: the winners first, then the alternates; 0 by default.',
  itemImage: 'An absolute URI: the image of the prize.',
  winnerImage: "An absolute URI: the winner's image.",
  imageURI: "An absolute URI: the winner's image.",
  assetContract:
    'The contract of the token that was delivered; 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE for the chain’s own currency (ERC-7528).',
  recipient: 'The present owner of the winning passport.',
  proofChainId: 'The chain that the prize was delivered on.',
  proofTxHash: 'The transaction that delivered it.',
  proofURI: 'An absolute URI of the proof; it is never fetched.',
  ownershipMode: 'The wallet that gets the passport, and the origin of the passport.',
  entrantWallet: "The entrant's wallet; beside a managed wallet only your own reference.",
  managedWallet: 'The managed wallet that gets the passport; by default a new one is created.',
  sourceWallet: 'The present owner of the passport to transfer.',
  issue: 'Whether entries are issued, which needs an amount; true by default when giveawayId is given.',
  maxTransfers: 'How often the new passport may be transferred, 0 for never; unlimited by default.',
  notify: 'Whether the entrant is notified by e-mail.',
  email: "The entrant's e-mail address; required to notify.",
  claimUrl: 'The URL where the entrant claims the passport; shown in the e-mail.',
};

/** A roundIndex that may be omitted. */
const PENDING_ROUND =
  'The round, counted from 0; by default the oldest closed round that still needs this call and that no other call has claimed.';

/** The meaning of a field of a provider's request; undefined for an unknown one. */
export function meaningOf(field: string, isRequired: boolean): string | undefined {
  return field === 'roundIndex' && !isRequired ? PENDING_ROUND : FIELD_MEANINGS[field];
}
