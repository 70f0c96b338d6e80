import type { Provider, ProviderSigner } from '../../../core/providers/provider-store.ts';
import type { ProviderSignerType, ProviderType } from './provider-types.ts';

/** A provider as GraphQL shows it. */
export function presentProvider({ id, name, chainKey, createdAt }: Provider): ProviderType {
  return { id, name, chainKey, createdAt };
}

/** A signer as GraphQL shows it. */
export function presentSigner({ address, label, isDefault, chainKey }: ProviderSigner): ProviderSignerType {
  return { address, label, isDefault, chainKey };
}
