import type { SiteContext } from './context.ts';
import type { View } from './page.ts';
import type { Parameters } from './query.ts';

/** The feed of listings for readers of feeds and calendars, with these filters of the feed documents. */
export function feedLinks(
  { t, link }: Pick<SiteContext, 't' | 'link'>,
  filter: Parameters = {},
): NonNullable<View['feeds']> {
  return [
    { title: t.shell.atom, type: 'application/atom+xml', href: link('/feed.atom', filter) },
    { title: t.shell.json, type: 'application/feed+json', href: link('/feed.json', filter) },
    { title: t.shell.calendar, type: 'text/calendar', href: link('/feed.ics', filter) },
  ];
}
