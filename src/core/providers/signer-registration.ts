import { toAuditEntry } from '../audit/record.ts';
import type { OperatorCaller } from '../access/callers.ts';
import { DomainError } from '../errors.ts';
import { toFailure } from '../operations/operation-response.ts';
import { isSettled, type NewOperation } from '../operations/operation.ts';
import type { Provider } from './provider-store.ts';
import type { Clock } from '../clock.ts';
import type { Contracts } from '../chain/contracts.ts';
import type { Ids } from '../ids.ts';
import type { Operations } from '../operations/operations.ts';
import type { WalletStore } from '../wallets/wallet-store.ts';

const WAIT_MS = 10_000;

/** A change of a signer's registration in the contracts. */
export interface Registration {
  readonly provider: Provider;
  /** The signer, EIP-55. */
  readonly address: string;
  readonly allowed: boolean;
}

/**
 * The operations that change the registration, one for each hub that does not have the change yet. Throws
 * SIGNER_NOT_CONFIGURED when the wallet of a hub's owner is not in custody, CHAIN_UNAVAILABLE. An older hub whose owner is
 * not in custody gets no new signer.
 */
export async function planRegistration(
  { contracts, ids, wallets }: { contracts: Contracts; ids: Ids; wallets: WalletStore },
  { provider, address, allowed }: Registration,
): Promise<readonly NewOperation[]> {
  const { chainKey } = provider;
  const operations: NewOperation[] = [];
  for (const [index, hub] of (await contracts.hubs()).entries()) {
    if (((await contracts.signerActiveFrom(chainKey, address, hub)) !== 0) === allowed) continue;
    const owner = await contracts.operator(hub);
    if (await wallets.findSigner(owner))
      operations.push({
        id: ids.next('opn'),
        providerKey: chainKey,
        signer: owner,
        call: { kind: 'set-provider-signer', provider: chainKey, signer: address, allowed },
        hub,
      });
    else if (index === 0 || !allowed) throw noOwner(owner);
  }
  return operations;
}

/**
 * Submits the operations and waits for them, at most 10 seconds; returns whether the contracts have the change by then. The
 * operations continue in the background. Throws the DomainError of one that fails.
 */
export async function register(
  ports: { clock: Clock; contracts: Contracts; ids: Ids; operations: Operations },
  operator: OperatorCaller,
  { provider, address, allowed }: Registration,
  planned: readonly NewOperation[],
): Promise<boolean> {
  const { contracts, operations } = ports;
  const action = allowed ? 'registerSigner' : 'unregisterSigner';
  await operations.submit(
    planned.map((operation) => {
      const facts = { signer: address, operation: operation.id };
      return { ...operation, audit: toAuditEntry(ports, operator, action, provider.id, facts) };
    }),
  );
  const found = await operations.wait(
    planned.map(({ id }) => id),
    WAIT_MS,
  );
  for (const operation of found) if (operation?.status === 'FAILED') throw toFailure(operation);
  if (found.every((operation) => operation && isSettled(operation))) return true;
  // The change may be mined but not confirmed yet, on a chain with slow blocks; that is enough to answer.
  return Promise.all(
    planned.map(({ hub }) => contracts.signerActiveFrom(provider.chainKey, address, hub)),
  ).then((starts) => starts.every((activeFrom) => (activeFrom !== 0) === allowed), falseWithoutChain);
}

/** Whether the contracts let a registered signer act now; false also while no node answers. */
export async function isActive(
  { contracts }: { contracts: Contracts },
  { provider, address }: Pick<Registration, 'provider' | 'address'>,
): Promise<boolean> {
  const responses = Promise.all([contracts.signerActiveFrom(provider.chainKey, address), contracts.time()]);
  return responses.then(([activeFrom, now]) => activeFrom !== 0 && activeFrom <= now, falseWithoutChain);
}

function falseWithoutChain(error: unknown): false {
  if (error instanceof DomainError && error.code === 'CHAIN_UNAVAILABLE') return false;
  throw error;
}

function noOwner(owner: string): DomainError {
  return new DomainError(
    'SIGNER_NOT_CONFIGURED',
    `Only the hub's owner ${owner} registers signers, and its wallet is not in custody: import its key with importWallet, then repeat this.`,
    { reason: 'OWNER_NOT_IN_CUSTODY', values: { address: owner } },
  );
}
