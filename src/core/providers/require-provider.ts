import { DomainError } from '../errors.ts';
import type { Provider, ProviderStore } from './provider-store.ts';

const CHAIN_KEY = /^0x[\da-f]{64}$/i;

/** The provider with this id or this key on chain. Throws NOT_FOUND (PROVIDER). */
export async function requireProvider(
  { providers }: { providers: ProviderStore },
  reference: string,
): Promise<Provider> {
  const provider = CHAIN_KEY.test(reference)
    ? await providers.findByChainKey(reference.toLowerCase())
    : await providers.find(reference);
  if (provider !== undefined) return provider;
  throw new DomainError('NOT_FOUND', 'There is no provider with this id or key.', { reason: 'PROVIDER' });
}
