import { record, type Audited } from '../audit/record.ts';
import type { OperatorCaller } from '../access/callers.ts';
import type { Provider, ProviderStore } from './provider-store.ts';
import { defineUseCase } from '../use-case.ts';
import { requireAddress } from '../values/wallet-address.ts';
import { noProvider } from './provider-reference.ts';
import { findSigner, noSigner, signerReference } from './signer-reference.ts';
import { planRegistration, register } from './signer-registration.ts';
import type { ProviderKeys } from './provider-keys.ts';
import type { Contracts } from '../chain/contracts.ts';
import type { Digests } from '../values/digests.ts';
import type { Operations } from '../operations/operations.ts';
import type { WalletStore } from '../wallets/wallet-store.ts';

/** A provider from which a signer was detached. */
export interface DetachedSigner {
  readonly provider: Provider;
  /** Whether the signer is still registered on chain; then its removal is under way, and repeating the request shows the progress. */
  readonly isRegistered: boolean;
}

/**
 * Detaches a signer from a provider: in this service at once, on every instance, and on chain when the removal is mined.
 * Keys with this signer use the provider's default from then on; if it was the default, the provider has none. After an
 * interruption, repeating the request continues where it stopped.
 */
export const detachSigner = defineUseCase({
  permission: 'operator',
  input: signerReference,

  async execute(
    ports: {
      contracts: Contracts;
      digests: Digests;
      operations: Operations;
      providers: ProviderStore;
      wallets: WalletStore;
    } & Audited<{ apiKeys: ProviderKeys; providers: ProviderStore; wallets: WalletStore }>,
    operator,
    input,
  ): Promise<DetachedSigner> {
    const address = requireAddress(ports, input.wallet, 'wallet');
    const provider = await ports.providers.find(input.provider);
    if (provider === undefined) throw noProvider();

    const registration = { provider, address, allowed: false };
    const wasAttached = await detach(ports, operator, registration);
    const planned = await planRegistration(ports, registration);
    if (planned.length === 0) {
      if (!wasAttached) throw noSigner();
      return { provider, isRegistered: false };
    }
    return { provider, isRegistered: !(await register(ports, operator, registration, planned)) };
  },
});

function detach(
  ports: Audited<{ apiKeys: ProviderKeys; providers: ProviderStore; wallets: WalletStore }>,
  operator: OperatorCaller,
  { provider: { id }, address }: { readonly provider: Provider; readonly address: string },
): Promise<boolean> {
  return ports.transaction(async (stores) => {
    await stores.providers.findLocked(id);
    const signer = await findSigner(stores, id, address);
    if (signer === undefined) return false;
    if (signer.isDefault) await stores.providers.setDefaultSigner(id, null);
    const keys = await stores.apiKeys.releaseSigner(id, address);
    await stores.wallets.detachSigner(address, id);
    await record(ports, stores, operator, 'detachSigner', id, { signer: address, keys });
    return true;
  });
}
