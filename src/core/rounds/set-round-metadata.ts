import { z } from 'zod';
import { defineOperation } from '../operations/provider-operation.ts';
import { requireGiveaway, type GiveawayPorts } from '../giveaways/require-giveaway.ts';
import { description, title, toPublicText } from '../giveaways/public-text.ts';
import { giveawayId } from '../giveaways/giveaway-id.ts';
import { optionalUri } from '../values/uri.ts';
import { namePlace, place, requirePlace } from './places.ts';
import { roundIndex } from './round-id.ts';

/** Sets the texts and images of a round whose winner is known, or of another place of it (interface 3.2). */
export const setRoundMetadata = defineOperation({
  endpoint: 'set-round-metadata',
  permission: 'provider:giveaways',
  input: z.object({
    giveawayId,
    roundIndex,
    place,
    metadataUri: optionalUri(),
    title,
    description,
    itemImage: optionalUri(),
    winnerImage: optionalUri(),
  }),

  async prepare(ports: GiveawayPorts, work) {
    const { giveawayId, roundIndex, place, metadataUri, title, description, itemImage, winnerImage } =
      work.input;
    const giveaway = await requireGiveaway(ports, work, giveawayId);
    await requirePlace(ports, giveaway, place);
    const publicText = toPublicText(ports, { title, description, itemImage, winnerImage });
    return {
      call: {
        kind: 'set-round-metadata',
        giveaway,
        round: roundIndex,
        ...namePlace(place),
        metadataHash: publicText?.hash ?? null,
        metadataUri,
      },
      facts: { giveawayId, roundIndex, ...namePlace(place), metadataUri },
      publicText,
    };
  },
});
