import { expect, it } from '@jest/globals';
import { foldTexts } from '../../../src/adapters/postgres/operations/fold-texts.ts';
import { createSharedDatabase, openInstance } from '../../jobs/opened.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const shared = sharedByTests(createSharedDatabase);
const instance = sharedByTests(() => openInstance(shared, {}));

const query = async (text: string) =>
  (await instance.database.sql.query({ name: '', text }, [])).map(([value]) => value);
const foldedCount = async () => Number((await query('select count(search) from public_text'))[0]);

it('continues an interrupted folding of texts, and folds those that an earlier release stores later', async () => {
  await query(`insert into public_text (hash, texts)
    select '0x' || n, json_build_object('title', 'Café ' || n) from generate_series(1, 120) n`);
  let batches = 0;
  expect(await foldTexts(instance.database.sql, () => batches++ === 1)).toBe(false);
  const first = await foldedCount();
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(120);
  expect(await foldTexts(instance.database.sql, () => false)).toBe(true);
  expect(await foldedCount()).toBe(120);
  expect(await query(`select search::text from public_text where hash = '0x7'`)).toEqual([`'7' 'cafe'`]);

  await query(`insert into public_text (hash, texts) values ('0x0', '{"image": ""}')`);
  expect(await foldTexts(instance.database.sql, () => false)).toBe(true);
  expect(await foldedCount()).toBe(121);
});
