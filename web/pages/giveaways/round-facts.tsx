import type { RoundFactsFragment } from '../../documents/generated.ts';
import { Time } from '../../parts/time.tsx';
import { useSite } from '../../site/context.ts';

/** When a round opens and closes, and how many entries and passports take part. */
export function RoundFacts({ round }: { readonly round: RoundFactsFragment }) {
  const { t, format } = useSite();
  const { state, opensAt, closesAt, entriesTotal, holders } = round;
  const isOver = state !== 'SCHEDULED' && state !== 'OPEN';
  return (
    <p className="round-facts">
      <span>
        {state === 'SCHEDULED' ? t.giveaways.opens : t.giveaways.opened} <Time at={opensAt} />
      </span>
      <span>
        {closesAt === null ? (
          t.giveaways.neverCloses
        ) : (
          <>
            {isOver ? t.giveaways.closed : t.giveaways.closesAt} <Time at={closesAt} />
          </>
        )}
      </span>
      <span>
        {format.number(entriesTotal)} {format.plural(entriesTotal, t.giveaways.entries)},{' '}
        {format.number(holders)} {format.plural(holders, t.giveaways.holders)}
      </span>
    </p>
  );
}
