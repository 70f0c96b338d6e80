import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import type { OperatorCaller } from '../access/callers.ts';
import { DomainError, invalidPayload } from '../errors.ts';
import type { Provider, ProviderSigner, ProviderStore } from './provider-store.ts';
import { defineUseCase } from '../use-case.ts';
import { requireAddress } from '../values/wallet-address.ts';
import { noProvider } from './provider-reference.ts';
import { findSigner, noSigner, signerReference } from './signer-reference.ts';
import { isActive, planRegistration, register } from './signer-registration.ts';
import type { Contracts } from '../chain/contracts.ts';
import type { Digests } from '../values/digests.ts';
import type { Operations } from '../operations/operations.ts';
import type { WalletStore } from '../wallets/wallet-store.ts';

/** A provider with the signer that was attached to it. */
export interface AttachedSigner {
  readonly provider: Provider;
  readonly signer: ProviderSigner;
}

/**
 * Lets a SIGNER wallet in custody sign for a provider: in this service at once, on chain when the registration is mined, or a
 * fixed delay later if the provider has open giveaways or undelivered prizes. The first signer becomes the default once it is
 * active. After an interruption, or after that delay, repeating the request continues where it stopped.
 */
export const attachSigner = defineUseCase({
  permission: 'operator',
  input: signerReference.extend({ default: z.boolean('must be true or false.').nullish() }),

  async execute(
    ports: {
      contracts: Contracts;
      digests: Digests;
      operations: Operations;
      providers: ProviderStore;
      wallets: WalletStore;
    } & Audited<{ providers: ProviderStore; wallets: WalletStore }>,
    operator,
    input,
  ): Promise<AttachedSigner> {
    const address = requireAddress(ports, input.wallet, 'wallet');
    const provider = await ports.providers.find(input.provider);
    if (provider === undefined) throw noProvider();
    await requireFree(ports, address, provider.id);

    const registration = { provider, address, allowed: true };
    const planned = await planRegistration(ports, registration);
    await attach(ports, operator, registration);
    const isRegistered = planned.length === 0 || (await register(ports, operator, registration, planned));
    // With a default signer that does not act yet, the operations of the provider's keys would fail.
    if (isRegistered && (await isActive(ports, registration)))
      await chooseDefault(ports, operator, registration, input.default === true);

    const signer = await findSigner(ports, provider.id, address);
    if (signer === undefined) throw noSigner();
    return { provider, signer };
  },
});

const MAX_SIGNERS = 100;

interface Attachment {
  readonly provider: Provider;
  readonly address: string;
}

function attach(
  ports: Audited<{ providers: ProviderStore; wallets: WalletStore }>,
  operator: OperatorCaller,
  { provider: { id }, address }: Attachment,
): Promise<void> {
  return ports.transaction(async (stores) => {
    await stores.providers.findLocked(id);
    const isNew = await stores.wallets.attachSigner(address, id);
    if (!isNew) await requireFree(stores, address, id);
    if (isNew) {
      if ((await stores.providers.signersOf([id])).length > MAX_SIGNERS) throw tooManySigners();
      await record(ports, stores, operator, 'attachSigner', id, { signer: address });
    }
  });
}

function chooseDefault(
  ports: Audited<{ providers: ProviderStore }>,
  operator: OperatorCaller,
  { provider: { id }, address }: Attachment,
  isWanted: boolean,
): Promise<void> {
  return ports.transaction(async (stores) => {
    await stores.providers.findLocked(id);
    const signers = await stores.providers.signersOf([id]);
    const current = signers.find(({ isDefault }) => isDefault);
    const isAttached = signers.some((signer) => signer.address === address);
    if (!isAttached || current?.address === address || (current && !isWanted)) return;
    await stores.providers.setDefaultSigner(id, address);
    await record(ports, stores, operator, 'setDefaultSigner', id, { signer: address });
  });
}

function tooManySigners() {
  const message = `has ${MAX_SIGNERS} signers, which is the limit: detach one first.`;
  return invalidPayload([{ path: ['provider'], message }]);
}

async function requireFree(
  { wallets }: { wallets: WalletStore },
  address: string,
  providerId: string,
): Promise<void> {
  const wallet = await wallets.findSigner(address);
  if (wallet === undefined) {
    throw new DomainError(
      'NOT_FOUND',
      'There is no SIGNER wallet with this address in custody: create or import it first.',
      { reason: 'WALLET' },
    );
  }
  if (wallet.providerId === null || wallet.providerId === providerId) return;
  const message = 'signs for another provider: detach it there first.';
  throw invalidPayload([{ path: ['wallet'], message }]);
}
