const GIVEAWAY_ID = /^gwy_[0-9a-f]{64}$/;

/** The id of a giveaway by its key on chain: 0x and 64 lower-case hexadecimal digits. */
export function toGiveawayId(key: string): string {
  return `gwy_${key.slice(2)}`;
}

export function isGiveawayId(id: string): boolean {
  return GIVEAWAY_ID.test(id);
}
