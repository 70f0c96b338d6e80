export const draw = {
  title: (round: string, giveaway: string) => `${round} of ${giveaway}`,
  summary: (passport: string, ticket: string, total: string) =>
    `Passport ${passport} won with ticket ${ticket} of ${total}.`,
  undecided: 'This round has no winner yet.',
  void: 'This round closed without entries, so it has no winner.',
  back: 'All rounds of the giveaway',
  winner: 'The winner',
  wallet: 'Wallet at the time of the decision',
  chance: 'Share of the tickets',
  chanceOf: (entries: string, total: string, percent: string) => `${entries} of ${total} (${percent})`,
  declared: 'The provider declared this winner. There was no draw that could be verified.',
  decided: 'Decided',

  delivery: 'The prize',
  noDelivery: 'No delivery is recorded.',
  delivered: 'Recorded as delivered',
  receipt: 'Receipt confirmed',
  byProvider: 'by the provider',
  byWinner: 'by the winner',
  asset: 'Token',
  recipient: 'Recipient',
  proof: 'Transaction of the delivery',
  proofChain: (chain: string) => `on chain ${chain}`,
  verdicts: {
    VERIFIED: 'Checked: the transaction succeeded and transfers the token to the recipient.',
    MISMATCH: 'The check failed: the transaction failed, or does not transfer the token to the recipient.',
    PENDING: 'Not checked yet.',
    UNVERIFIABLE:
      'Could not be checked: the service has no node of that chain, or did not find the transaction.',
  },

  steps: 'The draw, step by step',
  stepsHint:
    'Each number follows from the ones above it. Nothing else is random, and there is no second try.',
  step: {
    entries: 'Count the entries',
    entriesText: (total: string) =>
      `When the round closed, ${total} counted. Each is one ticket, from 0 on, in the order of the first entries.`,
    entriesSource: 'Source: the events EntriesChanged of the contract.',
    close: 'Wait for the close and the margin',
    closeText: (close: string, margin: string) =>
      `The round closed at ${close}. With the margin of ${margin}, the deciding beacon round is the first one that is signed at or after`,
    closeSource: 'Source: the options of the giveaway, event GiveawayCreated.',
    beacon: 'Take the beacon’s signature',
    beaconRound: 'Beacon round',
    signature: 'Signature',
    beaconSource: 'Source: the drand network quicknet; anybody can check the signature with its public key.',
    beaconLink: 'The same round at drand',
    ownBeacon:
      'This is a test chain. Its beacon belongs to this installation, so the draw proves nothing to others.',
    ownBeaconSource: 'Source: the beacon of this installation, which serves this test chain only.',
    ownBeaconLink: 'The same round at the beacon',
    randomness: 'Hash it',
    randomnessText: 'The SHA-256 of the signature is the randomness.',
    seed: 'Mix it with the round',
    seedText:
      'The Keccak-256 of the randomness, the chain’s id, the contract, the key of the giveaway and the number of the round is the seed.',
    ticket: 'Draw the ticket',
    ticketText: (total: string) => `The seed modulo ${total} is the winning ticket.`,
    winner: 'Find its passport',
    winnerText: (passport: string) => `The ticket belongs to passport ${passport}.`,
    winnerSource: 'Source: the event WinnerDrawn. “Verify here” repeats the search.',
  },
  ticketOf: (ticket: string, total: string) => `Ticket ${ticket} of ${total}`,
  tickets: (last: string) => `Tickets 0 to ${last}`,
  seed: 'Seed',
  value: 'Result',

  verify: 'Verify here',
  verifyHint:
    'Your browser reads the events from a node that you choose, asks drand for the signature, repeats the draw, and says whether the result is the same. This service only supplies the code.',
  verifyHintOwn:
    'Your browser reads the events from a node that you choose, asks the beacon of this installation for the signature, repeats the draw, and says whether the result is the same.',
  verifyNumber: (passport: string, number: string) =>
    `In its contract, and so in this check, passport ${passport} has the number ${number}.`,
  verifyNode: 'JSON-RPC address of a node',
  verifyNodeHint:
    'A node of chain {chain} that you trust, with https, or one on your own computer. It must allow requests from web pages (CORS).',
  verifyRelayHint:
    'This test chain runs inside this service, which passes on the requests of this check. Another node of the chain also works.',
  verifyStart: 'Verify the draw',
  verifyRunning: 'Reading the events of the giveaway',
  verifyNoScript: 'This check runs in your browser and needs JavaScript. Without it, use the command line:',
  verified: 'VERIFIED',
  notVerified: 'NOT VERIFIED',
  verifyFailed: 'The draw could not be checked:',
  verifyDiffers: 'on the chain: {value}',
  verifySteps: (count: string) => `All ${count} checks`,
  verifyBeacon: {
    same: 'drand has the same signature for this beacon round.',
    other: 'drand has another signature for this beacon round.',
    none: 'drand did not answer; the signature was checked with its public key.',
  },
  verifyOwnBeacon: {
    same: 'The beacon of this installation has the same signature for this beacon round.',
    other: 'The beacon of this installation has another signature for this beacon round.',
    none: 'The beacon of this installation did not answer; the signature was checked with its public key.',
  },

  share: 'Share this round',
  copy: 'Copy the link',
  copied: 'Copied',
  file: 'Download the proof (JSON)',
  command: 'Verify with the command line',
};
