import { deliveryMapping } from './delivery-mapping.ts';
import { drawProofMapping, placeDrawMapping, winnerMapping } from './draw-mapping.ts';
import { countedEntryMapping, entryChangeMapping, entryMapping } from './entry-mapping.ts';
import { giveawayMapping } from './giveaway-mapping.ts';
import { passportMapping, provisionMapping, transferMapping } from './passport-mapping.ts';
import { placeMapping } from './place-mapping.ts';
import { receiptMapping, roundMapping } from './round-mapping.ts';
import type { TypeMapping, MappingName } from './type-mapping.ts';

/** Every type whose objects are read from the chain's read model. */
export const TYPE_MAPPINGS: Readonly<Record<MappingName, TypeMapping>> = {
  Giveaway: giveawayMapping,
  Round: roundMapping,
  RoundPlace: placeMapping,
  Winner: winnerMapping,
  PlaceDraw: placeDrawMapping,
  DrawProof: drawProofMapping,
  Receipt: receiptMapping,
  PrizeDelivery: deliveryMapping,
  Entry: entryMapping,
  CountedEntry: countedEntryMapping,
  EntryChange: entryChangeMapping,
  Passport: passportMapping,
  PassportTransfer: transferMapping,
  PassportProvision: provisionMapping,
};
