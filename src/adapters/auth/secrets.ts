import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  SECRET_PREFIXES,
  type Credentials,
  type IssuedSecret,
  type SecretOrigin,
} from '../../core/access/credentials.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BODY_LENGTH = 43;
const CHECK_LENGTH = 6;

export const { apiKey: API_KEY_PREFIX, operator: OPERATOR_PREFIX } = SECRET_PREFIXES;

/** The values of AUTH_SECRET: the first one signs and derives, and all of them verify. */
export type AuthSecrets = readonly [current: string, ...others: string[]];

/** A secret is a prefix, 256 bits in base62 and a CRC-32 in base62: a double click selects it, and leak scanners recognise it. */
export function createCredentials(secrets: AuthSecrets): Credentials {
  // HKDF (RFC 5869) separates this use of the installation's secret from its other ones.
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'issued secrets', 32)));
  const networkKey = Buffer.from(hkdfSync('sha256', secrets[0], '', 'networks of reporters', 32));
  /** The bits of a secret by each key, the current one first. */
  const derive = ({ id, issuedAt, requestId }: SecretOrigin) =>
    keys.map((key) =>
      createHmac('sha256', key)
        .update(JSON.stringify([id, issuedAt.toISOString(), requestId]))
        .digest(),
    );
  const repeat = (prefix: string, origin: SecretOrigin, hash: string) =>
    derive(origin)
      .map((bits) => issue(prefix, bits))
      .find((issued) => issued.hash === hash);
  return {
    issueApiKey: (origin) => issue(API_KEY_PREFIX, origin && derive(origin)[0]),
    repeatApiKey: (origin, hash) => repeat(API_KEY_PREFIX, origin, hash),
    issueClientSecret: (origin) => issue(SECRET_PREFIXES.client, origin && derive(origin)[0]),
    repeatClientSecret: (origin, hash) => repeat(SECRET_PREFIXES.client, origin, hash),
    issueReportSecret: (origin) => issue(SECRET_PREFIXES.report, derive(origin)[0]).secret,
    reportSecretsOf: (origin) => derive(origin).map((bits) => issue(SECRET_PREFIXES.report, bits).secret),
    pseudonymOf: (network) => createHmac('sha256', networkKey).update(network).digest('base64url'),
    issueWebhookSecret: (origin) => toWebhookSecret(origin && derive(origin)[0]),
    isWebhookSecretOf: (origin, secret) => derive(origin).some((bits) => toWebhookSecret(bits) === secret),
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

function toWebhookSecret(bits: Buffer = randomBytes(32)): string {
  return `${SECRET_PREFIXES.webhook}${bits.toString('base64')}`;
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
