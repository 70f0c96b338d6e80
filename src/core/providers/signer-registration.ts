import { toAuditEntry } from '../audit/record.ts';
import type { OperatorCaller } from '../access/callers.ts';
import { DomainError } from '../errors.ts';
import { toFailure } from '../operations/operation-answer.ts';
import { isSettled, type NewOperation } from '../operations/operation.ts';
import type { Provider } from './provider-store.ts';
import type { Uses } from '../ports.ts';

const WAIT_MS = 10_000;

/** A change of a signer's registration in the contracts. */
export interface Registration {
  readonly provider: Provider;
  /** The signer, EIP-55. */
  readonly address: string;
  readonly allowed: boolean;
}

/**
 * The operation that changes the registration; undefined when the contracts have it already. Throws SIGNER_NOT_CONFIGURED
 * when the wallet of the hub's owner is not in custody, CHAIN_UNAVAILABLE.
 */
export async function planRegistration(
  { contracts, ids, wallets }: Uses<'contracts' | 'ids' | 'wallets'>,
  { provider, address, allowed }: Registration,
): Promise<NewOperation | undefined> {
  const { chainKey } = provider;
  if (((await contracts.signerActiveFrom(chainKey, address)) !== 0) === allowed) return undefined;
  const owner = await contracts.operator();
  if (!(await wallets.findSigner(owner))) throw noOwner(owner);
  return {
    id: ids.next('opn'),
    providerKey: chainKey,
    signer: owner,
    call: { kind: 'set-provider-signer', provider: chainKey, signer: address, allowed },
  };
}

/**
 * Submits the operation and waits for it, at most 10 seconds; returns whether the contracts have the change by then. The
 * operation continues in the background. Throws its DomainError when it fails.
 */
export async function register(
  ports: Uses<'clock' | 'contracts' | 'ids' | 'operations'>,
  operator: OperatorCaller,
  { provider, address, allowed }: Registration,
  operation: NewOperation,
): Promise<boolean> {
  const { contracts, operations } = ports;
  const action = allowed ? 'registerSigner' : 'unregisterSigner';
  const facts = { signer: address, operation: operation.id };
  const audit = toAuditEntry(ports, operator, action, provider.id, facts);
  await operations.submit([{ ...operation, audit }]);
  const [found] = await operations.wait([operation.id], WAIT_MS);
  if (found?.status === 'FAILED') throw toFailure(found);
  if (found && isSettled(found)) return true;
  // The change may be mined but not confirmed yet, on a chain with slow blocks; that is enough to answer.
  return contracts
    .signerActiveFrom(provider.chainKey, address)
    .then((activeFrom) => (activeFrom !== 0) === allowed, falseWithoutChain);
}

/** Whether the contracts let a registered signer act now; false also while no node answers. */
export async function isActive(
  { contracts }: Uses<'contracts'>,
  { provider, address }: Pick<Registration, 'provider' | 'address'>,
): Promise<boolean> {
  const answers = Promise.all([contracts.signerActiveFrom(provider.chainKey, address), contracts.time()]);
  return answers.then(([activeFrom, now]) => activeFrom !== 0 && activeFrom <= now, falseWithoutChain);
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
