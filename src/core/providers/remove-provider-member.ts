import { record } from '../audit/record.ts';
import { DomainError } from '../errors.ts';
import type { Provider } from '../ports/provider-store.ts';
import { defineUseCase } from '../use-case.ts';
import { membershipReference, noProvider } from './provider-reference.ts';

/** Ends a membership; the account's keys lose their provider scopes at once, on every instance. */
export const removeProviderMember = defineUseCase({
  permission: 'operator',
  input: membershipReference,

  execute(ports, operator, { provider: id, account: email }): Promise<Provider> {
    return ports.transaction(async (stores) => {
      const provider = await stores.providers.findLocked(id);
      if (provider === undefined) throw noProvider();
      const members = await stores.providers.membersOf([id]);
      const member = members.find((one) => one.email === email);
      if (member === undefined) throw noMember();
      await stores.providers.removeMember(id, member.accountId);
      await record(ports, stores, operator, 'removeProviderMember', id, { account: member.accountId });
      return provider;
    });
  },
});

function noMember(): DomainError {
  return new DomainError(
    'NOT_FOUND',
    'This account is no member of the provider: list its members to find the right one.',
  );
}
