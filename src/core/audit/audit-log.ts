import { z } from 'zod';
import { pageArguments, readPage } from '../values/paging.ts';
import { defineUseCase } from '../use-case.ts';
import type { Uses } from '../ports.ts';

/** The order's name in the cursors of the audit log. */
export const AUDIT_ORDER = 'AUDIT';

/** Pages through the audit log, newest first. */
export const auditLog = defineUseCase({
  permission: 'operator',
  input: z.object(pageArguments),

  execute: ({ audit }: Uses<'audit'>, _operator, page) => audit.page(readPage(page, AUDIT_ORDER)),
});
