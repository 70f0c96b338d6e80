import { useSite } from '../site/context.ts';
import { ClockIcon } from './icons.tsx';

const DAY_MS = 86_400_000;

/** An instant as text in UTC. */
export function Time({ at }: { readonly at: string }) {
  const { format } = useSite();
  return <time dateTime={at}>{format.time(at)}</time>;
}

/** How long a listing is open still, and when it ends. */
export function TimeLeft({ endDate }: { readonly endDate: string | null }) {
  const { t, format, now } = useSite();
  if (endDate === null) return <span className="time-left">{t.listing.noEnd}</span>;
  const left = new Date(endDate).getTime() - now.getTime();
  const state = left <= 0 ? ' is-over' : left < DAY_MS ? ' is-soon' : '';
  return (
    <time className={`time-left${state}`} dateTime={endDate} title={format.time(endDate)}>
      <ClockIcon />
      {left <= 0 ? t.listing.ended : `${t.listing.ends} ${format.relative(endDate, now)}`}
    </time>
  );
}
