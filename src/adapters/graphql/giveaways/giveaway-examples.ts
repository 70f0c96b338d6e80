import { exampleGiveaway, input, page, passportId, wallet, type CallExamples } from '../examples/example.ts';

/** Example calls of the root fields of giveaways. */
export const GIVEAWAY_EXAMPLES: CallExamples = {
  query: {
    giveaway: [
      { id: exampleGiveaway },
      'giveawayId title currentRound { index state closesAt entriesCounted }',
    ],
    giveaways: [
      { filter: { state: 'RUNNING' }, ...page },
      'nodes { id giveawayId determinationType } pageInfo { hasNextPage endCursor }',
    ],
    round: [
      { id: `${exampleGiveaway.replace('gwy', 'rnd')}_0` },
      'state entriesCounted winner { passportId wallet }',
    ],
    roundCharts: [
      { round: `${exampleGiveaway.replace('gwy', 'rnd')}_0` },
      'entriesOverTime { at entries } holderClasses { from to holders entries }',
    ],
    drawProof: [
      { giveaway: exampleGiveaway, round: 0 },
      'beaconRound randomness total ticket winner { passportId wallet }',
    ],
    passport: [{ passportId }, 'owner maxTransfers transfersUsed tradable'],
    passports: [
      { owner: wallet, ...page },
      'nodes { passportId tradable } pageInfo { hasNextPage endCursor }',
    ],
  },
  mutation: {
    passportStatus: input({ passportId }, 'ownerWallet previousOwnerWallet ownerChanged tradable'),
  },
  subscription: {
    roundUpdated: [{ giveaway: exampleGiveaway }, 'index state entriesCounted winner { passportId }'],
  },
};
