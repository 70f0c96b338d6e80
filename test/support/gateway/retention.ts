import type { Retention } from '../../../src/adapters/postgres/purge/purge.ts';

/** As a gateway has it without configuration. */
export const RETENTION: Retention = { operationDays: 90, auditMonths: 24 };
