import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { DomainError } from '../../../src/core/errors.ts';
import { parseInput } from '../../../src/core/use-case.ts';

/** The largest text that a body of 64 KiB can hold, and the longest that its check may take, in milliseconds. */
const LENGTH = 65_000;
const MOST_MS = 100;

const TEXTS = [
  ' ',
  'a',
  '0',
  '0x',
  '"',
  '\n',
  '\u0000',
  '.',
  'a.',
  '-',
  'a@',
  '%',
  '\ud83c',
  '\ufdfa',
  '\u0e01',
  '\u0300',
  '/',
  '2026-01-01T',
];
const STARTS = ['', '0x', 'https://', 'ipfs://', 'a@', '20'];

interface Named {
  readonly input: z.ZodType;
}

/** What every use case and every operation takes. */
async function inputs(): Promise<[string, z.ZodType][]> {
  const files = globSync('src/core/**/*.ts').filter((file) =>
    /define(?:UseCase|Operation)\(/.test(readFileSync(file, 'utf8')),
  );
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(file).href) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) =>
    Object.entries(module)
      .filter((entry): entry is [string, Named] => hasInput(entry[1]))
      .map(([name, { input }]): [string, z.ZodType] => [name, input]),
  );
}

function hasInput(value: unknown): value is Named {
  return typeof value === 'object' && value !== null && 'input' in value;
}

interface Definition {
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly out?: Schema;
  readonly options?: readonly Schema[];
}
interface Schema {
  readonly def: Definition;
}

/** A value of the shape that a schema asks for, with this text wherever it asks for none. */
function fill({ def }: Schema, text: string): unknown {
  if (def.shape)
    return Object.fromEntries(Object.entries(def.shape).map(([name, schema]) => [name, fill(schema, text)]));
  if (def.element) return [fill(def.element, text)];
  // Of a pipe one side is only a function.
  const [inner] = [def.innerType, def.in, def.out, def.options?.[0]].filter(
    (schema) => schema !== undefined && 'def' in schema && !('transform' in schema.def),
  );
  return inner ? fill(inner, text) : text;
}

function timeOf(schema: z.ZodType, value: unknown): number {
  let best = Infinity;
  // What else the machine does must not count: the best of several tries.
  for (let attempt = 0; attempt < 4 && best > MOST_MS; attempt += 1) {
    const started = performance.now();
    try {
      parseInput(schema, value);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      expect(error.message.length).toBeLessThan(10_000);
    }
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

it('checks long texts in each field of every input at once, whatever they hold', async () => {
  const all = await inputs();
  expect(all.length).toBeGreaterThan(45);
  const texts = STARTS.flatMap((start) =>
    TEXTS.map((text) => [start, text, `${start}${text.repeat(LENGTH / text.length)}!`] as const),
  );
  const slow = all.flatMap(([name, schema]) =>
    texts.flatMap(([start, text, long]) => {
      const ms = timeOf(schema, fill(schema as unknown as Schema, long));
      return ms > MOST_MS ? [{ name, start, text, ms }] : [];
    }),
  );
  expect(slow).toEqual([]);
});

it('names no more than some of many wrong fields', async () => {
  const [, schema] = (await inputs()).find(([name]) => name === 'importLegacyListings') ?? [];
  const listings = Array.from({ length: 100 }, () => ({}));
  try {
    parseInput(schema as z.ZodType, { listings });
    throw new Error('It was taken.');
  } catch (error) {
    expect(error).toMatchObject({
      code: 'INVALID_PAYLOAD',
      message: expect.stringMatching(/ There are \d{3} more wrong fields\.$/),
    });
    expect((error as DomainError).details).toHaveLength(20);
  }
});
