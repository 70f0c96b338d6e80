import type { AuditLog } from './audit-store.ts';
import { defineUseCase } from '../use-case.ts';
import { pageInput, readPage } from '../values/paging.ts';

/** The order's name in the cursors of an account's part of the audit log. */
export const ACCOUNT_AUDIT_ORDER = 'ACCOUNT_AUDIT';

/**
 * Pages through the account's part of the audit log, newest first: what it did itself, and what was done to its keys, listings
 * and memberships. Operations that its keys requested are not in it.
 */
export const accountAuditLog = defineUseCase({
  permission: 'account',
  input: pageInput,

  execute: ({ audit }: { audit: AuditLog }, { accountId }, page) =>
    audit.pageOfAccount(accountId, readPage(page, ACCOUNT_AUDIT_ORDER)),
});
