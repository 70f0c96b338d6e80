import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { OperationDefinitionNode } from 'graphql';
import { limitDocument } from '../../../src/adapters/graphql/documents/inspect.ts';
import {
  createKnownDocuments,
  planOf,
  type KnownDocument,
  type KnownDocuments,
  type KnownOperation,
} from '../../../src/adapters/graphql/documents/known-documents.ts';
import { validateText } from '../../../src/adapters/graphql/documents/validate-document.ts';
import { createSchema } from '../../../src/adapters/graphql/gateway/schema.ts';
import { heapBytes } from '../../support/faults/heap.ts';

const schema = createSchema();

describe('known documents', () => {
  const MIB = 2 ** 20;
  let documents: KnownDocuments;
  const open = () => (documents = createKnownDocuments(schema, [limitDocument]));
  const codeOf = (text: string) => {
    const read = documents.read(text);
    return 'errors' in read ? read.code : 'valid';
  };

  it('are valid or not, whatever was read before', () => {
    const leaf = fc.tuple(
      fc.constantFrom('', 'a: ', 'generatedAt: '),
      fc.constantFrom('generatedAt', 'totalCount'),
    );
    const document = fc
      .tuple(fc.constantFrom('', 'feed: ', 'a: '), fc.array(leaf, { minLength: 1, maxLength: 3 }))
      .map(([alias, leaves]) => `{ ${alias}feed { ${leaves.map((parts) => parts.join('')).join(' ')} } }`);
    const shared = createKnownDocuments(schema, [limitDocument]);
    fc.assert(
      fc.property(document, (text) => {
        open();
        const alone = documents.read(text);
        const together = shared.read(text);
        expect('errors' in together && together.errors.map(({ message }) => message)).toEqual(
          'errors' in alone && alone.errors.map(({ message }) => message),
        );
      }),
      { numRuns: 400 },
    );
  });

  it('documents of one shape are validated once', () => {
    open();
    const first = documents.read('query A { a: feed { generatedAt } }') as KnownDocument;
    const second = documents.read('query B { b: feed { generatedAt } }') as KnownDocument;
    expect(second.operations).toBe(first.operations);
    expect([first.aliases, second.aliases]).toEqual([['a'], ['b']]);
    expect(codeOf('query B { b: feed { nothing } }')).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(codeOf('query B { b: feed {')).toBe('GRAPHQL_PARSE_FAILED');
  });

  it('are refused with the same errors, whether they are validated here or elsewhere', async () => {
    const aliases = Array.from({ length: 40 }, (_, index) => `a${index}: feed { generatedAt }`);
    const texts = [
      '{ feed { nothing } second: feed { no }\n ...Missing }',
      `{ ${aliases.join(' ')} }`,
      'fragment Unused on Listing { id }\nquery ($id: ID!) { passport(id: $id) { id unknown } }',
    ];
    open();
    const sent: string[] = [];
    const offloaded = createKnownDocuments(schema, [limitDocument], async (text) => {
      sent.push(text);
      return structuredClone(validateText(schema, text, [limitDocument]));
    });
    for (const text of texts) {
      const errorsOf = (from: KnownDocuments) => {
        const read = from.read(text);
        return 'errors' in read && read.errors.map((error) => error.toJSON());
      };
      await offloaded.prepare(text);
      expect(errorsOf(documents)).not.toBe(false);
      expect(errorsOf(offloaded)).toEqual(errorsOf(documents));
    }
    expect(sent).toEqual(texts);
  });

  it('are validated elsewhere once a shape, with the same facts, and never when they cannot be parsed', async () => {
    open();
    const sent: string[] = [];
    const offloaded = createKnownDocuments(schema, [], async (text) => {
      sent.push(text);
      return structuredClone(validateText(schema, text, [limitDocument]));
    });
    const text = 'query A { feed(first: 7) { edges { node { id title } } totalCount } }';
    await offloaded.prepare(text);
    expect((offloaded.read(text) as KnownDocument).operations).toEqual(
      (documents.read(text) as KnownDocument).operations,
    );
    expect(offloaded.prepare(text.replace('A', 'B'))).toBeUndefined();
    expect(offloaded.prepare('{ feed {')).toBeUndefined();
    expect(sent).toEqual([text]);
  });

  it('are validated here while no other thread can', async () => {
    open();
    for (const elsewhere of [() => undefined, async () => undefined]) {
      const offloaded = createKnownDocuments(schema, [limitDocument], elsewhere);
      await offloaded.prepare('{ feed { nothing } }');
      expect(offloaded.read('{ feed { nothing } }')).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED' });
    }
  });

  it('are refused when they are nested too deeply to be parsed', () => {
    open();
    const text = `{ feed(first: ${'['.repeat(1_990)}`;
    /** Reads it where so many frames are on the stack already. */
    const below = (frames: number): string => (frames === 0 ? codeOf(text) : below(frames - 1));
    for (const frames of [0, 2_000, 4_000, 6_000]) expect(below(frames)).toBe('GRAPHQL_PARSE_FAILED');
  });

  it('are stored from the second time on that their text is read', () => {
    open();
    const text = '{ feed { generatedAt } }';
    const [first, second, third] = [documents.read(text), documents.read(text), documents.read(text)];
    expect(second).not.toBe(first);
    expect(third).toBe(second);
  });

  it('stay within their memory limit, for any number and length', async () => {
    open();
    const before = await heapBytes();
    for (let index = 0; index < 300; index += 1) {
      const comments = '#\n'.repeat(7_000);
      const text = `query ThatIsLongEnough${index} { alias${index}: feed(first: ${1 + (index % 100)}) { field${index}: generatedAt } } ${comments}`;
      expect(codeOf(text)).toBe('valid');
      expect(codeOf(text)).toBe('valid');
    }
    expect((await heapBytes()) - before).toBeLessThan(96 * MIB);
    documents = createKnownDocuments(schema, [limitDocument]);
    for (let index = 0; index < 2_000; index += 1) {
      const name = `an${index}AliasOrVariableThatIsLong`;
      const text = `query ($${name}: Int = 1) { feed(last: ${1 + (index % 100)}, first: $${name}) { edges { node { sourceExternalId verified${index % 2 ? ' title' : ''} } } } } #${'x'.repeat(60_000)}`;
      const read = documents.read(text) as KnownDocument;
      const [definition] = read.document.definitions;
      const plan = planOf(
        schema,
        read,
        read.operations[0] as KnownOperation,
        definition as OperationDefinitionNode,
      );
      expect(plan?.name).toBe('feed');
    }
    expect((await heapBytes()) - before).toBeLessThan(96 * MIB);
    const long = `{ feed { generatedAt } } #${'x'.repeat(60_000)}`;
    for (let index = 0; index < 2_000; index += 1) {
      const text = `${long}${index}`;
      documents.read(text);
      documents.read(text);
    }
    expect((await heapBytes()) - before).toBeLessThan(96 * MIB);
  });
});
