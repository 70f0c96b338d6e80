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

/** One-time codes, stored as keyed hashes only. */
export interface SignInCodes {
  /** How many codes this e-mail address got since then and did not use; the count may stop at UNUSED_SHORT_CODES. */
  countUnused(email: string, since: Date): Promise<number>;
  /** Creates a random code. It replaces the previous code of the same e-mail address and network, and no other. */
  issue(code: NewSignInCode): Promise<string>;
  /**
   * Consumes the code, atomically and in the transaction of the call, and returns true when it is right. A wrong one counts as an attempt on every code
   * that it was compared with.
   */
  redeem(presented: PresentedSignInCode): Promise<boolean>;
}
