import { z } from 'zod';
import { defineOperation } from '../operations/provider-operation.ts';
import { requireGiveaway, type GiveawayPorts } from '../giveaways/require-giveaway.ts';
import { giveawayId } from '../giveaways/giveaway-id.ts';
import { requiredUri } from '../values/uri.ts';
import { namePlace, place, requirePlace } from './places.ts';
import { roundIndex } from './round-id.ts';

/** Sets the image of a round's winner, or of that of another place (interface 4.2). */
export const setRoundImage = defineOperation({
  endpoint: 'set-round-image',
  permission: 'provider:giveaways',
  input: z.object({ giveawayId, roundIndex, place, imageURI: requiredUri() }),

  async prepare(ports: GiveawayPorts, work) {
    const { giveawayId, roundIndex, place, imageURI } = work.input;
    const giveaway = await requireGiveaway(ports, work, giveawayId);
    await requirePlace(ports, giveaway, place);
    return {
      call: {
        kind: 'set-round-image',
        giveaway,
        round: roundIndex,
        ...namePlace(place),
        // The image itself is never fetched, so its bytes have no hash here.
        imageHash: null,
        imageUri: imageURI,
      },
      facts: { giveawayId, roundIndex, ...namePlace(place), imageURI },
    };
  },
});
