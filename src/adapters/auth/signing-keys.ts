import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose';

/** What the embedded issuer signs with. */
export const SIGNING_ALGORITHM = 'ES256';

/** A new ES256 signing key. */
export async function generateSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  return {
    ...(await exportJWK(privateKey)),
    alg: SIGNING_ALGORITHM,
    use: 'sig',
    kid: crypto.randomUUID(),
  };
}

/** The key that signs: the first of ES256. The others are published only, so that their signatures verify. */
export function signingKeyOf(keys: readonly JWK[]): JWK | undefined {
  return keys.find((key) => algorithmOf(key) === SIGNING_ALGORITHM);
}

/** The algorithm of a key for signatures (RFC 7518 section 3.1): the one that it names, else that of its kind. */
export function algorithmOf({ alg, kty, crv }: JWK): string | undefined {
  return alg ?? (kty === 'RSA' ? 'RS256' : { 'P-256': 'ES256', Ed25519: 'EdDSA' }[crv ?? '']);
}

/** Finds the public half of a signing key for a token. */
export function publicKeysOf(keys: readonly JWK[]): JWTVerifyGetKey {
  return createLocalJWKSet(toPublicKeys(keys));
}

function toPublicKeys(keys: readonly JWK[]): JSONWebKeySet {
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

/** Signs and verifies once with each key. Throws an Error that names the key that cannot do both, or says that none can sign. */
export async function requireSigningKeys(keys: readonly JWK[]): Promise<void> {
  keys.forEach(({ kid }, index) => {
    if (typeof kid !== 'string' || kid === '')
      throw new Error(`key ${index + 1} of the set has no id (kid): give each key an id of its own.`);
    if (keys.findIndex((other) => other.kid === kid) !== index)
      throw new Error(`the set has the key "${kid}" twice: give each key an id of its own.`);
  });
  const published = publicKeysOf(keys);
  for (const key of keys) await requirePair(key, published);
  if (signingKeyOf(keys) === undefined)
    throw new Error(`no key of the set can sign by ${SIGNING_ALGORITHM}: add an EC key on P-256.`);
}

async function requirePair(key: JWK, published: JWTVerifyGetKey): Promise<void> {
  const [alg, kid = ''] = [algorithmOf(key), key.kid];
  if (alg === undefined)
    throw new Error(`the key "${kid}" is of no known kind: use EC keys on P-256 (${SIGNING_ALGORITHM}).`);
  try {
    const token = new SignJWT().setProtectedHeader({ alg, kid });
    await jwtVerify(await token.sign(await importJWK(key, alg)), published);
  } catch (cause) {
    const advice = 'its private part (d) must belong to its public part, and its use be sig';
    throw new Error(`the key "${kid}" cannot sign and then verify its signature: ${advice}.`, { cause });
  }
}
