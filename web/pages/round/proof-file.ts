import { NOT_FOUND, type Page } from '../../site/page.ts';
import { seedOfProof } from './draw-steps.tsx';
import { readRound } from './read-round.ts';

/** The numbers of a draw as a file; a verifier needs these and the events of the chain. */
export const proofFile: Page = {
  path: '/giveaways/:id/rounds/:n/proof.json',
  async get(visit) {
    const found = await readRound(visit);
    if (found === undefined || found.round.drawProof === null) return NOT_FOUND;
    const { giveaway, round } = found;
    const proof = found.round.drawProof;
    const document = {
      chainId: giveaway.chainId,
      hub: giveaway.hub,
      giveaway: giveaway.key,
      provider: giveaway.providerKey,
      externalId: giveaway.giveawayId,
      createdBlock: giveaway.createdBlock,
      round: round.index,
      closesAt: round.closesAt,
      beacon: giveaway.beacon,
      beaconMargin: giveaway.beaconMargin,
      entriesCarryOver: giveaway.rollingEntriesCarryOver,
      ...proof,
      seed: seedOfProof({ giveaway, round, proof }),
      winner: round.winner,
    };
    return {
      kind: 'file',
      contentType: 'application/json; charset=utf-8',
      body: `${JSON.stringify(document, undefined, 2)}\n`,
      fileName: `draw-${giveaway.key.slice(2, 10)}-${round.index}.json`,
    };
  },
};
