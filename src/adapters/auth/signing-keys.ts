import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose';

/** A new ES256 signing key. */
export async function generateSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: crypto.randomUUID() };
}

/** The public halves of signing keys. */
export function toPublicKeys(keys: readonly JWK[]): JSONWebKeySet {
  return {
    keys: keys.map(({ kty, crv, x, y, n, e, alg, use, kid }) => ({
      kty,
      crv,
      x,
      y,
      n,
      e,
      alg,
      use,
      kid,
    })) as JWK[],
  };
}
