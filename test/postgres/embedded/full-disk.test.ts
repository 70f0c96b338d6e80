import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { join } from 'node:path';
import { openDatabase, type Database } from '../../../src/adapters/postgres/connection/database.ts';
import { placeEmbeddedDatabase } from '../../support/database/embedded-database.ts';
import { describeWith } from '../../support/describe-with.ts';
import { eventually } from '../../support/eventually.ts';
import { disks, type SmallDisk } from '../../support/faults/disk.ts';

jest.setTimeout(240_000);

const MEGABYTE = 1_048_576;
const FULL = { code: 'SERVICE_UNAVAILABLE', reason: 'DISK_FULL', retryAfterSeconds: 30 };
const ONE = { name: '', text: 'select 1' };

describeWith(disks, 'no file system can be mounted', 'an embedded database on a full disk', (mount) => {
  let disk: SmallDisk;
  let database: Database | undefined;
  let warnings: string[];
  beforeEach(() => {
    disk = mount(160);
    warnings = [];
  });
  afterEach(async () => {
    await database?.close();
    database = undefined;
    disk.remove();
  });

  const open = async () => {
    database = await openDatabase({
      url: undefined,
      readUrl: undefined,
      directory: join(disk.directory, 'db'),
      warn: (message) => void warnings.push(message),
      note: () => undefined,
    });
    return database;
  };
  const place = () => placeEmbeddedDatabase(join(disk.directory, 'db'));
  const run = (text: string, values: readonly unknown[] = []) =>
    database!.sql.query({ name: '', text }, values);
  const insert = (id: number, bytes: number) =>
    run(
      'insert into kept select $1::integer, string_agg(md5(i::text), $2) from generate_series(1, $3::integer) i',
      [id, '', Math.ceil(bytes / 32)],
    ).then(
      () => 'stored',
      (error: unknown) => error,
    );

  it('refuses writes with words about the disk, and keeps everything that was committed', async () => {
    await place();
    await open();
    await run('create table kept (id integer, content text)');
    await run('alter table kept alter content set storage external');
    await disk.fill(4 * MEGABYTE);
    const stored: number[] = [];
    const refusals: unknown[] = [];
    for (let id = 0; refusals.length < 60; id += 1) {
      const response = await insert(id, 500_000);
      if (response === 'stored') stored.push(id);
      else refusals.push(response);
    }
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: expect.any(Number) });
    expect(refusals[0]).toMatchObject({
      reason: 'DISK_FULL',
      message: expect.stringContaining('The disk of'),
    });
    await disk.free();
    const isStored = await eventually(
      () => insert(-1, 500_000),
      (response) => response === 'stored',
      60_000,
    );
    expect(isStored).toBe('stored');
    const rows = await run('select id from kept where id >= 0 order by id');
    expect(rows.flat().map(Number)).toEqual(expect.arrayContaining(stored));
  });

  it('starts again by itself when it has ended, and keeps everything that was committed', async () => {
    await place();
    await open();
    await run('create table kept (id integer, content text)');
    expect(await insert(1, 1_000)).toBe('stored');
    // PostgreSQL ends when it cannot write a checkpoint.
    await disk.fill();
    await run('select pg_switch_wal()').catch(() => undefined);
    await expect(run('checkpoint')).rejects.toMatchObject(FULL);
    await expect(run('select 1')).rejects.toMatchObject(FULL);
    expect(warnings).toEqual([
      expect.stringContaining('The embedded database has ended'),
      expect.stringContaining('The embedded database does not start'),
    ]);
    await expect(database!.sql.transaction((sql) => sql.query(ONE, []))).rejects.toMatchObject(FULL);
    const inOrm = database!.em().transactional((em) => em.execute('select 1'));
    await expect(inOrm).rejects.toMatchObject({ message: expect.stringContaining('No space left') });

    await disk.free();
    const response = await eventually(
      () => run('select id from kept').catch(() => []),
      (rows) => rows.length === 1,
      60_000,
    );
    expect(response).toEqual([['1']]);
    expect(await database!.em().transactional((em) => em.execute('select id from kept'))).toEqual([
      { id: 1 },
    ]);
    expect(await insert(2, 500_000)).toBe('stored');
  });

  it('names the disk at a start without room, and starts once there is room', async () => {
    await disk.fill(10 * MEGABYTE);
    await expect(open()).rejects.toThrow(/No space left on device|ENOSPC|no space left/i);
    await disk.free();
    await open();
    expect(await run('select 1')).toEqual([['1']]);
  });
});
