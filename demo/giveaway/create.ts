import { Contract, ZeroHash } from 'ethers';
import { giveawaysArtifact } from '../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { step, tell } from '../tell.ts';
import { chainTime, toInstant } from './clock.ts';
import type { EmbeddedChain } from './embedded-chain.ts';
import type { Provider } from './provider.ts';

/** The demo's giveaway: two rounds of one day each. */
export interface DemoGiveaway {
  readonly externalId: string;
  /** Its key on chain. */
  readonly key: string;
  /** Its id in the GraphQL API. */
  readonly id: string;
  /** Seconds; each round closes when the next one opens. */
  readonly startsAt: number;
}

export const DAY = 86_400;
export const ROUNDS = 2;
/** Seconds from a round's close to the time of the beacon round that decides it. */
const BEACON_MARGIN = 60;
const ON_CHAIN_RANDOM = 1;

/** Creates a giveaway with a new id. */
export async function createGiveaway(
  chain: EmbeddedChain,
  { chainKey, sender }: Provider,
): Promise<DemoGiveaway> {
  const externalId = `demo-${new Date().toISOString()}`;
  step(`Creating the giveaway ${externalId}: createGiveaway`);
  const startsAt = await chainTime(chain);
  const options = {
    externalId,
    startTime: startsAt,
    endTime: startsAt + ROUNDS * DAY,
    determination: ON_CHAIN_RANDOM,
    requiresHandshake: true,
    providerPaysReceiptGas: true,
    entriesCarryOver: true,
    everyDays: 1,
    activeDays: 1,
    beacon: chain.beacon,
    beaconMargin: BEACON_MARGIN,
    metadataHash: ZeroHash,
    metadataUri: '',
  };
  await sender.send([['createGiveaway', chainKey, options]]);

  const hub = new Contract(chain.hub, giveawaysArtifact.abi, chain.rpc);
  const key = String(await hub.getFunction('keyOf')(chainKey, externalId));
  tell(
    `a round every day, open for a day, ${ROUNDS} of them; entries carry over; winners are drawn on chain`,
  );
  tell(`its key is ${key}`);
  tell(`round 1 is open since ${toInstant(startsAt)} by the chain's clock`);
  return { externalId, key, id: key.replace('0x', 'gwy_'), startsAt };
}
