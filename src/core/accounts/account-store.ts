import type { Language } from '../languages.ts';

/** The account of an e-mail address that signed in, or for which the operator created a key. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly publisherId: string;
  readonly createdAt: Date;
}

/** Stores accounts, unique by e-mail address. */
export interface AccountStore {
  find(id: string): Promise<Account | undefined>;
  /** Finds the account of an e-mail address, or creates it together with its publisher. */
  findOrCreate(email: string, now: Date): Promise<Account>;
  /** The language of the mails to the account of this e-mail address; undefined without an account, or when none is known. */
  findLanguage(email: string): Promise<Language | undefined>;
  /** Sets the language of the mails to an account. */
  setLanguage(id: string, language: Language): Promise<void>;
}
