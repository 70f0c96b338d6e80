import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type TypeScript from 'typescript6';

// The package is CommonJS; the compiler that checks this repository has no programming interface.
const ts = createRequire(import.meta.url)('typescript6') as typeof TypeScript;

// Short ones first: an exponential expression shows itself with them, and would never end with a long one.
const LENGTHS = [24, 16_000];
/** A bounded repetition reads the longest text a hundred times; a quadratic expression reads it thousands of times. */
const BOUNDED = /a.{0,100}b/;
const MOST_OF_BOUNDED = 2;
const PUMPS = [
  ' ',
  '\t',
  '\n',
  '\r',
  'a',
  'A',
  '0',
  '9',
  '-',
  '_',
  '.',
  '/',
  '\\',
  ',',
  ';',
  ':',
  '=',
  '"',
  "'",
  '<',
  '&',
  '+',
  '%',
  '@',
  '\ufffd',
  '\u0000',
  '\u0e01',
  '\u0301',
  'a.',
  'a ',
  'a-',
  '0x',
  '%20',
  '0.',
  'a@',
];
const ENDS = ['', '!'];
const LONGEST = 'a'.repeat(Math.max(...LENGTHS));
cpuOf(BOUNDED, LONGEST);
const boundedMicros = cpuOf(BOUNDED, LONGEST);

interface Found {
  readonly place: string;
  readonly expression: RegExp;
}

/** Every regular expression that is written out in the service and in its site. */
function writtenExpressions(): Found[] {
  return globSync('{src,web}/**/*.{ts,tsx}').flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    const found: Found[] = [];
    const visit = (node: TypeScript.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        const end = node.text.lastIndexOf('/');
        const expression = new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
        found.push({ place: `${file}:${line + 1} ${node.text}`, expression });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

/** Texts that lead into an expression and then repeat something for a long time. */
function* hostileTexts({ source }: RegExp, length: number): Generator<string> {
  const words = [...new Set(source.replace(/\\./g, ' ').match(/[A-Za-z][A-Za-z ]+/g))];
  const starts = ['', ...words, ...words.map((word) => `${word} `), 'https://', '0x', '"', words.join('')];
  for (const start of starts)
    for (const pump of [...PUMPS, ...words])
      for (const end of ENDS) yield `${start}${pump.repeat(Math.ceil(length / pump.length))}${end}`;
}

/** How often the expression takes as long as the bounded one, at most; the first figure beyond the limit. */
function slowest({ expression }: Found): number {
  let most = 0;
  for (const length of LENGTHS) {
    for (const text of hostileTexts(expression, length)) {
      most = Math.max(most, shareOf(expression, text));
      if (most > MOST_OF_BOUNDED) return most;
    }
  }
  return most;
}

// What else the machine does must not count: the best of several tries, each beside the bounded expression.
function shareOf(expression: RegExp, text: string): number {
  let best = cpuOf(expression, text) / boundedMicros;
  for (let attempt = 1; attempt < 5 && best > MOST_OF_BOUNDED; attempt += 1)
    best = Math.min(best, cpuOf(expression, text) / cpuOf(BOUNDED, LONGEST));
  return best;
}

/** The processor time of this thread, in microseconds. */
function cpuOf(expression: RegExp, text: string): number {
  expression.lastIndex = 0;
  const before = process.threadCpuUsage();
  expression.test(text);
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

it('finds regular expressions, and sees which of them backtrack', () => {
  const places = writtenExpressions().map(({ place }) => place);
  expect(places.filter((place) => place.startsWith('src/')).length).toBeGreaterThan(60);
  expect(places.filter((place) => place.startsWith('web/')).length).toBeGreaterThan(20);
  const backtracking = [/\s*Did you mean [^]*$/, /^(?:a+)+$/, /^\d+\d*x$/, /\w+\s*=\s*$/];
  for (const expression of backtracking)
    expect([String(expression), slowest({ place: '', expression }) > MOST_OF_BOUNDED]).toEqual([
      String(expression),
      true,
    ]);
});

// What operators and developers write themselves (configuration, command line, build) is no text of a client.
const OWN_TEXT = /^(?:src\/(?:cli|config|chain-config)|web\/tools)\b/;

it.each(
  writtenExpressions()
    .filter(({ place }) => !OWN_TEXT.test(place))
    .map((found) => [found.place, found] as const),
)('takes time in proportion to the length of a text: %s', (_place, found) => {
  expect(slowest(found)).toBeLessThanOrEqual(MOST_OF_BOUNDED);
});
