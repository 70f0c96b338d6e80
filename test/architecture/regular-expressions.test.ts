import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type TypeScript from 'typescript6';

// The package is CommonJS; the compiler that checks this repository has no programming interface.
const ts = createRequire(import.meta.url)('typescript6') as typeof TypeScript;

// Short ones first: an exponential expression shows itself with them, and would never end with a long one.
const LENGTHS = [24, 16_000];
/** A quadratic expression takes twenty times as long for the longest text, a linear one a hundredth. */
const MOST_MS = 5;
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
  'a.',
  'a ',
  'a-',
  '0x',
  '%20',
  '0.',
  'a@',
];
const ENDS = ['', '!'];

interface Found {
  readonly place: string;
  readonly expression: RegExp;
}

/** Every regular expression that is written out in a folder. */
function expressionsIn(folder: string): Found[] {
  return globSync(`${folder}/**/*.ts`).flatMap((file) => {
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

/** The longest time that the expression takes, in milliseconds; the first one beyond the limit. */
function slowest({ expression }: Found): number {
  let most = 0;
  for (const length of LENGTHS) {
    for (const text of hostileTexts(expression, length)) {
      most = Math.max(most, timeOf(expression, text));
      if (most > MOST_MS) return most;
    }
  }
  return most;
}

// What else the machine does must not count: the best of several tries.
function timeOf(expression: RegExp, text: string): number {
  let best = Infinity;
  for (let attempt = 0; attempt < 5 && best > MOST_MS; attempt += 1) {
    expression.lastIndex = 0;
    const started = performance.now();
    expression.test(text);
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

it('finds regular expressions, and sees which of them backtrack', () => {
  expect(expressionsIn('src').length).toBeGreaterThan(60);
  const backtracking = [/\s*Did you mean [^]*$/, /^(?:a+)+$/, /^\d+\d*x$/, /\w+\s*=\s*$/];
  for (const expression of backtracking)
    expect([String(expression), slowest({ place: '', expression }) > MOST_MS]).toEqual([
      String(expression),
      true,
    ]);
}, 60_000);

// What operators write themselves, in their configuration and on their command line, is no text of a client.
const OWN_TEXT = /^src\/(?:cli|config|chain-config)\b/;

it.each(
  expressionsIn('src')
    .filter(({ place }) => !OWN_TEXT.test(place))
    .map((found) => [found.place, found] as const),
)('takes time in proportion to the length of a text: %s', (_place, found) => {
  expect(slowest(found)).toBeLessThanOrEqual(MOST_MS);
});
