import type { SiteContext } from './context.ts';
import type { View } from './page.ts';
import type { Parameters } from './query.ts';

/** The same for a page of giveaways, with the rounds of those of a provider, or of all. */
export function roundLinks(
  site: Pick<SiteContext, 't' | 'link'>,
  providerKey: string | undefined,
): NonNullable<View['feeds']> {
  const href = site.link('/giveaways.ics', { providerKey });
  return [...feedLinks(site), { title: site.t.shell.rounds, type: 'text/calendar', href }];
}

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
