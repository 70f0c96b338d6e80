import { z } from 'zod';
import type { PublisherCaller } from '../../access/callers.ts';
import type { PublishedDraft } from '../listing-writer.ts';
import { holderOf } from './draft-holder.ts';
import { draftId, draftRevision } from './saved-draft.ts';

/** The draft that a listing is published from. */
export const draftToPublish = z
  .object({ draftId: draftId.nullish(), draftRevision: draftRevision.nullish() })
  .transform(({ draftId: id, draftRevision: revision }) => ({
    fromDraft: id == null ? undefined : { id, revision: revision ?? undefined },
  }));

export type DraftToPublish = z.output<typeof draftToPublish>['fromDraft'];

/** The draft of the caller; only accounts have drafts. */
export function toPublishedDraft(caller: PublisherCaller, draft: DraftToPublish): PublishedDraft | undefined {
  return draft && caller.kind === 'account' ? { holder: holderOf(caller), ...draft } : undefined;
}
