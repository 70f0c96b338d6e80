import { Field } from 'type-graphql';
import { Hash } from '../leaf-types/chain-scalars.ts';

const FIELDS = {
  metadataUri: [String, undefined],
  metadataHash: [Hash, 'keccak256 of the texts as the service stores them.'],
  imageUri: [String, 'The URI of the image of its winner.'],
  imageHash: [Hash, 'The hash of the image of its winner, if the chain has one; null without it.'],
  title: [String, 'Its public title; null without one.'],
  description: [String, 'Its public description; null without one.'],
  itemImage: [String, 'An absolute URI: the image of the prize.'],
  winnerImage: [String, 'An absolute URI: the image from the texts or imageUri, whichever was set later.'],
} as const;

/** Adds the fields of the texts and images of a round, or of a place of it. */
export function HasPrizeTexts(type: { readonly prototype: object }): void {
  for (const [name, [scalar, description]] of Object.entries(FIELDS))
    Field(() => scalar, { nullable: true, ...(description !== undefined && { description }) })(
      type.prototype,
      name,
    );
}
