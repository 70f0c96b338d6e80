import type { PresentedSignInCode } from '../../core/accounts/sign-in-codes.ts';

/** Stores sign-in codes by the hashes of e-mail address, network and code. */
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
    readonly attemptLimits: PresentedSignInCode['attemptLimits'];
  }): Promise<boolean>;
}
