import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import { DomainError } from '../errors.ts';
import { defineUseCase } from '../use-case.ts';
import type { Backups } from './backups.ts';

/** Copies the embedded database and chain for a backup; the operator's command packs and removes the copy. */
export const takeSnapshot = defineUseCase({
  permission: 'operator',
  input: z.object({}),

  async execute(ports: { backups: Backups } & Audited, operator): Promise<{ readonly folder: string }> {
    const folder = await ports.backups.snapshot();
    if (folder === undefined)
      throw new DomainError(
        'NOT_FOUND',
        'This gateway has no embedded database: back up its PostgreSQL database, with its DATABASE_URL.',
      );
    await ports.transaction((stores) => record(ports, stores, operator, 'takeSnapshot', 'embedded database'));
    return { folder };
  },
});
