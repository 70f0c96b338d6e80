import type { Page, PageRequest } from '../../values/paging.ts';
import type { SavedDraft } from './saved-draft.ts';

/** Stores the drafts of holders (`holderOf`): an id names a draft of the given holder only. */
export interface ListingDraftStore {
  /** Lets changes of the drafts of an account come one by one. Requires a transaction. */
  lock(accountId: string): Promise<void>;
  find(holder: string, id: string): Promise<SavedDraft | undefined>;
  /** The drafts of a holder, the one that was saved last first. */
  page(holder: string, page: PageRequest): Promise<Page<SavedDraft>>;
  count(holder: string): Promise<number>;
  /** Adds a draft, or replaces the one with its id. */
  put(holder: string, draft: SavedDraft): Promise<void>;
  delete(holder: string, id: string): Promise<void>;
}
