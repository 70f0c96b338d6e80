export const draw = {
  title: (round: string, giveaway: string) => `${round} of ${giveaway}`,
  summary: (passport: string, ticket: string, total: string) =>
    `Passport ${passport} won with ticket ${ticket} of ${total}.`,
  undecided: 'This round has no winner yet.',
  void: {
    VOID: 'This round closed without entries, so it has no winner.',
    SILENT: 'The beacon stayed silent for 30 days. So this round has no winner, and is never drawn.',
  },
  back: 'All rounds of the giveaway',
  winner: 'The winner',
  winners: 'The winners',
  alternates: 'The alternates',
  alternatesHint: 'An alternate gets a prize when a winner gets none, in this order.',
  drawing: (decided: string, places: string) =>
    `The draw goes on: ${decided} of ${places} places have a winner. The tickets of the others follow from the same seed, so nobody can change them any more.`,
  toDeclare: (decided: string, places: string) =>
    `${decided} of ${places} places have a winner. The provider declares the others.`,
  fewPassports: 'Fewer passports than places had entries, so the other places stay empty.',
  furtherWinners: (count: string) => `Further places with a winner: ${count}.`,
  place: (number: string) => `Place ${number}`,
  prizes: 'The prizes',
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
  moved: 'What was moved',
  movedAmount: (amount: string) => `${amount} of the smallest unit`,
  movedToken: (number: string) => `token ${number}`,
  movedTokens: (amount: string, number: string) => `${amount} of token ${number}`,
  movedFrom: 'From',
  movedBy: 'Transaction sent by',
  byWalletOfProvider: 'a wallet of the provider',
  byOtherWallet: 'not a registered wallet of the provider',
  movedAt: 'Moved',
  verdicts: {
    VERIFIED: 'Checked: this transaction moved the token to the recipient after the winner was decided.',
    MISMATCH: 'The check failed.',
    PENDING: 'Not checked yet.',
    UNVERIFIABLE: 'Cannot be checked here.',
  },
  reasons: {
    WAITING: 'The transaction is not in a block yet, or not deep enough.',
    NO_ANSWER: 'The node of that chain does not answer at the moment.',
    NO_NODE: 'This service has no node of that chain.',
    NOT_FOUND: 'The transaction was not found within a day.',
    FAILED: 'The transaction failed.',
    NO_TRANSFER: 'The transaction moves nothing of this token to the recipient.',
    BEFORE_DECISION: 'The transaction is older than the decision of the winner.',
    OTHER_PROVIDER: 'The token came from a wallet of another provider.',
    USED_BEFORE: 'The transaction proves the delivery of another prize already.',
  },

  news: 'The winner was drawn. The draw is on this page step by step, and you can verify it here.',
  howDrawn: 'How it was drawn',
  howDrawnText: (total: string) =>
    `${total} counted when the round closed, and each was one ticket. A public random number that appeared later chose the ticket. Nobody could choose it, and there is no second try.`,
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
    beaconSource:
      'Source: the drand network quicknet; anybody can check the signature with its public key. Only a threshold of drand’s members together could know it early.',
    beaconLink: 'The same round at drand',
    ownBeacon:
      'This is a test chain. Its beacon belongs to this installation, so the draw proves nothing to others.',
    ownBeaconSource: 'Source: the beacon of this installation, which serves this test chain only.',
    ownBeaconLink: 'The same round at the beacon',
    randomness: 'Hash it',
    randomnessText: 'The SHA-256 of the signature is the randomness.',
    seed: 'Mix it with the round',
    seedText:
      'The Keccak-256 of the randomness, the chain’s id, the contract, the key of the giveaway and the index of the round (its number less 1) is the seed.',
    ticket: 'Draw the ticket',
    ticketText: (total: string) => `The seed modulo ${total} is the winning ticket.`,
    places: 'Draw the other places',
    placesText:
      'Each further ticket is the Keccak-256 of the seed and the number of tickets drawn before it, modulo the tickets that are left. The entries that a ticket hits are left out of the next ones, and a passport gets one place.',
    placesSource: 'Source: the events PlaceDrawn. “Verify here” repeats the search for every place.',
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
    'Your browser reads the events from a node that you choose, asks drand for the signature, repeats the draw, and says whether the result is the same. With a second source it proves the draw.',
  verifyHintOwn:
    'Your browser reads the events from a node that you choose, asks the beacon of this installation for the signature, repeats the draw, and says whether the result is the same.',
  verifyNumber: (passport: string, number: string) =>
    `In its contract, and so in this check, passport ${passport} has the number ${number}.`,
  verifyNoScript: 'This check runs in your browser and needs JavaScript. Without it, use the command line:',

  supplied: {
    title: 'What this page supplies, and how to do without it',
    page: 'The code of this check and the values below come from this page, and so from the operator of this service, who could serve another page to you.',
    compare:
      'Compare chain, contract and key with what you wrote down before the start: a later giveaway has another key. The first block must not be after the creation of the contract, which a block explorer shows: a later one would hide twins.',
    round: 'Index of the round',
    firstBlock: 'First block of the contract',
    beacon: 'Beacon, and its contract',
    ownBeacon: 'the beacon of this installation',
    quicknet: 'drand’s quicknet, whose key is part of the code',
    verifier:
      'The same check is one file that works without this service. Keep it, open it from your disk, and compare its SHA-256 with the one of a build of your own or of a release:',
    download: 'Download the verifier (verifier.html)',
  },

  share: 'Share this round',
  copy: 'Copy the link',
  copied: 'Copied',
  file: 'Download the proof (JSON)',
  command: 'Verify with the command line',
};
