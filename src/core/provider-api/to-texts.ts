import type { Uses } from '../ports.ts';
import type { Evidence, PublicText } from '../operations/operation.ts';

/**
 * Texts with the hash that stands on chain for them: keccak256 of their JSON, with the names in the order given. Null
 * when all are empty.
 */
export function toPublicText(
  { digests }: Uses<'digests'>,
  texts: Readonly<Record<string, string>>,
): PublicText | null {
  if (Object.values(texts).every((text) => text === '')) return null;
  return { hash: digests.keccak256(JSON.stringify(texts)), texts };
}

/** A provider's reference with the hash that stands on chain for it. */
export function toEvidence(
  { digests }: Uses<'digests'>,
  providerId: string,
  evidence: string | null,
): Evidence | null {
  return evidence === null ? null : { hash: digests.keccak256(evidence), providerId, evidence };
}
