import { step, tell } from '../tell.ts';
import type { DemoGiveaway } from './create.ts';
import { changeEntries } from './entries.ts';
import type { Provider } from './provider.ts';

const MAX_ENTRIES = 25;

/** Round 1: every passport gets its entries. Returns the round's total. */
export async function fillFirstRound(
  provider: Provider,
  giveaway: DemoGiveaway,
  passports: readonly bigint[],
): Promise<number> {
  step('Issuing entries into round 1: changeEntriesBatch, 100 changes a transaction');
  const changes = passports.map((passportId, place) => ({ passportId, amount: shareOf(place) }));
  const { entries } = await changeEntries(provider, giveaway, changes, 'round 1');
  tell(`${entries} entries over ${passports.length} passports`);
  return entries;
}

/** Round 2: some passports get more entries, and some are removed. Returns the round's total. */
export async function fillSecondRound(
  provider: Provider,
  giveaway: DemoGiveaway,
  passports: readonly bigint[],
): Promise<number> {
  step('Issuing and removing entries in round 2');
  const some = passports.filter((_, place) => place % 2 === 0);
  const issued = await changeEntries(
    provider,
    giveaway,
    some.map((passportId, place) => ({ passportId, amount: shareOf(place + 7) })),
    'round 2',
  );
  // The last passport has entries of round 1 only, which its draw still counts: this rejection does not affect the others.
  const losing = [...some.slice(0, 20), ...passports.slice(-1)];
  const removed = await changeEntries(
    provider,
    giveaway,
    losing.map((passportId) => ({ passportId, amount: 1, remove: true })),
    'corrections of round 2',
  );
  const entries = issued.entries + removed.entries;
  tell(
    `${issued.entries} issued, ${-removed.entries} removed, ${removed.refused} refused: ${entries} in all`,
  );
  return entries;
}

/** Round 2, after the draw of round 1: entries that were carried over can be removed too. Returns how many were. */
export async function correctFirstRound(
  provider: Provider,
  giveaway: DemoGiveaway,
  passports: readonly bigint[],
): Promise<number> {
  step('Removing an entry of round 1, which is decided and keeps what it counted');
  const [passportId] = passports.slice(-1);
  if (passportId === undefined) throw new Error('There is no passport.');
  const changes = [{ passportId, amount: 1, remove: true }];
  const { entries } = await changeEntries(provider, giveaway, changes, 'corrections of round 1');
  tell(`${-entries} entry of passport ${passportId} no longer counts in round 2`);
  return -entries;
}

function shareOf(place: number): number {
  return 1 + ((place * 7) % MAX_ENTRIES);
}
