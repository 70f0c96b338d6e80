import type { ApiKey } from '../../../core/api-keys/api-key.ts';
import type { Listing } from '../../../core/listings/listing.ts';
import { textsOf } from '../../../core/listings/listing-draft.ts';
import type { Provider, ProviderSigner } from '../../../core/providers/provider-store.ts';
import type { Publisher } from '../../../core/accounts/publisher-store.ts';
import type { ServiceClient } from '../../../core/service-clients/service-client-store.ts';
import type { ApiKeyType } from '../api-keys/api-key-types.ts';
import type { ListingType } from '../listings/listing-types.ts';
import type { ProviderType, ProviderSignerType } from '../providers/provider-types.ts';
import { PublisherKind, type PublisherType } from '../relay/node-types.ts';
import type { ServiceClientType } from '../api-keys/service-client-types.ts';

/** A listing as GraphQL shows it. */
export function presentListing(listing: Listing): ListingType {
  return {
    id: listing.id,
    sourceExternalId: listing.sourceExternalId,
    ...textsOf(listing),
    image: listing.image || null,
    endDate: listing.endDate,
    verified: listing.verified,
    status: listing.status,
    createdAt: listing.createdAt,
    updatedAt: listing.updatedAt,
    publisherId: listing.publisherId,
  };
}

/** A publisher as GraphQL shows it. */
export function presentPublisher({ id, namespace, createdAt }: Publisher): PublisherType {
  return { id, kind: kindOf(namespace), createdAt };
}

/** What kind of publisher a namespace belongs to. */
export function kindOf(namespace: string): PublisherKind {
  return namespace.startsWith('client:') ? PublisherKind.SERVICE_CLIENT : PublisherKind.ACCOUNT;
}

/** A provider as GraphQL shows it. */
export function presentProvider({ id, name, chainKey, createdAt }: Provider): ProviderType {
  return { id, name, chainKey, createdAt };
}

/** A signer as GraphQL shows it. */
export function presentSigner({ address, label, isDefault, chainKey }: ProviderSigner): ProviderSignerType {
  return { address, label, isDefault, chainKey };
}

/** A service client as GraphQL shows it. */
export function presentServiceClient(client: ServiceClient): ServiceClientType {
  return {
    id: client.id,
    name: client.name,
    scopes: client.scopes,
    createdAt: client.createdAt,
    revokedAt: client.revokedAt,
  };
}

/** A key as GraphQL shows it. */
export function presentApiKey(key: ApiKey): ApiKeyType {
  return {
    id: key.id,
    name: key.name,
    start: key.start,
    end: key.end,
    scopes: key.scopes,
    providerId: key.providerId,
    signer: key.signer,
    createdAt: key.createdAt,
    lastUsedAt: key.lastUsedAt,
    rotatedAt: key.rotatedAt,
    revokedAt: key.revokedAt,
  };
}
