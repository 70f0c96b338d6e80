import type { TrackRecordQuery } from '../../documents/generated.ts';
import { useSite } from '../../site/context.ts';
import type { Format } from '../../site/format.ts';
import type { Texts } from '../../texts/en.ts';

type Record = NonNullable<TrackRecordQuery['trackRecord']>;

const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const;

/** How a provider has drawn and delivered so far; nothing when it is not known. */
export function TrackRecord({ record }: { readonly record: Record | undefined }) {
  const { t, format } = useSite();
  if (record === undefined) return null;
  const { giveaways, isComplete, roundsOverdue, prizesOverdue } = record;
  return (
    <section aria-labelledby="track-record">
      <h2 id="track-record">{t.trackRecord.title}</h2>
      <ul className="rules">
        <Rounds record={record} />
        <Prizes record={record} />
        {roundsOverdue > 0 && (
          <li>
            <strong>{t.trackRecord.overdue(count(roundsOverdue, t.trackRecord.rounds, format))}</strong>
          </li>
        )}
        {prizesOverdue > 0 && (
          <li>
            <strong>{t.trackRecord.late(count(prizesOverdue, t.trackRecord.prizes, format))}</strong>
          </li>
        )}
      </ul>
      <p className="quiet">
        {t.trackRecord.hint} {!isComplete && t.trackRecord.newest(format.number(giveaways))}
      </p>
    </section>
  );
}

function Rounds({ record: { roundsDecided, roundsOnTime, medianDelay } }: { readonly record: Record }) {
  const { t, format } = useSite();
  const rounds = count(roundsDecided, t.trackRecord.rounds, format);
  return (
    <li>
      {medianDelay === null
        ? t.trackRecord.none
        : t.trackRecord.decided(rounds, format.number(roundsOnTime), durationOf(medianDelay, t, format))}
    </li>
  );
}

function Prizes({ record: { prizes, prizesDelivered, prizesProved } }: { readonly record: Record }) {
  const { t, format } = useSite();
  if (prizes === 0) return null;
  return (
    <li>
      {t.trackRecord.proved(
        format.number(prizesProved),
        count(prizes, t.trackRecord.prizes, format),
        format.number(prizesDelivered),
      )}
    </li>
  );
}

function count(value: number, forms: Texts['trackRecord']['rounds'], format: Format): string {
  return `${format.number(value)} ${format.plural(value, forms)}`;
}

/** Seconds in words, in the largest unit of which there are two, rounded. */
function durationOf(seconds: number, { trackRecord }: Texts, format: Format): string {
  const [unit, size] = UNITS.find(([, each]) => seconds >= 2 * each) ?? ['seconds', 1];
  return count(Math.round(seconds / size), trackRecord[unit], format);
}
