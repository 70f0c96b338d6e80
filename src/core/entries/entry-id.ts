import { readRoundId, type RoundKey } from '../rounds/round-id.ts';
import { readPassportId } from '../passports/passport-id.ts';

/** The key of a passport's entries in a round. */
export interface EntryKey extends RoundKey {
  readonly passportId: number;
}

const ENTRY_ID = /^ent_([0-9a-f]{64}_\d{1,10})_(\d{1,16})$/;
const LOG_ID = /^[a-z]{3}_(\d{1,15})_(\d{1,9})$/;

/** The id of the entries of a passport in a round. */
export function toEntryId(giveawayId: string, index: number | string, passportId: number | string): string {
  return `ent_${giveawayId.slice(4)}_${index}_${passportId}`;
}

/** Parses the id of a passport's entries in a round; undefined when the text is not one. */
export function readEntryId(id: string): EntryKey | undefined {
  const [, round = '', passport = ''] = ENTRY_ID.exec(id) ?? [];
  const key = readRoundId(`rnd_${round}`);
  const passportId = readPassportId(`psp_${passport}`);
  return key && passportId !== undefined ? { ...key, passportId } : undefined;
}

/** Parses the id of an object that one log created: the number of its block, and the index of the log in the block. */
export function readLogId(id: string): readonly [block: number, logIndex: number] | undefined {
  const [, block, logIndex] = LOG_ID.exec(id) ?? [];
  return block === undefined || logIndex === undefined ? undefined : [Number(block), Number(logIndex)];
}
