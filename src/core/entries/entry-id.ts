import { readRoundId, type RoundKey } from '../rounds/round-id.ts';
import { readPassportId } from '../passports/passport-id.ts';

/** What names the entries of a passport in a round. */
export interface EntryKey extends RoundKey {
  readonly passportId: number;
}

const ENTRY_ID = /^ent_([0-9a-f]{64}_\d{1,10})_(\d{1,16})$/;
const PLACE_ID = /^[a-z]{3}_(\d{1,15})_(\d{1,9})$/;

/** The id of the entries of a passport in a round. */
export function toEntryId(giveawayId: string, index: number | string, passportId: number | string): string {
  return `ent_${giveawayId.slice(4)}_${index}_${passportId}`;
}

/** Reads the id of entries; undefined when it can be none. */
export function readEntryId(id: string): EntryKey | undefined {
  const [, round = '', passport = ''] = ENTRY_ID.exec(id) ?? [];
  const key = readRoundId(`rnd_${round}`);
  const passportId = readPassportId(`psp_${passport}`);
  return key && passportId !== undefined ? { ...key, passportId } : undefined;
}

/** Reads the id of something that happened at a place on the chain: its block, and its log in the block. */
export function readPlaceId(id: string): readonly [block: number, logIndex: number] | undefined {
  const [, block, logIndex] = PLACE_ID.exec(id) ?? [];
  return block === undefined || logIndex === undefined ? undefined : [Number(block), Number(logIndex)];
}
