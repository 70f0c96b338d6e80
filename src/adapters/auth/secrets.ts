import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Credentials, IssuedSecret, SecretOrigin } from '../../core/api-keys/credentials.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BODY_LENGTH = 43;
const CHECK_LENGTH = 6;

export const API_KEY_PREFIX = 'ggw_live_';
export const OPERATOR_PREFIX = 'gop_';
const CLIENT_PREFIX = 'gcs_';

/** A secret is a prefix, 256 bits in base62 and a CRC-32 in base62: a double click selects it, and leak scanners recognise it. */
export function createCredentials(installationSecret: string): Credentials {
  // HKDF (RFC 5869) separates this use of the installation's secret from its other ones.
  const key = Buffer.from(hkdfSync('sha256', installationSecret, '', 'issued secrets', 32));
  const derive = ({ id, issuedAt, requestId }: SecretOrigin) =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, issuedAt.toISOString(), requestId]))
      .digest();
  return {
    issueApiKey: (origin) => issue(API_KEY_PREFIX, origin && derive(origin)),
    issueClientSecret: () => issue(CLIENT_PREFIX),
    issueWebhookSecret: (origin) => `whsec_${(origin ? derive(origin) : randomBytes(32)).toString('base64')}`,
  };
}

/** A new operator token. */
export function issueOperatorToken(): IssuedSecret {
  return issue(OPERATOR_PREFIX);
}

/** The SHA-256 of a secret, as base64url text. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Whether a secret of this prefix is well-formed and its checksum is right. */
export function isWellFormedSecret(prefix: string, secret: string): boolean {
  if (!secret.startsWith(prefix) || secret.length !== prefix.length + BODY_LENGTH + CHECK_LENGTH)
    return false;
  const covered = secret.slice(0, -CHECK_LENGTH);
  return secret.slice(-CHECK_LENGTH) === checkOf(covered);
}

function issue(prefix: string, bits: Buffer = randomBytes(32)): IssuedSecret {
  const body = `${prefix}${toBase62(BigInt(`0x${bits.toString('hex')}`), BODY_LENGTH)}`;
  const secret = `${body}${checkOf(body)}`;
  return {
    secret,
    hash: hashSecret(secret),
    start: secret.slice(0, prefix.length + 4),
    end: secret.slice(-4),
  };
}

function checkOf(text: string): string {
  return toBase62(BigInt(crc32(text)), CHECK_LENGTH);
}

function toBase62(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  while (rest > 0n) {
    text = `${ALPHABET[Number(rest % 62n)]}${text}`;
    rest /= 62n;
  }
  return text.padStart(length, '0');
}
