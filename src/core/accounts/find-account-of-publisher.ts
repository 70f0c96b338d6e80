import type { PublisherStore } from './publisher-store.ts';

const ACCOUNT_PREFIX = 'account:';

/** The id of the account that a publisher belongs to; undefined for a service client, and for listings without an owner. */
export async function findAccountOfPublisher(
  { publishers }: { publishers: PublisherStore },
  publisherId: string | null,
): Promise<string | undefined> {
  const [publisher] = publisherId === null ? [] : await publishers.findMany([publisherId]);
  if (publisher?.namespace.startsWith(ACCOUNT_PREFIX) !== true) return undefined;
  return publisher.namespace.slice(ACCOUNT_PREFIX.length);
}
