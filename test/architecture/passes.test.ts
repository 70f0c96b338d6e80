import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';

const SUITES = globSync('test/**/*.test.ts');

/** The patterns of the suites that a pass of the gate leaves out. */
function patternsOf(name: string): readonly RegExp[] {
  const list = new RegExp(`${name}=\\(\n([^]*?)\n\\)`).exec(readFileSync('.ci/run', 'utf8'))?.[1] ?? '';
  return [...list.matchAll(/^ {2}'(.+)'$/gm)].map(([, pattern = '']) => new RegExp(pattern));
}

const passes = ['ON_SERVERS_ALONE', 'EMBEDDED_ALONE'].map(patternsOf);

it('runs every suite in a pass of the gate', () => {
  const inNone = SUITES.filter((suite) =>
    passes.every((patterns) => patterns.some((each) => each.test(suite))),
  );
  expect(inNone).toEqual([]);
  for (const patterns of passes) expect(patterns.length).toBeGreaterThan(10);
});

it('runs what needs a server, or the embedded database, in the pass that has it', () => {
  const [onServersAlone = [], embeddedAlone = []] = passes;
  const skipped = (patterns: readonly RegExp[], need: RegExp) =>
    SUITES.filter(
      (suite) => patterns.some((each) => each.test(suite)) && need.test(readFileSync(suite, 'utf8')),
    );
  expect(skipped(onServersAlone, /describeEmbedded\(/)).toEqual([]);
  expect(skipped(embeddedAlone, /describeWith\(\s*process\.env\['(DATABASE|REDIS)_URL'\]/)).toEqual([]);
});

it('leaves out suites that exist', () => {
  const unused = passes.flat().filter((pattern) => !SUITES.some((suite) => pattern.test(suite)));
  expect(unused).toEqual([]);
});
