import { z } from 'zod';
import { giveawayId, requiredUri, roundIndex } from '../operations/fields.ts';
import { defineOperation } from '../operations/perform.ts';

/** Sets the image of a round's winner (interface 4.2). */
export const setRoundImage = defineOperation({
  endpoint: 'set-round-image',
  permission: 'provider:giveaways',
  input: z.object({ giveawayId, roundIndex, imageURI: requiredUri() }),

  async prepare({ digests }, { caller, input: { giveawayId, roundIndex, imageURI } }) {
    return {
      call: {
        kind: 'set-round-image',
        giveaway: digests.giveawayKey(caller.providerKey, giveawayId),
        round: roundIndex,
        // The image itself is never fetched, so its bytes have no hash here.
        imageHash: null,
        imageUri: imageURI,
      },
      facts: { giveawayId, roundIndex, imageURI },
    };
  },
});
