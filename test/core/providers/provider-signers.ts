import { beforeEach } from '@jest/globals';
import { createApiKey } from '../../../src/core/api-keys/create-api-key.ts';
import { addProviderMember } from '../../../src/core/providers/add-provider-member.ts';
import { attachSigner } from '../../../src/core/providers/attach-signer.ts';
import { createProvider } from '../../../src/core/providers/create-provider.ts';
import { detachSigner } from '../../../src/core/providers/detach-signer.ts';
import type { Provider } from '../../../src/core/providers/provider-store.ts';
import { createWallet } from '../../../src/core/wallets/create-wallet.ts';
import { accountCaller, OPERATOR } from '../support/callers.ts';
import { HUB_OWNER } from '../support/chain.ts';
import { CONFIRMED } from '../support/operations.ts';
import { createPorts, type FakePorts } from '../support/ports.ts';

export const account = 'ann@example.com';
export const UNKNOWN_WALLET = `0x${'ab'.repeat(20)}`;

export let ports: FakePorts;
export let provider: Provider;

/** Creates fake ports with a provider before each test; registrations are confirmed. */
export function useSigners(): void {
  beforeEach(async () => {
    await resetWithoutOwner();
    await addOwnerWallet();
    // Each registration takes effect in the contracts as soon as its operation is awaited.
    ports.operations.outcome = ({ call }) => {
      if (call.kind !== 'set-provider-signer') return {};
      const entry = `${call.provider} ${call.signer}`;
      if (call.allowed) ports.chain.signers.add(entry);
      else ports.chain.signers.delete(entry);
      return CONFIRMED;
    };
  });
}

/** Creates the ports and the provider without the wallet of the hub's owner. */
export async function resetWithoutOwner(): Promise<void> {
  ports = createPorts();
  provider = await ports.run(OPERATOR, createProvider, { name: 'Lantern' });
}

/** Takes the wallet of the hub's owner into custody. */
async function addOwnerWallet(): Promise<void> {
  const sealed = await ports.walletKeys.generate({ purpose: 'SIGNER', label: 'owner' });
  await ports.wallets.add({ ...sealed, address: HUB_OWNER });
}

export const newSigner = async (purpose = 'SIGNER') =>
  (await ports.run(OPERATOR, createWallet, { purpose })).address;
export const attach = (wallet: string, more = {}) =>
  ports.run(OPERATOR, attachSigner, { provider: provider.id, wallet, ...more });
export const detach = (wallet: string, id = provider.id) =>
  ports.run(OPERATOR, detachSigner, { provider: id, wallet });
export const signersOfProvider = async () =>
  (await ports.providers.signersOf([provider.id])).map(({ address }) => address);
export const defaultSigner = async () =>
  (await ports.providers.signersOf([provider.id])).find(({ isDefault }) => isDefault)?.address;
export const signerActions = () =>
  ports.audit.entries.map(({ action }) => action).filter((action) => /signer/i.test(action));

/** Adds a member to the provider and creates a key for it. */
export async function createMemberWithKey() {
  await ports.run(OPERATOR, addProviderMember, { provider: provider.id, account });
  const { id: accountId, publisherId } = await ports.accounts.findOrCreate(account, ports.clock.now());
  const member = { ...accountCaller('ann'), accountId, publisherId };
  const { apiKey } = await ports.run(member, createApiKey, {
    provider: provider.id,
    scopes: ['provider:entries'],
  });
  return { member, key: apiKey.id };
}
