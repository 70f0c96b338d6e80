import { createHmac, randomInt } from 'node:crypto';
import type { SignInCodes } from '../../core/accounts/sign-in-codes.ts';
import type { SignInCodeStore } from '../ports/sign-in-code-store.ts';

/** The most digits that one draw of randomInt covers. */
const DRAWN_DIGITS = 6;

/**
 * One-time codes, stored as HMACs only: a plain hash of six digits can be found by trying all of them. The key is derived from
 * AUTH_SECRET, and each HMAC covers the purpose of its code, so that no code can replace another.
 */
export function createSignInCodes(secret: string, store: SignInCodeStore): SignInCodes {
  const hash = (what: string, ...parts: readonly string[]) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['sign-in code', what, ...parts]))
      .digest('base64url');
  const hashesOf = (email: string, network: string, code: string) => ({
    emailHash: hash('email', email),
    networkHash: hash('network', network),
    codeHash: hash('code', email, code),
  });
  return {
    countUnused: (email, since) => store.countUnused(hash('email', email), since),
    async issue({ email, network, digits, now, expiresAt }) {
      const code = drawCode(digits);
      await store.add({ ...hashesOf(email, network, code), now, expiresAt });
      return code;
    },
    redeem: ({ email, network, code, now, attemptLimits }) =>
      store.redeem({ ...hashesOf(email, network, code), now, attemptLimits }),
  };
}

/** Uniformly distributed; `digits` is a multiple of six. */
function drawCode(digits: number): string {
  const draw = () => String(randomInt(10 ** DRAWN_DIGITS)).padStart(DRAWN_DIGITS, '0');
  return Array.from({ length: digits / DRAWN_DIGITS }, draw).join('');
}
