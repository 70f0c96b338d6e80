import { compactDecrypt, CompactEncrypt } from 'jose';
import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { z } from 'zod';
import type { SignInCodes, SignInMail } from '../../core/accounts/sign-in-codes.ts';
import { toLanguage } from '../../core/languages.ts';
import type { SignInCodeStore } from '../ports/sign-in-code-store.ts';
import type { AuthSecrets } from './secrets.ts';

/** The most digits that one draw of randomInt covers. */
const DRAWN_DIGITS = 6;

const signInMail = z.object({
  mailId: z.string(),
  email: z.string(),
  code: z.string(),
  // Absent of mails that release 0.1.0 queued.
  language: z.string().optional().transform(toLanguage),
});

/**
 * One-time codes, stored as HMACs: a plain hash of six digits can be found by trying all of them. The key is derived from
 * AUTH_SECRET, and each HMAC covers the purpose of its code, so that no code can replace another. Codes that were issued under
 * another value of AUTH_SECRET have other hashes: they are counted and compared apart. The mails of queued codes are encrypted with
 * another key derived from it (AES-256-GCM, RFC 7516).
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
      await store.add({ ...hashesOf(secrets[0], email, network, code), now, expiresAt, mail: null });
      return code;
    },
    async queue({ email, network, digits, now, expiresAt }, { mailId, language }) {
      const code = drawCode(digits);
      const hashes = hashesOf(secrets[0], email, network, code);
      const mail = await seal(secrets[0], { mailId, email, code, language });
      return { id: await store.add({ ...hashes, now, expiresAt, mail }), group: hashes.networkHash };
    },
    async findMail(id, now) {
      const mail = await store.findMail(id, now);
      return mail === undefined ? undefined : open(secrets, mail);
    },
    endMail: (id, refusedAt) => store.endMail(id, refusedAt),
    async wasRefused({ email, network }, now) {
      for (const secret of secrets) {
        if (await store.wasRefused(hash(secret, 'email', email), hash(secret, 'network', network), now))
          return true;
      }
      return false;
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

const mailKey = (secret: string) =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'mails of sign-in codes', 32));

function seal(secret: string, mail: SignInMail): Promise<string> {
  return new CompactEncrypt(Buffer.from(JSON.stringify(mail)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(mailKey(secret));
}

/** Tries each value of AUTH_SECRET. Throws when it was encrypted with none of them. */
async function open(secrets: AuthSecrets, mail: string): Promise<SignInMail> {
  const { plaintext } = await Promise.any(secrets.map((secret) => compactDecrypt(mail, mailKey(secret))));
  return signInMail.parse(JSON.parse(Buffer.from(plaintext).toString()));
}
