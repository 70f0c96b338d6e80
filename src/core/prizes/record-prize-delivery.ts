import { z } from 'zod';
import { wholeNumber } from '../values/integers.ts';
import { defineOperation } from '../operations/provider-operation.ts';
import { requireGiveaway, type GiveawayPorts } from '../giveaways/require-giveaway.ts';
import { nonZeroAddress } from '../values/wallet-address.ts';
import { giveawayId } from '../giveaways/giveaway-id.ts';
import { hash } from '../values/hash.ts';
import { optionalUri } from '../values/uri.ts';
import { namePlace, place, requirePlace } from '../rounds/places.ts';
import { roundIndex } from '../rounds/round-id.ts';

/**
 * Records the proof that a round's prize was delivered, or corrects it until the receipt is confirmed (interface 3.2). The proof's URI
 * is never fetched.
 */
export const recordPrizeDelivery = defineOperation({
  endpoint: 'record-prize-delivery',
  permission: 'provider:giveaways',
  input: z.object({
    giveawayId,
    roundIndex,
    place,
    assetContract: nonZeroAddress(),
    recipient: nonZeroAddress(),
    proofChainId: wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    proofTxHash: hash(),
    proofURI: optionalUri(),
  }),
  addresses: ['assetContract', 'recipient'],

  async prepare(ports: GiveawayPorts, work) {
    const { giveawayId, roundIndex, place, assetContract, recipient, proofChainId, proofTxHash, proofURI } =
      work.input;
    const giveaway = await requireGiveaway(ports, work, giveawayId);
    await requirePlace(ports, giveaway, place);
    return {
      call: {
        kind: 'record-prize-delivery',
        giveaway,
        round: roundIndex,
        ...namePlace(place),
        assetContract,
        recipient,
        proofChainId,
        proofTransactionHash: proofTxHash,
        proofUri: proofURI,
      },
      facts: {
        giveawayId,
        roundIndex,
        ...namePlace(place),
        assetContract,
        recipient,
        proofChainId,
        proofTxHash,
        proofURI,
      },
    };
  },
});
