import { record, type Audited } from '../audit/record.ts';
import { DomainError } from '../errors.ts';
import type { Provider, ProviderStore } from './provider-store.ts';
import { defineUseCase } from '../use-case.ts';
import { membershipReference, noProvider } from './provider-reference.ts';
import type { ProviderKeys } from './provider-keys.ts';

/**
 * Ends a membership, at once and on every instance. The account's keys for the provider are revoked; keys that also have
 * other scopes only lose their provider scopes. A new membership later does not restore them.
 */
export const removeProviderMember = defineUseCase({
  permission: 'operator',
  input: membershipReference,

  execute(
    ports: Audited<{ apiKeys: ProviderKeys; providers: ProviderStore }>,
    operator,
    { provider: id, account: email },
  ): Promise<Provider> {
    return ports.transaction(async (stores) => {
      const provider = await stores.providers.findLocked(id);
      if (provider === undefined) throw noProvider();
      const members = await stores.providers.membersOf([id]);
      const member = members.find((one) => one.email === email);
      if (member === undefined) throw noMember();
      const { accountId } = member;
      await stores.providers.removeMember(id, accountId);
      const { revoked, narrowed } = await stores.apiKeys.leaveProvider(accountId, id, ports.clock.now());
      await record(ports, stores, operator, 'removeProviderMember', id, {
        account: accountId,
        ...(revoked.length > 0 && { revokedKeys: revoked }),
        ...(narrowed.length > 0 && { narrowedKeys: narrowed }),
      });
      return provider;
    });
  },
});

function noMember(): DomainError {
  return new DomainError(
    'NOT_FOUND',
    'This account is not a member of the provider: list its members to find the right one.',
  );
}
