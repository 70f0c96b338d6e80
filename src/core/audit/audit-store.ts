import type { Page, PageRequest } from '../values/paging.ts';

/** One entry of the audit log: who did what to which object. Entries are never changed. */
export interface AuditEntry {
  readonly id: string;
  readonly at: Date;
  /** Who did it, such as operator or account:<id>. */
  readonly actor: string;
  /** The operation's name, such as rotateApiKey. */
  readonly action: string;
  /** The id of the object that was changed or read. */
  readonly subject: string;
  /** Details by name. A fact named account is the id of the account that the entry concerns, and shows the entry to it. */
  readonly facts: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** The append-only audit log. */
export interface AuditLog {
  add(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  page(page: PageRequest): Promise<Page<AuditEntry>>;
  /** The entries of the account, as actor or as the fact account; newest first. */
  pageOfAccount(accountId: string, page: PageRequest): Promise<Page<AuditEntry>>;
}
