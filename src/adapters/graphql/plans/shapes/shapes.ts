import { deliveryShape } from './delivery-shape.ts';
import { drawProofShape, placeDrawShape, winnerShape } from './draw-shape.ts';
import { countedEntryShape, entryChangeShape, entryShape } from './entry-shape.ts';
import { giveawayShape } from './giveaway-shape.ts';
import { passportShape, provisionShape, transferShape } from './passport-shape.ts';
import { placeShape } from './place-shape.ts';
import { receiptShape, roundShape } from './round-shape.ts';
import type { PlanShape, ShapeName } from './shape.ts';

/** Every type whose objects are read from the chain's read model. */
export const SHAPES: Readonly<Record<ShapeName, PlanShape>> = {
  Giveaway: giveawayShape,
  Round: roundShape,
  RoundPlace: placeShape,
  Winner: winnerShape,
  PlaceDraw: placeDrawShape,
  DrawProof: drawProofShape,
  Receipt: receiptShape,
  PrizeDelivery: deliveryShape,
  Entry: entryShape,
  CountedEntry: countedEntryShape,
  EntryChange: entryChangeShape,
  Passport: passportShape,
  PassportTransfer: transferShape,
  PassportProvision: provisionShape,
};
