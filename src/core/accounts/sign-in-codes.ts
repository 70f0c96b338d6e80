/** Where a code belongs: the e-mail address that gets it, and the client network that asked for it. */
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
  /** How many wrong codes a code bears, from the network that asked for it and from all others. */
  readonly bears: { readonly own: number; readonly elsewhere: number };
}

/** One-time codes, of which only a keyed hash is kept. */
export interface SignInCodes {
  /** How many codes this e-mail address got since then and did not use; counted no further than it matters. */
  countUnused(email: string, since: Date): Promise<number>;
  /** Makes a random code. It ends the one before it of the same e-mail address and network, and no other. */
  issue(code: NewSignInCode): Promise<string>;
  /**
   * Uses the code up and answers true when it is right: atomically, so that it works once. A wrong one counts against every
   * code that it was compared with.
   */
  redeem(presented: PresentedSignInCode): Promise<boolean>;
}

/** The same by hashes, as they are kept. */
export interface SignInCodeStore {
  countUnused(emailHash: string, since: Date): Promise<number>;
  add(code: {
    readonly emailHash: string;
    readonly networkHash: string;
    readonly codeHash: string;
    readonly now: Date;
    readonly expiresAt: Date;
  }): Promise<void>;
  redeem(presented: {
    readonly emailHash: string;
    readonly networkHash: string;
    readonly codeHash: string;
    readonly now: Date;
    readonly bears: PresentedSignInCode['bears'];
  }): Promise<boolean>;
}
