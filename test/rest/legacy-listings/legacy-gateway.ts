import { afterAll, beforeAll } from '@jest/globals';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { startIssuer, type Issuer } from '../../support/http/issuer.ts';

const PATH = '/api/integrations/publish-giveaway';

export let gateway: Gateway;
export let issuer: Issuer;

/** Starts a gateway that trusts a token issuer for a suite, and stops both. */
export function useLegacyGateway(): void {
  beforeAll(async () => {
    issuer = await startIssuer();
    gateway = await startGateway({ OAUTH_ISSUERS: issuer.entry });
  });
  afterAll(async () => {
    await gateway.stop();
    await issuer.stop();
  });
}

export type Fields = Readonly<Record<string, unknown>>;

export const publish = (key: string, body: unknown): Promise<HttpResponse> =>
  gateway.rest('POST', PATH, { key, body });

export const publishByGraphql = async (key: string, input: unknown): Promise<Json> => {
  const { body } = await gateway.graphql(
    'mutation ($input: PublishLegacyListingInput!) { publishLegacyListing(input: $input) { listing { id } } }',
    { input: input as Fields },
    key,
  );
  return body;
};

export const importListings = async (listings: readonly Fields[]): Promise<Json> => {
  const { body } = await gateway.graphql(
    `mutation ($listings: [PublishLegacyListingInput!]!) {
      importLegacyListings(input: { listings: $listings }) { imported skipped }
    }`,
    { listings },
    gateway.operatorToken,
  );
  return body;
};

export const assign = async (
  externalId: unknown,
  owner: Fields,
  token = gateway.operatorToken,
): Promise<Json> => {
  const { body } = await gateway.graphql(
    `mutation ($input: AssignLegacyListingInput!) {
      assignLegacyListing(input: $input) { listing { id title status publisher { kind } } }
    }`,
    { input: { externalId, ...owner } },
    token,
  );
  return body;
};

export async function listingById(id: unknown): Promise<Json> {
  const { body } = await gateway.graphql('query ($id: ID!) { listing(id: $id) { title status } }', { id });
  return body.data.listing;
}
