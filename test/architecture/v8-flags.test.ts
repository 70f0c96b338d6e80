import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';

const SET = /setFlagsFromString\('--(?:no-)?([a-z-]+)/g;

it('sets only flags that this V8 knows, since it ignores others', () => {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  const set = globSync('src/**/*.ts').flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(SET), ([, flag = '']) => flag),
  );
  expect(set.length).toBeGreaterThan(0);
  expect(set.filter((flag) => !known.includes(`  --${flag} (`))).toEqual([]);
});
