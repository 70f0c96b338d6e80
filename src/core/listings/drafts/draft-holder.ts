import type { AccountCaller } from '../../access/callers.ts';

/**
 * The name by which drafts of listings are stored: that of the account for its own publisher, so that earlier releases find these alone;
 * that of the account and the publisher for one of somebody else.
 */
export function holderOf({ accountId, publisherId, role }: AccountCaller): string {
  return role === 'OWNER' ? accountId : draftHolder({ accountId, publisherId });
}

/** The name for drafts of a member. */
export function draftHolder({
  accountId,
  publisherId,
}: Pick<AccountCaller, 'accountId' | 'publisherId'>): string {
  return `${accountId}/${publisherId}`;
}
