import { useSite, type SiteContext } from '../../site/context.ts';
import { shorten, UserText } from '../user-text.tsx';
import { withoutBadges } from './without-badges.ts';

const NAME_CHARACTERS = 60;

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
  const shown = name == null ? undefined : withoutBadges(name, 'name');
  return shown === undefined ? undefined : shorten(shown, NAME_CHARACTERS);
}

/** The title of a listing as pages show it. */
export function shownTitle({ t }: Pick<SiteContext, 't'>, title: string): string {
  return withoutBadges(title, 'title') ?? t.listing.untitled;
}
