import type { Publisher } from '../../../core/accounts/publisher-store.ts';
import { PublisherKind, type PublisherType } from './publisher-types.ts';

/** A publisher as GraphQL shows it. */
export function presentPublisher({ id, namespace, createdAt }: Publisher): PublisherType {
  return { id, kind: kindOf(namespace), createdAt };
}

/** The kind of the publisher that owns a namespace. */
export function kindOf(namespace: string): PublisherKind {
  return namespace.startsWith('client:') ? PublisherKind.SERVICE_CLIENT : PublisherKind.ACCOUNT;
}
