import type { Language } from '../languages.ts';
import type { DueMail, MailQueue } from '../send-due-mails.ts';

/** Tells an account that it has a new key, and who created it. */
export interface KeyCreatedMail {
  readonly kind: 'KEY_CREATED';
  readonly apiKey: {
    readonly id: string;
    readonly accountId: string;
    readonly name: string;
    readonly start: string;
    readonly scopes: readonly string[];
    readonly createdAt: Date;
    readonly expiresAt: Date | null;
  };
  readonly by: 'account' | 'operator';
}

/** Tells an account that a device signed in that did not sign in to it before. */
export interface SignedInMail {
  readonly kind: 'SIGNED_IN';
  readonly accountId: string;
  readonly sessionId: string;
  readonly at: Date;
  /** As `describeClient` describes it; null if it is unknown. */
  readonly client: string | null;
  readonly network: string;
  /** The name of the passkey that signed in; null for a code. */
  readonly passkey: string | null;
}

/** Tells an account that it has a new passkey, or lost one. */
export interface PasskeyMail {
  readonly kind: 'PASSKEY_ADDED' | 'PASSKEY_REMOVED';
  readonly accountId: string;
  readonly passkeyId: string;
  readonly name: string;
  readonly at: Date;
  /** As `describeClient` describes it; null if it is unknown. */
  readonly client: string | null;
  readonly network: string;
}

/** Tells somebody, with or without an account, that a publisher invites the address. */
export interface InvitedMail {
  readonly kind: 'INVITED';
  readonly publisherId: string;
  /** Null without a name. */
  readonly publisherName: string | null;
  readonly email: string;
  readonly role: 'ADMIN' | 'EDITOR';
  readonly invitedAt: Date;
  readonly invitedBy: string;
}

export type AccountMail = KeyCreatedMail | SignedInMail | PasskeyMail | InvitedMail;

/** A queued mail that is due. */
export interface DueAccountMail extends DueMail {
  /** The address of the account, or of whom it concerns. */
  readonly to: string;
  /** The language of the account. */
  readonly language: Language;
  readonly mail: AccountMail;
}

/** Stores the mails to accounts until they are sent. */
export interface AccountMailStore extends MailQueue<DueAccountMail> {
  /** Queues a mail in the transaction of what it is about, unless the account has got many about new keys in the last hour. */
  queue(mail: AccountMail): Promise<void>;
}
