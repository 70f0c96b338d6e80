import type { PresentedSignInCode } from '../../core/accounts/sign-in-codes.ts';

/** Stores sign-in codes by the hashes of e-mail address, network and code. */
export interface SignInCodeStore {
  countUnused(emailHash: string, since: Date): Promise<number>;
  /** Resolves to its id. */
  add(code: {
    readonly emailHash: string;
    readonly networkHash: string;
    readonly codeHash: string;
    readonly now: Date;
    readonly expiresAt: Date;
    /** Encrypted; null when it is not queued. */
    readonly mail: string | null;
  }): Promise<string>;
  /** The encrypted mail of a queued code that is still valid. */
  findMail(id: string, now: Date): Promise<string | undefined>;
  endMail(id: string, refusedAt: Date | null): Promise<void>;
  wasRefused(emailHash: string, networkHash: string, now: Date): Promise<boolean>;
  redeem(presented: {
    readonly emailHash: string;
    readonly networkHash: string;
    readonly codeHash: string;
    readonly now: Date;
    readonly attemptLimits: PresentedSignInCode['attemptLimits'];
  }): Promise<boolean>;
}
