import { createHmac, randomInt } from 'node:crypto';
import type { SignInCodes } from '../../core/accounts/sign-in-codes.ts';
import type { SignInCodeStore } from '../ports/sign-in-code-store.ts';
import type { AuthSecrets } from './secrets.ts';

/** The most digits that one draw of randomInt covers. */
const DRAWN_DIGITS = 6;

/**
 * One-time codes, stored as HMACs only: a plain hash of six digits can be found by trying all of them. The key is derived from
 * AUTH_SECRET, and each HMAC covers the purpose of its code, so that no code can replace another. Codes that were issued under
 * another value of AUTH_SECRET have other hashes: they are counted and compared apart.
 */
export function createSignInCodes(secrets: AuthSecrets, store: SignInCodeStore): SignInCodes {
  return {
    async countUnused(email, since) {
      let count = 0;
      for (const secret of secrets) count += await store.countUnused(hash(secret, 'email', email), since);
      return count;
    },
    async issue({ email, network, digits, now, expiresAt }) {
      const code = drawCode(digits);
      await store.add({ ...hashesOf(secrets[0], email, network, code), now, expiresAt });
      return code;
    },
    async redeem({ email, network, code, now, attemptLimits }) {
      for (const secret of secrets) {
        const presented = { ...hashesOf(secret, email, network, code), now, attemptLimits };
        if (await store.redeem(presented)) return true;
      }
      return false;
    },
  };
}

function hashesOf(secret: string, email: string, network: string, code: string) {
  return {
    emailHash: hash(secret, 'email', email),
    networkHash: hash(secret, 'network', network),
    codeHash: hash(secret, 'code', email, code),
  };
}

function hash(secret: string, what: string, ...parts: readonly string[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['sign-in code', what, ...parts]))
    .digest('base64url');
}

/** Uniformly distributed; `digits` is a multiple of six. */
function drawCode(digits: number): string {
  const draw = () => String(randomInt(10 ** DRAWN_DIGITS)).padStart(DRAWN_DIGITS, '0');
  return Array.from({ length: digits / DRAWN_DIGITS }, draw).join('');
}
