import { requiredText } from '../values/text.ts';

/** The provider's own id of a giveaway, in an input. */
export const giveawayId = requiredText(128);

const GIVEAWAY_ID = /^gwy_[0-9a-f]{64}$/;

/** Whether a text has the form of a giveaway's id: the prefix gwy_ and its key on chain. */
export function isGiveawayId(id: string): boolean {
  return GIVEAWAY_ID.test(id);
}

/** The id of the giveaway with this key on chain. */
export function toGiveawayId(key: string): string {
  return `gwy_${key.slice(2)}`;
}
