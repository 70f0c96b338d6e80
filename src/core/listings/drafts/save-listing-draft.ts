import { z } from 'zod';
import { publisherForeign, type AccountCaller } from '../../access/callers.ts';
import type { RateLimits } from '../../access/rate-limits.ts';
import { requireAllowance } from '../../access/require-allowance.ts';
import type { Clock } from '../../clock.ts';
import { DomainError, invalidPayload } from '../../errors.ts';
import type { InTransaction } from '../../transaction.ts';
import { defineUseCase } from '../../use-case.ts';
import { instantOrText } from '../../values/instants.ts';
import { optionalText } from '../../values/text.ts';
import { holderOf } from './draft-holder.ts';
import type { ListingDraftStore } from './draft-store.ts';
import {
  draftChanged,
  draftId,
  draftRevision,
  draftTexts,
  MAX_DRAFTS,
  type SavedDraft,
} from './saved-draft.ts';

/** The pictures of publishers, of which a draft may have one. */
interface KeptPictures {
  /** Locks a picture of the publisher until the end of the transaction, so that it stays; false when there is none. */
  keep(publisherId: string, id: string): Promise<boolean>;
}

/** The memberships of accounts in publishers of others. */
interface KeptMemberships {
  /** Locks a membership until the end of the transaction, so that it stays; false when there is none. */
  keep(publisherId: string, accountId: string): Promise<boolean>;
}

export type SavePorts = { clock: Clock; rateLimits: RateLimits } & InTransaction<{
  listingDrafts: ListingDraftStore;
  pictures: KeptPictures;
  publisherMembers: KeptMemberships;
}>;

const VERSION = 'must be the updatedAt of the listing, such as 2027-08-31T18:00:00.000Z.';

/** What is saved as a draft. */
const savedDraft = z
  .object({
    id: draftId,
    revision: draftRevision,
    texts: draftTexts,
    listingId: optionalText(64, null),
    listingVersion: instantOrText(VERSION).nullish(),
    picture: optionalText(80, null),
  })
  .transform(({ listingId, listingVersion, ...draft }, context) => {
    if ((listingId === null) !== (listingVersion == null)) {
      const message = 'and listingVersion belong together: send both or none.';
      context.addIssue({ code: 'custom', path: ['listingId'], message });
    }
    const version = listingVersion ?? new Date(0);
    return { ...draft, listing: listingId === null ? null : { id: listingId, version } };
  });

/**
 * Saves what was entered for a listing, valid or not, as a draft of the account; safe to repeat. Throws INVALID_PAYLOAD
 * (DRAFT_CHANGED, DRAFT_GONE) for another revision than the stored one, RATE_LIMITED, and UNAUTHORIZED (PUBLISHER_FOREIGN) for a
 * member who was removed since the request began.
 */
export const saveListingDraft = defineUseCase({
  permission: 'account',
  input: savedDraft,

  async execute(ports: SavePorts, account, { revision, ...sent }): Promise<SavedDraft> {
    const { accountId, publisherId } = account;
    const holder = holderOf(account);
    requireAllowance(await ports.rateLimits.consume('listing-draft-save', accountId));
    return ports.transaction(async ({ listingDrafts, pictures, publisherMembers }) => {
      await listingDrafts.lock(accountId);
      await requireMembership(publisherMembers, account);
      const stored = await listingDrafts.find(holder, sent.id);
      const savedAt = ports.clock.now();
      const isRepeated = stored !== undefined && hasContent(stored, sent);
      if (!isRepeated && (stored?.revision ?? 0) !== revision) throw draftChanged(stored);
      if (stored === undefined && (await listingDrafts.count(holder)) >= MAX_DRAFTS) throw tooManyDrafts();
      if (!isRepeated && sent.picture !== null && !(await pictures.keep(publisherId, sent.picture)))
        throw unknownPicture();
      const next = isRepeated ? stored.revision : revision + 1;
      const draft = { ...sent, revision: next, createdAt: stored?.createdAt ?? savedAt, savedAt };
      await listingDrafts.put(holder, draft);
      return draft;
    });
  },
});

/** The drafts of a membership end with it, so that it stays until this one is stored. */
async function requireMembership(
  memberships: KeptMemberships,
  { role, publisherId, accountId }: AccountCaller,
): Promise<void> {
  if (role === 'OWNER' || (await memberships.keep(publisherId, accountId))) return;
  throw publisherForeign();
}

type Content = Pick<SavedDraft, 'texts' | 'listing' | 'picture'>;

/** Whether a draft has this content already. */
function hasContent(stored: SavedDraft, sent: Content): boolean {
  return toComparable(stored) === toComparable(sent);
}

function toComparable({ texts, listing, picture }: Content): string {
  const entries = Object.entries(texts).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([entries, listing?.id, listing?.version, picture]);
}

function tooManyDrafts(): DomainError {
  return new DomainError(
    'INVALID_PAYLOAD',
    `Your account has ${MAX_DRAFTS} drafts, which is the limit: delete one first.`,
    { reason: 'DRAFT_LIMIT' },
  );
}

function unknownPicture(): DomainError {
  const message = 'is no picture that you have sent within a day: send the image again.';
  return invalidPayload([{ path: ['picture'], message }]);
}
