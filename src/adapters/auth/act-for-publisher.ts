import { publisherForeign, type Caller } from '../../core/access/callers.ts';
import type { PublisherMemberStore } from '../../core/publishers/members/publisher-member-store.ts';

export type Memberships = Pick<PublisherMemberStore, 'find'>;

/** The form of an id; other texts, some of which the database refuses, name nothing. */
const PUBLISHER_ID = /^pub_\w{1,60}$/;

/**
 * The caller as it acts for the publisher with this id: its own one, or one that its account is a member of. Throws UNAUTHORIZED
 * (PUBLISHER_FOREIGN).
 */
export async function actFor(
  members: Memberships,
  caller: Caller,
  publisherId: string | string[],
): Promise<Caller> {
  if (caller.kind === 'anonymous') return caller;
  if ('publisherId' in caller && caller.publisherId === publisherId) return caller;
  const membership =
    caller.kind === 'account' && typeof publisherId === 'string' && PUBLISHER_ID.test(publisherId)
      ? await members.find(publisherId, caller.accountId)
      : undefined;
  if (caller.kind === 'account' && membership !== undefined) return { ...caller, ...membership };
  throw publisherForeign();
}
