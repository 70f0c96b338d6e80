import { z } from 'zod';
import { defineUseCase } from '../../use-case.ts';
import { pageArguments, readPage } from '../../values/paging.ts';
import { holderOf } from './draft-holder.ts';
import type { ListingDraftStore } from './draft-store.ts';

/** The order's name in the cursors of the caller's drafts. */
export const DRAFTS_ORDER = 'DRAFTS';

/** Pages through the drafts of the account for the publisher that it acts for, the one that was saved last first. */
export const listingDrafts = defineUseCase({
  permission: 'account',
  input: z.object(pageArguments),

  execute: (ports: { listingDrafts: ListingDraftStore }, account, page) =>
    ports.listingDrafts.page(holderOf(account), readPage(page, DRAFTS_ORDER)),
});
