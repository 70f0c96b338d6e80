import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const MOST_FILES = 16;
const MOST_LINES = 300;

const GENERATED = 'generated.ts';

const filesOf = (folder: string) =>
  globSync(`${folder}/**/*`, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== GENERATED)
    .map(({ parentPath, name }) => `${parentPath}/${name}`);

const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').length;

it.each(['src', 'test', 'web'])(`has no folder with more than ${MOST_FILES} files in %s`, (root) => {
  const counts = Object.entries(Object.groupBy(filesOf(root), dirname)).map(
    ([folder, files = []]) => [folder, files.length] as const,
  );
  expect(counts.filter(([, count]) => count > MOST_FILES)).toEqual([]);
  expect(counts.length).toBeGreaterThan(5);
});

it.each(['src', 'test', 'web'])(`has no file with more than ${MOST_LINES} lines in %s`, (root) => {
  const lengths = filesOf(root).map((file) => [file, linesOf(file)] as const);
  expect(lengths.filter(([, lines]) => lines > MOST_LINES)).toEqual([]);
  expect(lengths.length).toBeGreaterThan(20);
});
