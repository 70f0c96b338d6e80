import type { RoundFactsFragment } from '../../documents/generated.ts';
import { Time } from '../../parts/time.tsx';
import { useSite } from '../../site/context.ts';

/** When a round opens and closes, how many entries count in it, and if they differ, how many were issued in it. */
export function RoundFacts({ round }: { readonly round: RoundFactsFragment }) {
  const { t, format } = useSite();
  const { state, opensAt, closesAt, entriesCounted, entriesIssued, holdersIssued } = round;
  const holders = `${format.number(holdersIssued)} ${format.plural(holdersIssued, t.giveaways.holders)}`;
  const isIssued = entriesCounted === entriesIssued;
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
        {format.number(entriesCounted)} {format.plural(entriesCounted, t.giveaways.counted)}
        {isIssued && `, ${t.giveaways.of} ${holders}`}
      </span>
      {!isIssued && <span>{t.giveaways.issued(format.number(entriesIssued), holders)}</span>}
    </p>
  );
}
