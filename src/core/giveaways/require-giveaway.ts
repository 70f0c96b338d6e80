import type { Contracts } from '../chain/contracts.ts';
import type { Work } from '../operations/provider-operation.ts';
import type { Digests } from '../values/digests.ts';
import type { KnownGiveaways } from './known-giveaways.ts';

/** The ports that find a provider's giveaway. */
export interface GiveawayPorts {
  readonly contracts: Contracts;
  readonly digests: Digests;
  readonly knownGiveaways: KnownGiveaways;
}

/**
 * The key on chain of the provider's giveaway, which must exist or be about to be created by an accepted operation.
 * Asks the chain only for a giveaway that the database does not know. Throws NOT_FOUND (GIVEAWAY), CHAIN_UNAVAILABLE.
 */
export async function requireGiveaway(
  { contracts, digests, knownGiveaways }: GiveawayPorts,
  { caller, signer }: Pick<Work<unknown>, 'caller' | 'signer'>,
  giveawayId: string,
): Promise<string> {
  const giveaway = digests.giveawayKey(caller.providerKey, giveawayId);
  if (!(await knownGiveaways.has(giveaway, signer))) await contracts.round(giveaway, 0);
  return giveaway;
}
