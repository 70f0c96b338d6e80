import { beforeAll, expect, it, jest } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { describeWith } from '../../support/describe-with.ts';
import { disks } from '../../support/faults/disk.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { runAsOperator, runCli } from '../run-cli.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

jest.setTimeout(240_000);

/** Less than an embedded database takes. */
const MEGABYTES = 20;
const mount = process.env['DATABASE_URL'] ? undefined : disks;

describeWith(
  mount,
  'it needs root on Linux, and no DATABASE_URL',
  'a full disk of giveaways',
  (mountDisk) => {
    const folder = temporaryDirectory('backups');
    let backup: string;
    beforeAll(async () => {
      const gateway = await startGateway();
      const { json } = await runAsOperator(gateway, ['backup', '--to', folder, '--json']);
      backup = json.file;
      await gateway.stop();
    });

    it('restore is named, and has nothing of it afterwards', async () => {
      const disk = mountDisk(MEGABYTES);
      try {
        const { json } = await runCli(['restore', backup, '--json'], { DATA_DIR: disk.directory });
        expect(json.error.message).toMatch(`The disk of ${disk.directory} is full`);
        expect(await readdir(disk.directory)).toEqual(['db.lock.sqlite']);
      } finally {
        disk.remove();
      }
    });

    it('backup --verify is named, too', async () => {
      const disk = mountDisk(MEGABYTES);
      try {
        const { json } = await runCli(['backup', '--verify', backup, '--json'], { TMPDIR: disk.directory });
        expect(json.error.message).toMatch(`The disk of ${disk.directory} is full`);
        expect(await readdir(disk.directory)).toEqual([]);
      } finally {
        disk.remove();
      }
    });
  },
);
