import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournalFile, readJournalFile } from '../../../src/adapters/chain/embedded/journal-file.ts';
import { describeWith } from '../../support/describe-with.ts';
import { disks, type SmallDisk } from '../../support/faults/disk.ts';

const entry = (number: number, bytes = 8) => ({
  number,
  timestamp: 1_000 + number,
  transactions: [`0x${'ab'.repeat(bytes)}`],
});
const numbersIn = async (file: string) => (await readJournalFile(file)).entries.map(({ number }) => number);

describe('the file of a journal', () => {
  let directory: string;
  let file: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'journal-'));
    file = join(directory, 'journal.jsonl');
    await openJournalFile(file, 0).append([entry(1), entry(2), entry(3)]);
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('has its entries in their order', async () => {
    const { entries, length } = await readJournalFile(file);
    expect(entries).toEqual([entry(1), entry(2), entry(3)]);
    expect(length).toBe((await readFile(file)).length);
  });

  it('is empty before the first append', async () => {
    expect(await readJournalFile(join(directory, 'none'))).toEqual({ entries: [], length: 0 });
  });

  it.each([
    ['half a line', '{"number":4,"timest'],
    ['zeros of a disk that lost its power', '\0'.repeat(40)],
    ['a whole line with another checksum', `${JSON.stringify({ ...entry(4), crc: 1 })}\n`],
  ])('leaves out a last entry that is %s, and continues after the others', async (_what, rest) => {
    await appendFile(file, rest);
    const { length } = await readJournalFile(file);
    expect(await numbersIn(file)).toEqual([1, 2, 3]);
    await openJournalFile(file, length).append([entry(4)]);
    expect(await numbersIn(file)).toEqual([1, 2, 3, 4]);
  });

  it.each([
    ['another digit', (line: string) => line.replace('0xab', '0xac')],
    ['half of it', (line: string) => line.slice(0, 20)],
  ])('refuses a line in the middle with %s, and says what to do', async (_what, change) => {
    const lines = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, lines.map((line, index) => (index === 1 ? change(line) : line)).join('\n'));
    const reading = readJournalFile(file);
    await expect(reading).rejects.toThrow(`Line 2 of ${file} is damaged`);
    await expect(reading).rejects.toThrow(`head -n 1 ${file} > ${file}.cut`);
  });

  it('may come from a version without checksums', async () => {
    await writeFile(file, [entry(1), entry(2)].map((each) => `${JSON.stringify(each)}\n`).join(''));
    const { length } = await readJournalFile(file);
    await openJournalFile(file, length).append([entry(3)]);
    expect(await numbersIn(file)).toEqual([1, 2, 3]);
  });
});

describeWith(disks, 'no file system can be mounted', 'a journal on a full disk', (mount) => {
  let disk: SmallDisk;
  beforeEach(() => {
    disk = mount(1);
  });
  afterEach(() => disk.remove());

  it('has no torn line between its entries once there is room again', async () => {
    const file = join(disk.directory, 'journal.jsonl');
    const journal = openJournalFile(file, 0);
    await journal.append([entry(1)]);
    await disk.fill(4_096);
    await expect(journal.append([entry(2, 20_000)])).rejects.toThrow('ENOSPC');
    await expect(journal.append([entry(2, 20_000)])).rejects.toThrow('ENOSPC');
    // A gateway that is killed now finds what was confirmed.
    expect(await numbersIn(file)).toEqual([1]);
    await disk.free();
    await journal.append([entry(2, 20_000), entry(3)]);
    expect(await numbersIn(file)).toEqual([1, 2, 3]);
  });
});
