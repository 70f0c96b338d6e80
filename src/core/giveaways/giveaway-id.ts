import { requiredText } from '../values/text.ts';

/** The provider's own name for a giveaway, in an input. */
export const giveawayId = requiredText(128);

const GIVEAWAY_ID = /^gwy_[0-9a-f]{64}$/;

/** Whether a text can be the id of a giveaway: its key on chain under the prefix gwy. */
export function isGiveawayId(id: string): boolean {
  return GIVEAWAY_ID.test(id);
}

/** The id of the giveaway that has this key on chain. */
export function toGiveawayId(key: string): string {
  return `gwy_${key.slice(2)}`;
}
