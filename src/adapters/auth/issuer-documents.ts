import { importJWK, type JSONWebKeySet, type JWK } from 'jose';
import { z } from 'zod';
import { algorithmOf } from './signing-keys.ts';

const MAX_DOCUMENT = 65_536;

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });
const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/**
 * Returns the URL of an issuer's keys, which its metadata names (OpenID Connect Discovery 1.0, section 4). The metadata must be
 * served at the issuer's own address, without a redirect, and name exactly that issuer (section 4.3). Otherwise a server that
 * controls one path of a host could speak for all issuers on that host.
 */
export async function discoverKeySet(issuer: string, signal: AbortSignal): Promise<URL> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const metadata = metadataSchema.parse(await readJson(url, signal));
  if (metadata.issuer !== issuer) throw new Error(`The metadata at ${url} names another issuer.`);
  const keys = new URL(metadata.jwks_uri);
  if (issuer.startsWith('https:') && keys.protocol !== 'https:')
    throw new Error(`The metadata at ${url} names keys that are not served by https.`);
  return keys;
}

/** Reads a key set (RFC 7517 section 5). Throws an Error unless it has a public key of one of the algorithms. */
export async function readKeySet(
  url: URL,
  algorithms: readonly string[],
  signal: AbortSignal,
): Promise<JSONWebKeySet> {
  const keySet = keySetSchema.parse(await readJson(url.href, signal)) as JSONWebKeySet;
  for (const key of keySet.keys) if (await isUsable(key, algorithms)) return keySet;
  throw new Error(`The key set at ${url.href} has no public key for ${algorithms.join(', ')}.`);
}

async function isUsable(key: JWK, algorithms: readonly string[]): Promise<boolean> {
  const algorithm = algorithmOf(key);
  if (algorithm === undefined || !algorithms.includes(algorithm) || (key.use ?? 'sig') !== 'sig')
    return false;
  try {
    const imported = await importJWK(key, algorithm);
    return 'type' in imported && imported.type === 'public';
  } catch {
    return false;
  }
}

async function readJson(url: string, signal: AbortSignal): Promise<unknown> {
  const { status, body } = await fetch(url, { redirect: 'error', signal });
  if (status !== 200) {
    await body?.cancel();
    throw new Error(`${url} was answered with status ${status}.`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_DOCUMENT) throw new Error(`The answer of ${url} is larger than ${MAX_DOCUMENT} bytes.`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString());
}
