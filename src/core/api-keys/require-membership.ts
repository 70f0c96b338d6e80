import type { CallerFor } from '../access/callers.ts';
import { DomainError } from '../errors.ts';
import type { ProviderStore } from '../providers/provider-store.ts';
import { noProvider } from '../providers/provider-reference.ts';

/**
 * Throws unless the account is a member of the provider. An account gets NOT_FOUND whether or not the provider exists;
 * the operator gets UNAUTHORIZED (NOT_A_MEMBER) for an existing provider.
 */
export async function requireMembership(
  { providers }: { providers: ProviderStore },
  caller: CallerFor<'api-keys'>,
  providerId: string,
  accountId: string,
): Promise<void> {
  if (await providers.findOfMember(providerId, accountId)) return;
  if (caller.kind !== 'operator' || !(await providers.find(providerId))) throw noProvider();
  throw new DomainError(
    'UNAUTHORIZED',
    'The account is not a member of this provider: add it with addProviderMember first.',
    { reason: 'NOT_A_MEMBER' },
  );
}
