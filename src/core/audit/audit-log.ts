import { z } from 'zod';
import { pageArguments, readPage } from '../values/paging.ts';
import { defineUseCase } from '../use-case.ts';
import type { AuditLog } from './audit-store.ts';

/** The order's name in the cursors of the audit log. */
export const AUDIT_ORDER = 'AUDIT';

/** Pages through the audit log, newest first. */
export const auditLog = defineUseCase({
  permission: 'operator',
  input: z.object(pageArguments),

  execute: ({ audit }: { audit: AuditLog }, _operator, page) => audit.page(readPage(page, AUDIT_ORDER)),
});
