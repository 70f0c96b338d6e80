import type { ApiKey } from '../api-key.ts';
import type { DueMail, MailQueue } from '../../send-due-mails.ts';

/** What a mail tells an account: that it has a new key, and who created it. */
export interface AccountMail {
  readonly kind: 'KEY_CREATED';
  readonly apiKey: Pick<ApiKey, 'id' | 'accountId' | 'name' | 'start' | 'scopes' | 'createdAt' | 'expiresAt'>;
  readonly by: 'account' | 'operator';
}

/** A queued mail that is due. */
export interface DueAccountMail extends DueMail {
  /** The address of the account. */
  readonly to: string;
  readonly mail: AccountMail;
}

/** Stores the mails to accounts until they are sent. */
export interface AccountMailStore extends MailQueue<DueAccountMail> {
  /** Queues a mail in the transaction of what it is about, unless the account has got many in the last hour. */
  queue(mail: AccountMail): Promise<void>;
}
