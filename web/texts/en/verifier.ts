/** Texts of the verifier in one file: plain strings, as in `check`. */
export const verifier = {
  title: 'Verify a draw',
  intro:
    'This file repeats the draw of a giveaway: from a proof, or from what nodes report. It asks only the addresses that you name, and stores nothing.',
  origin:
    'Whoever gave you this file decides what it says. Compare its SHA-256 with the one of a release, or of a build of your own.',
  noScript: 'This check needs JavaScript.',
  language: 'Language',
  file: 'Proof file (proof.json)',
  fileHint:
    'Choose the file, or drop it anywhere on this page. A proof needs two sources of the hash of its block, which you name below.',
  fileRead:
    'Proof of round {round} (index {index}) of the giveaway {giveaway}, contract {hub}, chain {chain}. It proves the state of block {block}; compare its hash {hash} with a block explorer.',
  notProof: 'This file is not a proof:',
  oneFile: 'Drop one file at a time.',
  remove: 'Remove the file',
  draw: 'The draw',
  drawHint:
    'Needed without a proof file. With one, what you fill in must be what the file says: take it from what you wrote down before the start.',
  chain: 'Chain id',
  hub: 'Contract (hub)',
  giveaway: 'Key of the giveaway (0x…) or its id (gwy_…)',
  round: 'Index of the round, counted from 0',
  firstBlock: 'First block of the contract',
  firstBlockHint:
    'Twins are looked for from this block on: 0, or the block in which the contract was created.',
  sources: 'Your sources',
  secondHint:
    'With two sources the draw is proved: the state of a block, whose hash both confirm. The second is a node of somebody else, or the hash of a final block after the draw from a block explorer; of a proof file, the hash of its block. Addresses on one computer or under one domain are one source.',
  nodeHint: 'A node of the chain that you trust. It must allow requests from web pages (CORS).',
  beacon: 'drand relay (optional)',
  beaconHint:
    'Without a relay the key of drand’s quicknet is expected, which is part of this file. With one, the key and the times that its /info names: name only a relay that you trust.',
};
