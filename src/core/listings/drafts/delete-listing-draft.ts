import { z } from 'zod';
import type { InTransaction } from '../../transaction.ts';
import { defineUseCase } from '../../use-case.ts';
import { holderOf } from './draft-holder.ts';
import type { ListingDraftStore } from './draft-store.ts';
import { draftChanged, draftId, draftRevision } from './saved-draft.ts';

/** Deletes a draft of the account; safe to repeat. With a revision, throws INVALID_PAYLOAD (DRAFT_CHANGED) for another one. */
export const deleteListingDraft = defineUseCase({
  permission: 'account',
  input: z.object({ id: draftId, revision: draftRevision.nullish() }),

  async execute(
    ports: InTransaction<{ listingDrafts: ListingDraftStore }>,
    account,
    { id, revision },
  ): Promise<string> {
    const holder = holderOf(account);
    await ports.transaction(async ({ listingDrafts }) => {
      await listingDrafts.lock(account.accountId);
      const stored = await listingDrafts.find(holder, id);
      if (stored !== undefined && revision != null && stored.revision !== revision)
        throw draftChanged(stored);
      await listingDrafts.delete(holder, id);
    });
    return id;
  },
});
