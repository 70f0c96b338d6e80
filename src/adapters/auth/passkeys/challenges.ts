import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { CEREMONY_MS } from '../../../core/passkeys/passkey-ceremonies.ts';
import type { SignedChallenge } from '../../../core/passkeys/passkey-store.ts';
import { hashSecret, type AuthSecrets } from '../secrets.ts';

/** What a challenge permits: a sign-in, or a registration for one account. */
export type ChallengePurpose = readonly ['sign-in'] | readonly ['registration', accountId: string];

/** Challenges that say themselves until when they are valid, so that none is stored before a device has signed it. */
export interface PasskeyChallenges {
  issue(purpose: ChallengePurpose, now: Date): Buffer<ArrayBuffer>;
  /** Reads a challenge in base64url; undefined unless this installation issued it for this purpose and it is in time. */
  read(challenge: string, purpose: ChallengePurpose, now: Date): SignedChallenge | undefined;
}

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const SIGNED_BYTES = RANDOM_BYTES + TIME_BYTES;
const LENGTH = SIGNED_BYTES + 32;

/** A challenge is 16 random bytes, its end in milliseconds (48 bits), and an HMAC-SHA-256 over both and its purpose. */
export function createPasskeyChallenges(secrets: AuthSecrets): PasskeyChallenges {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'passkey challenges', 32)));
  const sign = (key: Buffer, signed: Buffer, purpose: ChallengePurpose) =>
    createHmac('sha256', key).update(signed).update(JSON.stringify(purpose)).digest();
  const [current = Buffer.alloc(0)] = keys;
  return {
    issue(purpose, now) {
      const signed = randomBytes(SIGNED_BYTES);
      signed.writeUIntBE(now.getTime() + CEREMONY_MS, RANDOM_BYTES, TIME_BYTES);
      return Buffer.concat([signed, sign(current, signed, purpose)]);
    },
    read(challenge, purpose, now) {
      const bytes = Buffer.from(challenge, 'base64url');
      if (bytes.length !== LENGTH || bytes.toString('base64url') !== challenge) return undefined;
      const [signed, signature] = [bytes.subarray(0, SIGNED_BYTES), bytes.subarray(SIGNED_BYTES)];
      if (!keys.some((key) => timingSafeEqual(sign(key, signed, purpose), signature))) return undefined;
      const left = signed.readUIntBE(RANDOM_BYTES, TIME_BYTES) - now.getTime();
      // One that ends much later is of a clock that was ahead.
      if (left <= 0 || left > 2 * CEREMONY_MS) return undefined;
      return { hash: hashSecret(challenge), expiresAt: new Date(now.getTime() + left) };
    },
  };
}
