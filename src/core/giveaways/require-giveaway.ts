import type { Uses } from '../ports.ts';
import type { Work } from '../operations/provider-operation.ts';

/**
 * The key on chain of the provider's giveaway: asked for before anything is kept for a request. One that an earlier
 * request has accepted and nobody has mined yet is there too. Throws NOT_FOUND (GIVEAWAY), and CHAIN_UNAVAILABLE when
 * nothing but the chain can tell.
 */
export async function requireGiveaway(
  { contracts, digests, knownGiveaways }: Uses<'contracts' | 'digests' | 'knownGiveaways'>,
  { caller, signer }: Pick<Work<unknown>, 'caller' | 'signer'>,
  giveawayId: string,
): Promise<string> {
  const giveaway = digests.giveawayKey(caller.providerKey, giveawayId);
  if (!(await knownGiveaways.has(giveaway, signer))) await contracts.round(giveaway, 0);
  return giveaway;
}
