import { useSite } from '../../site/context.ts';
import { shorten, UserText } from '../user-text.tsx';

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

/** The name of a publisher as pages show it; undefined when it has none. */
export function shownName(name: string | null | undefined): string | undefined {
  return name == null ? undefined : shorten(name, NAME_CHARACTERS);
}
