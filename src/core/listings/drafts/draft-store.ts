import type { Page, PageRequest } from '../../values/paging.ts';
import type { SavedDraft } from './saved-draft.ts';

/** Stores the drafts of accounts: an id names a draft of the given account only. */
export interface ListingDraftStore {
  /** Lets changes of the drafts of an account come one by one. Requires a transaction. */
  lock(accountId: string): Promise<void>;
  find(accountId: string, id: string): Promise<SavedDraft | undefined>;
  /** The drafts of an account, the one that was saved last first. */
  page(accountId: string, page: PageRequest): Promise<Page<SavedDraft>>;
  count(accountId: string): Promise<number>;
  /** Adds a draft, or replaces the one with its id. */
  put(accountId: string, draft: SavedDraft): Promise<void>;
  delete(accountId: string, id: string): Promise<void>;
}
