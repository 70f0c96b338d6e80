import { expect, it } from '@jest/globals';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', 'bench/*.md', 'contracts/*.md']);
const LINK = /\]\((?!\w+:|#)([^)#\s]+)/g;
const SOURCE = /`((?:src\/)?(?:core|adapters|app|cli|runtime|config)\/[\w./-]+\.ts)`/g;

it.each(DOCUMENTS)('%s links to files that exist', (document) => {
  const missing = found(document, LINK).filter((path) => !existsSync(join(dirname(document), path)));
  expect(missing).toEqual([]);
});

it.each(DOCUMENTS)('%s names source files that exist', (document) => {
  const missing = found(document, SOURCE).filter((path) => !existsSync(path.replace(/^(src\/)?/, 'src/')));
  expect(missing).toEqual([]);
});

function found(document: string, pattern: RegExp): string[] {
  return [...readFileSync(document, 'utf8').matchAll(pattern)].map(([, path]) => path ?? '');
}
