import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Account, AccountStore } from '../../../core/accounts/account-store.ts';
import type { Ids } from '../../../core/ids.ts';
import { toLanguage } from '../../../core/languages.ts';
import { AccountEntity } from '../connection/entities.ts';
import { findOrCreatePublisher } from '../listings/publisher-store.ts';

// Most sign-ins change nothing, and write nothing.
const SET_LANGUAGE = 'update user_account set language = ? where id = ? and language is distinct from ?';

const FIND_LANGUAGE = 'select language from user_account where email = ? and language is not null';

export function createAccountStore(em: SqlEntityManager, ids: Ids): AccountStore {
  const withPublisher = async (account: Omit<Account, 'publisherId'>): Promise<Account> => {
    const publisher = await findOrCreatePublisher(em, ids, `account:${account.id}`, account.createdAt);
    return { id: account.id, email: account.email, createdAt: account.createdAt, publisherId: publisher.id };
  };
  return {
    async find(id) {
      const account = await em.findOne(AccountEntity, { id });
      return account ? withPublisher(account) : undefined;
    },
    async findOrCreate(email, now) {
      const existing = await em.findOne(AccountEntity, { email });
      if (existing) return withPublisher(existing);
      await em.upsert(
        AccountEntity,
        { id: ids.next('acc'), email, createdAt: now, updatedAt: now },
        { onConflictFields: ['email'], onConflictAction: 'ignore', disableIdentityMap: true },
      );
      return withPublisher(await em.findOneOrFail(AccountEntity, { email }));
    },
    async findLanguage(email) {
      const [row] = await em.execute<{ readonly language: string }[]>(FIND_LANGUAGE, [email]);
      return row && toLanguage(row.language);
    },
    async setLanguage(id, language) {
      await em.execute(SET_LANGUAGE, [language, id, language]);
    },
  };
}
