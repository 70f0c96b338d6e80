import type { PublicText } from '../operations/operation.ts';
import type { Digests } from '../values/digests.ts';
import { optionalLabel } from '../values/text.ts';

/** The title of a giveaway or a round, in an input. */
export const title = optionalLabel(160, '');
/** The description of a giveaway or a round, in an input. */
export const description = optionalLabel(4000, '');

/**
 * Texts with their hash, which alone goes on chain: keccak256 of their JSON, with the members in the order of `texts`.
 * Null when all texts are empty.
 */
export function toPublicText(
  { digests }: { digests: Digests },
  texts: Readonly<Record<string, string>>,
): PublicText | null {
  if (Object.values(texts).every((text) => text === '')) return null;
  return { hash: digests.keccak256(JSON.stringify(texts)), texts };
}
