/** Texts of the check of a draw in a browser: plain strings with places such as {count}, since they reach it as JSON. */
export const check = {
  node: 'JSON-RPC address of a node',
  nodeHint:
    'A node of chain {chain} that you trust, with https, or one on your own computer. It must allow requests from web pages (CORS).',
  relayHint:
    'This test chain runs inside this service, which passes on the requests of this check. Another node of the chain also works.',
  second: 'A second node (optional)',
  hash: 'Hash of a block from a block explorer (optional)',
  secondHint:
    'With a second source the draw is proved: the state of a block, whose hash both sources confirm. The second source is a node of somebody else, or the hash of a final block from {block} on, which you look up in a block explorer. Addresses on one computer or under one domain are one source.',
  note: 'What you wrote down before the start (optional)',
  noteHint: 'Paste your note: the check says whether it names this chain, this contract and this giveaway.',
  start: 'Verify the draw',
  cancel: 'Cancel',
  running: 'Reading the events of the giveaway',
  answers: 'Answers of the nodes so far: {count}',
  failed: 'The draw could not be checked:',
  cancelled: 'The check was cancelled.',
  timedOut:
    'The draw could not be checked: the node did not answer in time. Try again, or name another node.',
  blocked:
    'The draw could not be checked: the node answers, but does not allow this page to read its answers (CORS). Name another node, allow the address of this page in the settings of the node, or use the command line.',
  unreachable:
    'The draw could not be checked: the node cannot be reached. Check its address: a browser reaches only https, or a node on your own computer.',
  otherBlock:
    'The node gives no proof of its state, so the proof of this service was read. It is of block {block}: look up the hash of this block in a block explorer, and paste that.',
  otherChain: '{node} is a node of chain {found}. The draw is on chain {chain}: name a node of that chain.',
  otherDraw: 'The proof is of another draw than the one asked for: {found}.',
  tooLarge: 'This file has more than {count} MiB. No proof is that large.',
  differs: 'on the chain: {value}',
  steps: 'All {count} checks',
  basis: { computed: 'computed', proved: 'proved', reported: 'reported' },
  verdict: {
    verified: 'VERIFIED',
    'not-verified': 'NOT VERIFIED',
    undecided: 'NOT DECIDED YET',
    'not-bound': 'NOT BOUND TO ITS BIRTH',
  },
  winner:
    'Passport {passport} won round {round} of the contract {hub} on chain {chain}, settled in block {block}.',
  says: {
    'not-verified': 'These checks differ: {names}. Asked for: contract {hub} on chain {chain}.',
    undecided:
      'Open: {names}. Nothing contradicts the draw: try again later, or name other nodes. Asked for: contract {hub} on chain {chain}.',
    'not-bound':
      'All else holds. But the address of the contract does not follow from the code that created it, which could have written this history and its outcome.',
  },
  liars: {
    proved:
      'Who may be lying: not the nodes, since the state is proved. Either the provider, or the owner of the contract, wrote a history that breaks the rules; or this page computes wrongly, whose code comes from the operator of this service.',
    reported:
      'Who may be lying: the node, which may report a history that never was; the provider or the owner of the contract, who may have written it; or this page, whose code comes from the operator of this service.',
    next: 'What to do next: verify again with a node of somebody else, and with a verifier of your own (verifier.html or the command line). If the checks still differ, do not accept the winner: keep the proof, and ask the provider.',
  },
  proved: 'Proved in the state of block {block}: {count} sources confirm its hash.',
  reportedByOne:
    'Reported by one source, not proved: if it invents everything consistently, this check believes it.',
  reportedByMany: 'Reported by {count} sources, not proved.',
  reportedByNone: 'No source confirms the block of this proof.',
  needsSources:
    'A proof needs two sources of the hash of block {block}. This proof says {hash}: compare it with a node of yours, or with a block explorer.',
  times: {
    proved:
      'Creation, last change and draw have their times from receipts in blocks that {count} sources confirm.',
    reported: 'The times of creation, last change and draw need two nodes; sources so far: {count}.',
  },
  fromService:
    'The node gives no proof, so this service supplied it. It need not be believed: the sources confirm its block.',
  finality: {
    final: 'The block is final.',
    provisional: 'Provisional: the block is not final yet, so that the draw may still change.',
    unknown: 'The sources do not say whether the block is final.',
  },
  verdictTwins: {
    whole: '{verdict} · twins: {count}',
    incomplete: '{verdict} · twins: at least {count}',
    unsearched: '{verdict} · twins: not searched',
  },
  twins: {
    none: 'No twin among {compared} other drawn giveaways of the provider',
    some: 'Twins: {count} of {compared} other drawn giveaways of the provider overlap with this one in time and entrants',
    unsearched:
      'Nobody searched for twins, other giveaways of the provider for the same entrants at the same time.',
    range: '{found} (hubs: {hubs}, blocks {from} to {to}; {list}).',
    list: {
      proved: 'the list of all announcements is proved',
      reported: 'the list of all announcements is reported, not proved',
      incomplete: 'announcements are missing, so that twins may be missing',
    },
    ignored: 'Announcements of unknown contracts, which anybody can make: {count}.',
  },
  announced: {
    'before-start': 'The giveaway was announced before its start.',
    'after-start': 'The giveaway was announced only after its start.',
    not: 'The giveaway is not in the list of announcements.',
  },
  twin: '{from} to {to}, shared entrants: {shared}',
  twinWithoutEnd: 'no end',
  twinRound: ', round {round} is decided by the same beacon round',
  twinHub: { same: ', contract {hub}', other: ', contract {hub} of another owner' },
  signers: {
    title: 'Who changed entries, and who can add signers',
    active: '{changes} changes of entries, active since {from}',
    gone: '{changes} changes of entries, no longer active',
    others: 'Other signers: {count}.',
    wallet: 'The owner {owner} can add signers: a wallet with a single key.',
    contract: 'The owner {owner} can add signers: a contract, such as a multi-signature wallet.',
    timelock: 'The owner {owner} can add signers: a timelock, whose acts wait {delay} seconds.',
    next: 'The next owner {owner} has not accepted yet.',
    delay: 'New signers act {delay} seconds later while rounds are open or prizes are not delivered.',
  },
  noted: {
    same: 'Your note names this chain, this contract and this giveaway.',
    other: 'Your note does not name {names}: another draw than the announced one may be shown here.',
  },
  notedParts: { chain: 'this chain', hub: 'this contract', giveaway: 'this giveaway' },
  beacon: {
    same: 'drand has the same signature for this beacon round.',
    other: 'drand has another signature for this beacon round.',
    none: 'drand did not answer; the signature was checked with its public key.',
    unasked: 'No relay was asked; the signature was checked with the public key of drand’s quicknet.',
  },
  ownBeacon: {
    same: 'The beacon that is named has the same signature. It is not the public quicknet: its owner may know results early.',
    other: 'The beacon that is named has another signature for this beacon round.',
    none: 'The beacon that is named did not answer; the signature was checked with its public key. It is not the public quicknet.',
    unasked: 'The beacon is not the public quicknet.',
  },
};
