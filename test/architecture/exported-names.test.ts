import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';

const EXPORT =
  /^export (?:abstract |async )*(?:interface|type|class|const|let|enum|function\*?)\s+(?<name>[A-Za-z_$][\w$]*)/gm;

/** The files of a folder, without those that are generated from documents, by the names that they export. */
function filesByExport(folder: string): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>();
  for (const file of globSync(`${folder}/**/!(generated).ts`)) {
    for (const { groups } of readFileSync(file, 'utf8').matchAll(EXPORT)) {
      const name = groups?.['name'] ?? '';
      files.set(name, (files.get(name) ?? new Set()).add(file));
    }
  }
  return files;
}

it('exports each name of src from one file, so that a name has one meaning', () => {
  const files = filesByExport('src');
  const ambiguous = [...files].flatMap(([name, { size }]) =>
    size > 1 ? [`${name}: ${[...(files.get(name) ?? [])].join(', ')}`] : [],
  );
  expect(ambiguous).toEqual([]);
  expect(files.size).toBeGreaterThan(1_500);
});

it.each([
  ['an interface', 'Operation'],
  ['a type', 'Caller'],
  ['a class', 'DomainError'],
  ['a constant', 'ANONYMOUS'],
  ['a function', 'createApp'],
  ['an asynchronous generator', 'prefetch'],
])('finds %s that is exported', (_kind, name) => {
  expect(filesByExport('src').get(name)?.size).toBe(1);
});
