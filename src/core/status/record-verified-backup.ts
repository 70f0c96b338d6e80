import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import { defineUseCase } from '../use-case.ts';
import type { Backups, VerifiedBackup } from './backups.ts';

/** Records that a backup of this service was verified, so that its age is known. */
export const recordVerifiedBackup = defineUseCase({
  permission: 'operator',
  input: z.object({
    checksum: z
      .string('must be a SHA-256, 64 hexadecimal digits.')
      .regex(/^[\da-f]{64}$/, 'must be a SHA-256, 64 hexadecimal digits.'),
    takenAt: z.iso
      .datetime('must be an instant such as 2026-08-31T18:00:00Z.')
      .transform((text) => new Date(text)),
  }),

  async execute(ports: { backups: Backups } & Audited, operator, backup): Promise<VerifiedBackup> {
    await ports.backups.noteVerified(backup);
    const facts = { takenAt: backup.takenAt.toISOString() };
    await ports.transaction((stores) =>
      record(ports, stores, operator, 'recordVerifiedBackup', backup.checksum, facts),
    );
    return backup;
  },
});
