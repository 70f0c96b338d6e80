import { useSite, type SiteContext } from '../site/context.ts';
import { markup, type Html } from '../site/markup.ts';
import { CLOCK_ICON } from './icons.tsx';

const DAY_MS = 86_400_000;
/** Ends later than this are dates, because “next month” is too vague. */
const NEAR_DAYS = 30;

/** An instant as text in UTC. */
export function Time({ at }: { readonly at: string }) {
  const { format } = useSite();
  return <time dateTime={at}>{format.time(at)}</time>;
}

/** How long a listing is open still, and when it ends. */
export function TimeLeft({ endDate }: { readonly endDate: string | null }) {
  return <span dangerouslySetInnerHTML={timeLeft(useSite(), endDate)} />;
}

/** The same for templates. */
export function timeLeft({ t, format, now }: SiteContext, endDate: string | null): Html {
  if (endDate === null) return markup`<span class="time-left">${t.listing.noEnd}</span>`;
  const left = Date.parse(endDate) - now.getTime();
  const state = left <= 0 ? ' is-over' : left < DAY_MS ? ' is-soon' : '';
  const text =
    left <= 0
      ? t.listing.ended
      : left < NEAR_DAYS * DAY_MS
        ? `${t.listing.ends} ${format.relative(endDate, now)}`
        : t.listing.endsOn(format.date(endDate));
  return markup`
    <time class="time-left${state}" datetime="${endDate}" title="${format.time(endDate)}">
      ${CLOCK_ICON}${text}
    </time>`;
}
