import { z } from 'zod';
import { defineUseCase } from '../../use-case.ts';
import { pageArguments, readPage } from '../../values/paging.ts';
import type { ListingDraftStore } from './draft-store.ts';

/** The order's name in the cursors of the caller's drafts. */
export const DRAFTS_ORDER = 'DRAFTS';

/** Pages through the drafts of the account, the one that was saved last first. */
export const listingDrafts = defineUseCase({
  permission: 'account',
  input: z.object(pageArguments),

  execute: (ports: { listingDrafts: ListingDraftStore }, { accountId }, page) =>
    ports.listingDrafts.page(accountId, readPage(page, DRAFTS_ORDER)),
});
