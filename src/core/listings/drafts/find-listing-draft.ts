import { z } from 'zod';
import { defineUseCase } from '../../use-case.ts';
import { optionalText } from '../../values/text.ts';
import type { ListingDraftStore } from './draft-store.ts';

/** A draft of the account; undefined when it has none with this id. */
export const findListingDraft = defineUseCase({
  permission: 'account',
  input: z.object({ id: optionalText(64, '') }),

  execute: (ports: { listingDrafts: ListingDraftStore }, { accountId }, { id }) =>
    ports.listingDrafts.find(accountId, id),
});
