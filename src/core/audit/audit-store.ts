import type { Page, PageRequest } from '../values/paging.ts';

/** Who did what to which thing; entries are only ever added. */
export interface AuditEntry {
  readonly id: string;
  readonly at: Date;
  /** Such as operator, account:<id>. */
  readonly actor: string;
  /** The operation's name, such as rotateApiKey. */
  readonly action: string;
  /** The id of what was changed. */
  readonly subject: string;
  readonly facts: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

export interface AuditLog {
  add(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  page(page: PageRequest): Promise<Page<AuditEntry>>;
}
