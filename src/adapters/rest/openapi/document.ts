import { toPaths } from '../routes.ts';
import { ERROR_RESPONSES, errorSchema } from './error-responses.ts';
import { feedSchema } from './feed-schema.ts';
import { HEADERS } from './headers.ts';
import {
  LISTING_ANSWERS,
  legacyListingDraftSchema,
  listingDraftSchema,
  listingSchema,
} from './listing-schemas.ts';
import type { OpenApiDocument } from './openapi.ts';
import { nameBodies } from './name-bodies.ts';
import { PROVIDER_ERROR_RESPONSES, providerErrorSchema } from './provider/provider-errors.ts';
import { operationSchema, PROVIDER_PARAMETERS } from './provider/provider-schemas.ts';
import { securitySchemes } from './security-schemes.ts';
import { tokenErrorSchema } from '../token-route.ts';
import { WEBHOOK_SCHEMAS, WEBHOOKS } from './webhook-schemas.ts';

interface DocumentOptions {
  /** The public URL of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** Whether the service issues service tokens itself. */
  readonly issuesTokens: boolean;
}

const DESCRIPTION = [
  "Publishers announce their giveaways here; visitors read them in the public feed and enter on the publisher's own page.",
  'A listing is unique by publisher and sourceExternalId: a POST with an existing ID replaces the listing. Listings start unverified. Send requests from your server, with Authorization: Bearer and your API key or service token.',
  'Text is trimmed, its length is counted in Unicode code points, and it must not contain U+0000. An optional field that is absent, null or empty takes its default; unknown members are ignored.',
  'Providers run giveaways on the chain with the endpoints below /api/provider/integrations. A change waits for its transaction as long as Prefer: wait sets; then the answer is 202, the operation continues, and operations/{id} returns its state. Send an Idempotency-Key with every change, so that it can be repeated safely. Numbers may also be sent as decimal strings.',
  'After 5xx and network failures try again with bounded exponential back-off and jitter; after 429 and 503 wait for the seconds in Retry-After.',
].join('\n\n');

/** The OpenAPI 3.1 document of all REST paths, derived from the core's schemas. */
export function createOpenApiDocument({ publicUrl, issuesTokens }: DocumentOptions): OpenApiDocument {
  const { paths, schemas } = nameBodies(toPaths({ issuesTokens }));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Giveaway listings',
      version: '1.0.0',
      description: DESCRIPTION,
      contact: { name: 'The operator', url: publicUrl },
    },
    servers: [{ url: publicUrl }],
    tags: [
      { name: 'Listings', description: "Endpoints for publishers' listings." },
      { name: 'Feed', description: 'Public endpoints.' },
      { name: 'Draws', description: 'Proofs of draws, for everybody.' },
      { name: 'Providers', description: 'Giveaways on the chain, with entries tied to passports.' },
      ...(issuesTokens ? [{ name: 'Service tokens', description: 'Credentials of service clients.' }] : []),
      { name: 'Legacy', description: 'The endpoint of older integrations.' },
      {
        name: 'Webhooks',
        description:
          'Messages that the service sends to webhooks of providers, and of accounts that follow the feed.',
      },
      { name: 'Service', description: 'Endpoints for monitoring, and descriptions of the APIs.' },
    ],
    paths,
    webhooks: WEBHOOKS,
    components: {
      schemas: {
        Error: errorSchema,
        Feed: feedSchema,
        LegacyListingDraft: legacyListingDraftSchema,
        Listing: listingSchema,
        ListingDraft: listingDraftSchema,
        ...LISTING_ANSWERS,
        Operation: operationSchema,
        ProviderError: providerErrorSchema,
        ...(issuesTokens && { TokenError: tokenErrorSchema }),
        ...WEBHOOK_SCHEMAS,
        ...schemas,
      },
      parameters: PROVIDER_PARAMETERS,
      responses: { ...ERROR_RESPONSES, ...PROVIDER_ERROR_RESPONSES },
      headers: HEADERS,
      securitySchemes: securitySchemes(issuesTokens ? `${publicUrl}/oauth` : undefined),
    },
  };
}
