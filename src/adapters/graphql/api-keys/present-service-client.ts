import type { ServiceClient } from '../../../core/service-clients/service-client-store.ts';
import type { ServiceClientType } from './service-client-types.ts';

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
