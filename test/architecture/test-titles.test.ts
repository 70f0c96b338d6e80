import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';

/** The title of a test or a group, after its call or its table. */
const TITLE =
  /(?:\b(?:describe\w*|it|test)(?:\.\w+)*\(|\)\()\s*(['"`])((?:\\.|(?!\1).)*)\1,?\s*(?:async |\(|\n)/g;
/** What a sentence does not begin with: these continue the title of the group. */
const CONTINUES = /^(?:of|that|to|for|in|by|with|at|on|from)\b/;

it('has titles of tests that are sentences by themselves', () => {
  const titles = globSync('test/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(TITLE)].map(([, , title = '']) => ({ file, title })),
  );
  expect(titles.filter(({ title }) => CONTINUES.test(title))).toEqual([]);
  expect(titles.length).toBeGreaterThan(3_000);
});
