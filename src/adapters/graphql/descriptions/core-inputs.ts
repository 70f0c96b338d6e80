import { z } from 'zod';
import { feedArguments } from '../../../core/feed/feed-query.ts';
import { meaningOf } from '../../../core/provider-api/field-meanings.ts';
import { PROVIDER_OPERATIONS } from '../../../core/provider-api/provider-operations.ts';
import { claimedDomain } from '../../../core/publishers/domains/claim-publisher-domain.ts';
import { publisherProfile } from '../../../core/accounts/publishers/publisher-profile.ts';
import { factsFilter, statedFacts } from '../../../core/listings/facts/listing-facts.ts';
import { ownListingArguments } from '../../../core/listings/own/own-listing-query.ts';
import { apiKeyArguments } from '../../../core/api-keys/list/api-key-query.ts';
import { legacyListingDraft, listingDraft } from '../../../core/listings/listing-draft.ts';

/** The schemas of the core that describe the fields of a type of the GraphQL schema. */
export const CORE_INPUTS: Readonly<Record<string, z.ZodType>> = {
  FactsFilter: factsFilter,
  FollowedFacts: factsFilter,
  ListingFacts: statedFacts,
  ListingFactsInput: statedFacts,
  FeedFilter: feedArguments.shape.filter,
  ClaimPublisherDomainInput: claimedDomain,
  Listing: listingDraft,
  OwnListingFilter: ownListingArguments.shape.filter,
  ApiKeyFilter: apiKeyArguments.shape.filter,
  PublishListingInput: listingDraft,
  SetPublisherProfileInput: publisherProfile,
  PublishLegacyListingInput: legacyListingDraft,
};

/** The schemas of the operations of providers by the names of their inputs, such as `IssueEntriesInput`. */
const OPERATION_INPUTS: ReadonlyMap<string, z.ZodType> = new Map(
  PROVIDER_OPERATIONS.map(({ endpoint, input }) => {
    const name = endpoint.replaceAll(/(?:^|-)(\w)/g, (_dash, letter: string) => letter.toUpperCase());
    return [`${name}Input`, input];
  }),
);

/** The description of a field of the input of an operation of providers; undefined for other types. */
export function operationFieldOf(type: string, name: string, isRequired: boolean): string | undefined {
  const input = OPERATION_INPUTS.get(type);
  const meaning = input && meaningOf(name, isRequired);
  const field = fieldOf(input, name);
  const fallback = field && z.globalRegistry.get(field)?.default;
  return meaning && typeof fallback === 'number' ? `${meaning} Default: ${fallback}.` : meaning;
}

/** The description of a field of an object's schema. */
export function fieldDescriptionOf(schema: z.core.$ZodType | undefined, name: string): string | undefined {
  return fieldOf(schema, name)?.description;
}

function fieldOf(schema: z.core.$ZodType | undefined, name: string): z.ZodType | undefined {
  if (schema instanceof z.ZodPipe) return fieldOf(schema.in, name);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return fieldOf(schema.unwrap(), name);
  if (!(schema instanceof z.ZodObject)) return undefined;
  const field: unknown = schema.shape[name];
  return field instanceof z.ZodType ? field : undefined;
}
