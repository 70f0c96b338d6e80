import type { Retention } from '../../../src/adapters/postgres/purge/purge.ts';

/** The default configuration. */
export const RETENTION: Retention = { operationDays: 90, auditMonths: 24 };
