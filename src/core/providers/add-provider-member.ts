import { record, type Audited } from '../audit/record.ts';
import { invalidPayload } from '../errors.ts';
import type { Provider, ProviderStore } from './provider-store.ts';
import { defineUseCase } from '../use-case.ts';
import { membershipReference, noProvider } from './provider-reference.ts';
import type { AccountStore } from '../accounts/account-store.ts';

const MAX_MEMBERS = 100;

/** Makes an account a member of a provider; changes nothing when it is a member already. */
export const addProviderMember = defineUseCase({
  permission: 'operator',
  input: membershipReference,

  execute(
    ports: Audited<{ accounts: AccountStore; providers: ProviderStore }>,
    operator,
    { provider: id, account: email },
  ): Promise<Provider> {
    const now = ports.clock.now();
    return ports.transaction(async (stores) => {
      const provider = await stores.providers.findLocked(id);
      if (provider === undefined) throw noProvider();
      const members = await stores.providers.membersOf([id]);
      if (members.some((member) => member.email === email)) return provider;
      if (members.length >= MAX_MEMBERS) throw tooManyMembers();
      const account = await stores.accounts.findOrCreate(email, now);
      await stores.providers.addMember({ providerId: id, accountId: account.id, addedAt: now });
      await record(ports, stores, operator, 'addProviderMember', id, { account: account.id });
      return provider;
    });
  },
});

function tooManyMembers() {
  const message = `has ${MAX_MEMBERS} members, which is the limit: remove one first.`;
  return invalidPayload([{ path: ['provider'], message }]);
}
