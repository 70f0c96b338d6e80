import type { ApiKey } from '../../api-keys/api-key.ts';

/** What a mail tells an account: that it has a new key, and who created it. */
export interface AccountMail {
  readonly kind: 'KEY_CREATED';
  readonly apiKey: Pick<ApiKey, 'id' | 'accountId' | 'name' | 'start' | 'scopes' | 'createdAt' | 'expiresAt'>;
  readonly by: 'account' | 'operator';
}

/** A queued mail that is due. */
export interface DueAccountMail {
  readonly id: string;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  /** The address of the account. */
  readonly to: string;
  readonly mail: AccountMail;
}

/** Stores the mails to accounts until they are sent. */
export interface AccountMailStore {
  /** Queues a mail in the transaction of what it is about, unless the account has got many in the last hour. */
  queue(mail: AccountMail): Promise<void>;
  /**
   * Takes some mails that are due, so that nobody else gets them for ten minutes; the pause doubles with each attempt, to twelve
   * hours. A mail whose pause is longer than that was queued by a wrong clock, and is due.
   */
  claim(now: Date, limit: number): Promise<DueAccountMail[]>;
  /** Returns mails that were taken and not tried. */
  unclaim(ids: readonly string[], now: Date): Promise<void>;
  /** Removes a mail that was sent or is given up. */
  end(id: string): Promise<void>;
}
