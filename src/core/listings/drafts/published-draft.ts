import { z } from 'zod';
import type { PublisherCaller } from '../../access/callers.ts';
import type { PublishedDraft } from '../listing-writer.ts';
import { requiredText } from '../../values/text.ts';
import { holderOf } from './draft-holder.ts';
import { draftId, draftRevision } from './saved-draft.ts';

/** The draft that a listing is published from, and the picture that it gets; without one, it keeps its own. */
export const publishedWith = z
  .object({
    draftId: draftId.nullish(),
    draftRevision: draftRevision.nullish(),
    picture: requiredText(80).nullish(),
  })
  .transform(({ draftId: id, draftRevision: revision, picture }) => ({
    fromDraft: id == null ? undefined : { id, revision: revision ?? undefined },
    picture,
  }));

export type DraftToPublish = z.output<typeof publishedWith>['fromDraft'];

/** The draft of the caller; only accounts have drafts. */
export function toPublishedDraft(caller: PublisherCaller, draft: DraftToPublish): PublishedDraft | undefined {
  return draft && caller.kind === 'account' ? { holder: holderOf(caller), ...draft } : undefined;
}
