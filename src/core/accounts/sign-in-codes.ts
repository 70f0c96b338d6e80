import type { Language } from '../languages.ts';

/** What a code is bound to: the e-mail address that gets it, and the client network that requested it. */
export interface SignInCodeSubject {
  readonly email: string;
  readonly network: string;
}

export interface NewSignInCode extends SignInCodeSubject {
  readonly digits: number;
  readonly now: Date;
  readonly expiresAt: Date;
}

export interface PresentedSignInCode extends SignInCodeSubject {
  readonly code: string;
  readonly now: Date;
  /** How many wrong attempts end a code: from the network that requested it, and from all others. */
  readonly attemptLimits: { readonly own: number; readonly elsewhere: number };
}

/** A code whose mail waits to be sent. */
export interface QueuedSignInCode {
  readonly id: string;
  /** Tells the client networks apart that requested codes, and does not disclose them. */
  readonly group: string;
}

/** What the mail of a code has besides its address and the code. */
export interface QueuedSignInMail {
  readonly mailId: string;
  readonly language: Language;
}

/** The mail of a code. */
export interface SignInMail extends QueuedSignInMail {
  readonly email: string;
  readonly code: string;
}

/** One-time codes, stored as keyed hashes; the mail of a queued code is stored encrypted until it was sent. */
export interface SignInCodes {
  /** How many codes this e-mail address got since then and did not use; the count may stop at UNUSED_SHORT_CODES. */
  countUnused(email: string, since: Date): Promise<number>;
  /** Creates a random code. It replaces the previous code of the same e-mail address and network, and no other. */
  issue(code: NewSignInCode): Promise<string>;
  /** The same, and stores its mail in the same statement, for a job that sends it. */
  queue(code: NewSignInCode, mail: QueuedSignInMail): Promise<QueuedSignInCode>;
  /** The mail of a queued code; undefined once it was sent or refused, and when the code is no longer valid. */
  findMail(id: string, now: Date): Promise<SignInMail | undefined>;
  /** Erases the mail of a queued code; `refusedAt` when the mail server refused it for good. */
  endMail(id: string, refusedAt: Date | null): Promise<void>;
  /** Whether the mail server refused the mail of a code that this network requested and that would still be valid. */
  wasRefused(subject: SignInCodeSubject, now: Date): Promise<boolean>;
  /**
   * Consumes the code, atomically and in the transaction of the call, and returns true when it is right. A wrong one counts as an attempt on every code
   * that it was compared with.
   */
  redeem(presented: PresentedSignInCode): Promise<boolean>;
}
