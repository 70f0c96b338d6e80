import { expect, it } from '@jest/globals';
import { noteVerifiedBackup, readBackupAge } from '../../../src/adapters/postgres/health/verified-backups.ts';
import { startGateway } from '../../support/gateway/gateway.ts';

it('counts a backup of a machine whose clock is ahead as one of now, so that it grows old', async () => {
  const gateway = await startGateway();
  try {
    const age = await gateway.onDatabase(async (_em, sql) => {
      await noteVerifiedBackup(sql, { checksum: 'a'.repeat(64), takenAt: new Date('2099-01-01') });
      await sql.query({ name: '', text: 'select pg_sleep(0.05)' }, []);
      return readBackupAge(sql);
    });
    expect(age).toBeGreaterThan(0);
    expect(age).toBeLessThan(600);
  } finally {
    await gateway.stop();
  }
});
