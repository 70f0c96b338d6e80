import { z } from 'zod';

const TIMEOUT_MS = 3_000;
const MAX_METADATA = 65_536;

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

/**
 * Returns the URL of an issuer's keys, which its metadata names (OpenID Connect Discovery 1.0, section 4). The metadata must be
 * served at the issuer's own address, without a redirect, and name exactly that issuer (section 4.3). Otherwise a server that
 * controls one path of a host could speak for all issuers on that host.
 */
export async function discoverKeySet(issuer: string): Promise<URL> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (answer.status !== 200)
    throw new Error(`The metadata at ${url} was answered with status ${answer.status}.`);
  const metadata = metadataSchema.parse(JSON.parse(await readText(answer)));
  if (metadata.issuer !== issuer) throw new Error(`The metadata at ${url} names another issuer.`);
  const keys = new URL(metadata.jwks_uri);
  if (issuer.startsWith('https:') && keys.protocol !== 'https:')
    throw new Error(`The metadata at ${url} names keys that are not served by https.`);
  return keys;
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_METADATA) throw new Error('The metadata is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
