import type { Ports } from '../ports/ports.ts';

/**
 * Keeps texts under the hash that stands on chain for them: keccak256 of their JSON, with the names in the order given.
 * Null, and nothing kept, when all are empty.
 */
export async function keepTexts(
  { digests, texts: store }: Pick<Ports, 'digests' | 'texts'>,
  texts: Readonly<Record<string, string>>,
): Promise<string | null> {
  if (Object.values(texts).every((text) => text === '')) return null;
  const hash = digests.keccak256(JSON.stringify(texts));
  await store.keepPublic(hash, texts);
  return hash;
}

/** Keeps a provider's reference; answers the hash that stands on chain for it. */
export async function keepEvidence(
  { digests, texts }: Pick<Ports, 'digests' | 'texts'>,
  providerId: string,
  evidence: string | null,
): Promise<string | null> {
  if (evidence === null) return null;
  const hash = digests.keccak256(evidence);
  await texts.keepEvidence(providerId, hash, evidence);
  return hash;
}
