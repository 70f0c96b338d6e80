import type { Publisher } from '../../../core/accounts/publisher-store.ts';
import { NO_PROFILE } from '../../../core/accounts/publishers/publisher-profile.ts';
import { PublisherKind, type PublisherType } from './publisher-types.ts';

/** A publisher as GraphQL shows it. */
export function presentPublisher(publisher: Publisher): PublisherType {
  const shown =
    publisher.blockedReason === null ? publisher : { ...publisher, profile: NO_PROFILE, provenDomain: null };
  return presentOwnPublisher(shown);
}

/** A publisher as it sees itself: with its profile and its domain, also while it is blocked. */
export function presentOwnPublisher({
  id,
  namespace,
  createdAt,
  profile,
  provenDomain,
}: Publisher): PublisherType {
  const { name, text, links } = profile;
  const domain = provenDomain && {
    name: provenDomain.name,
    provenAt: provenDomain.provenAt,
    checkedAt: provenDomain.checkedAt,
  };
  return { id, kind: kindOf(namespace), createdAt, name, text, links: [...links], domain };
}

/** The links of a row of the feed. */
export function toLinks(json: unknown): string[] {
  return typeof json === 'string' ? (JSON.parse(json) as string[]) : [];
}

/** The kind of the publisher that owns a namespace. */
export function kindOf(namespace: string): PublisherKind {
  return namespace.startsWith('client:') ? PublisherKind.SERVICE_CLIENT : PublisherKind.ACCOUNT;
}
