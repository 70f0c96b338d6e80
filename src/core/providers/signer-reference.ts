import { z } from 'zod';
import { DomainError, invalidPayload } from '../errors.ts';
import type { ProviderSigner, ProviderStore } from './provider-store.ts';
import { walletAddress } from '../values/wallet-address.ts';
import { providerId } from './provider-reference.ts';

/** The input that names a provider, and a wallet (by its address) that signs for it or becomes its signer. */
export const signerReference = z.object({ provider: providerId, wallet: walletAddress() });

/** The error for a wallet that is not a signer of the provider. */
export function noSigner(): DomainError {
  return new DomainError(
    'NOT_FOUND',
    'This wallet is not a signer of the provider: list its signers to find the right one.',
    { reason: 'SIGNER' },
  );
}

/** The signer of the provider with this address. Throws the same INVALID_PAYLOAD for an unknown wallet and another provider's. */
export async function requireSigner(
  { providers }: { providers: ProviderStore },
  provider: string,
  address: string,
): Promise<ProviderSigner> {
  const signer = await findSigner({ providers }, provider, address);
  if (signer !== undefined) return signer;
  const message = 'is not a signer of this provider: list its signers to find the right one.';
  throw invalidPayload([{ path: ['signer'], message }]);
}

/** The signer of the provider with this address; undefined when there is none. */
export async function findSigner(
  { providers }: { providers: ProviderStore },
  provider: string,
  address: string,
): Promise<ProviderSigner | undefined> {
  return (await providers.signersOf([provider])).find((signer) => signer.address === address);
}
