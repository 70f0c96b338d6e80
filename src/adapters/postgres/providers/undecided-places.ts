/** The expressions of a statement that name a round: its giveaway, its index, whether entries carry over. */
interface RoundNames {
  readonly giveaway: string;
  readonly index: string;
  readonly carriesOver: string;
}

/** SQL: how many places after the first one of a round have a winner. */
export const furtherDecided = ({ giveaway, index }: Pick<RoundNames, 'giveaway' | 'index'>) => `(
  select count(*)::integer from round_place p
  where p.giveaway_id = ${giveaway} and p.round_index = ${index} and p.winner_passport_id is not null)`;

/**
 * SQL: whether a decided round lacks winners of these first places: fewer have one than there are places, and passports with
 * entries that count.
 */
export const lacksWinners = (round: RoundNames, places: string) => `(
  1 + ${furtherDecided(round)} < ${places} and 1 + ${furtherDecided(round)} < (
    select count(*) from (
      select e.passport_id from entry e
      where e.giveaway_id = ${round.giveaway} and e.entries > 0
        and (e.round_index = ${round.index} or ${round.carriesOver} and e.round_index < ${round.index})
      group by e.passport_id limit ${places}) holders))`;
