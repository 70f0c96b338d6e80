import { wholeNumber } from '../values/integers.ts';
import { HIGHEST_ROUND } from './schedule.ts';

/** A round's index, in an input. */
export const roundIndex = wholeNumber({ min: 0, max: HIGHEST_ROUND });

/** The key of a round. */
export interface RoundKey {
  readonly giveawayId: string;
  readonly index: number;
}

const ROUND_ID = /^(?:rnd|drw|win)_([0-9a-f]{64})_(0|[1-9]\d{0,9})$/;
const WINNER_ID = /^(win_[0-9a-f]{64}_\d{1,10})_([1-9]\d{0,2})$/;

/** The id of a round; with the prefix drw of its draw, with win of its winner. */
export function toRoundId(
  giveawayId: string,
  index: number | string,
  prefix: 'rnd' | 'drw' | 'win' = 'rnd',
): string {
  return `${prefix}_${giveawayId.slice(4)}_${index}`;
}

/** The id of the winner of a place; the winner of the first place has the number of the round alone. */
export function toWinnerId(giveawayId: string, index: number | string, place: number): string {
  const id = toRoundId(giveawayId, index, 'win');
  return place === 0 ? id : `${id}_${place}`;
}

/** Parses the id of the winner of a place; undefined when the text is not one. */
export function readWinnerId(id: string): (RoundKey & { readonly place: number }) | undefined {
  const [, round = id, place = '0'] = WINNER_ID.exec(id) ?? [];
  const key = round.startsWith('win_') ? readRoundId(round) : undefined;
  return key && { ...key, place: Number(place) };
}

/** Parses the id of a round, of its draw or of its winner; undefined when the text is not one. */
export function readRoundId(id: string): RoundKey | undefined {
  const [, hex = '', digits = ''] = ROUND_ID.exec(id) ?? [];
  const index = Number(digits);
  return hex === '' || index > HIGHEST_ROUND ? undefined : { giveawayId: `gwy_${hex}`, index };
}
