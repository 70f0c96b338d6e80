import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { recordVerifiedBackup } from '../../../core/status/record-verified-backup.ts';
import { takeSnapshot } from '../../../core/status/take-snapshot.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { Requires } from '../guard/field-rules.ts';
import {
  RecordVerifiedBackupInput,
  RecordVerifiedBackupPayload,
  TakeSnapshotPayload,
} from './backup-types.ts';

@Resolver()
export class BackupResolver {
  @Requires(takeSnapshot)
  @Mutation(() => TakeSnapshotPayload, {
    description:
      'Operator: copies the embedded database and chain into a folder of DATA_DIR, for `giveaways backup`.',
  })
  async takeSnapshot(@Ctx() { run }: GraphqlContext): Promise<TakeSnapshotPayload> {
    const { folder } = await run(takeSnapshot, {});
    return { folder };
  }

  @Requires(recordVerifiedBackup)
  @Mutation(() => RecordVerifiedBackupPayload, {
    description:
      'Operator: records that a backup was verified, for the status and the metrics. Safe to repeat.',
  })
  async recordVerifiedBackup(
    @Arg('input', () => RecordVerifiedBackupInput) input: RecordVerifiedBackupInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<RecordVerifiedBackupPayload> {
    const { checksum, takenAt } = await run(recordVerifiedBackup, input);
    return { checksum, takenAt };
  }
}
