import { z } from 'zod';
import { defineUseCase } from '../../use-case.ts';
import { optionalText } from '../../values/text.ts';
import { holderOf } from './draft-holder.ts';
import type { ListingDraftStore } from './draft-store.ts';

/** A draft of the account for the publisher that it acts for; undefined when it has none with this id. */
export const findListingDraft = defineUseCase({
  permission: 'account',
  input: z.object({ id: optionalText(64, '') }),

  execute: (ports: { listingDrafts: ListingDraftStore }, account, { id }) =>
    ports.listingDrafts.find(holderOf(account), id),
});
