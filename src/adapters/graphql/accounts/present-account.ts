import type { Account } from '../../../core/accounts/account-store.ts';
import type { AccountType } from './account-types.ts';

/** What an account sees of itself. */
export function presentAccount({ id, email, createdAt }: Account): AccountType {
  return { id, email, createdAt };
}
