import { z } from 'zod';
import { feedArguments } from '../../../core/feed/feed-query.ts';
import { legacyListingDraft, listingDraft } from '../../../core/listings/listing-draft.ts';

/** The schemas of the core that describe the fields of a type of the GraphQL schema. */
export const CORE_INPUTS: Readonly<Record<string, z.ZodType>> = {
  FeedFilter: feedArguments.shape.filter,
  Listing: listingDraft,
  PublishListingInput: listingDraft,
  PublishLegacyListingInput: legacyListingDraft,
};

/** The description of a field of an object's schema. */
export function fieldDescriptionOf(schema: z.core.$ZodType | undefined, name: string): string | undefined {
  if (schema instanceof z.ZodPipe) return fieldDescriptionOf(schema.in, name);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return fieldDescriptionOf(schema.unwrap(), name);
  if (!(schema instanceof z.ZodObject)) return undefined;
  const field: unknown = schema.shape[name];
  return field instanceof z.ZodType ? field.description : undefined;
}
