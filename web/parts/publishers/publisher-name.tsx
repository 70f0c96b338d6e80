import { LRUCache } from 'lru-cache';
import { UNSTATED_TEXTS } from '../../../src/adapters/ports/site.ts';
import { useSite, type SiteContext } from '../../site/context.ts';
import { UserText } from '../user-text.tsx';
import { withoutBadges } from './without-badges.ts';

/** What pages show of names or titles: many pages show the same ones. */
const shownTexts = (kind: 'name' | 'title') =>
  new LRUCache<string, { readonly shown: string | undefined }>({
    max: 1_000,
    memoMethod: (text) => ({ shown: withoutBadges(text, kind) }),
  });
const NAMES = shownTexts('name');
const TITLES = shownTexts('title');

interface NamedPublisher {
  readonly kind: 'ACCOUNT' | 'SERVICE_CLIENT';
  readonly name: string | null;
}

/** The name that a publisher gives itself, or what it is. */
export function PublisherName({ publisher: { kind, name } }: { readonly publisher: NamedPublisher }) {
  const { t } = useSite();
  const shown = shownName(name);
  return shown === undefined ? <>{t.listing.publisherKinds[kind]}</> : <UserText>{shown}</UserText>;
}

/** The name of a publisher or an organiser as pages show it; undefined when it has none. */
export function shownName(name: string | null | undefined): string | undefined {
  return name == null ? undefined : NAMES.memo(name).shown;
}

/** Whether a listing names an organiser. */
export function hasOrganiser(provider: string): boolean {
  return provider !== '' && provider !== UNSTATED_TEXTS.provider;
}

/** The organiser of a listing as pages show it. */
export function organiserOf({ t }: Pick<SiteContext, 't'>, provider: string): string {
  return hasOrganiser(provider) ? (shownName(provider) ?? t.listing.unnamed) : t.listing.independent;
}

/** The title of a listing as pages show it. */
export function shownTitle({ t }: Pick<SiteContext, 't'>, title: string): string {
  return TITLES.memo(title).shown ?? t.listing.untitled;
}
