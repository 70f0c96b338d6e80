import {
  Kind,
  parse,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import { compileFeedPlan, type FeedPlan } from '../plans/feed-plan.ts';
import { MOST_TOKENS } from '../guard/limits.ts';
import { compileReadPlan, type ReadPlan } from '../plans/reads/plan.ts';
import type { Cost } from './cost.ts';
import { inspect } from './inspect.ts';
import { shapeOf } from './shape.ts';
import { validateDocument } from './validate-document.ts';

export type Plan = FeedPlan | ReadPlan;

const PARSING = { maxTokens: MOST_TOKENS };

const MIB = 1024 * 1024;
const MOST_BYTES_OF_DOCUMENTS = 64 * MIB;
const MOST_BYTES_OF_SHAPES = 32 * MIB;
const MOST_SEEN = 10_000;
/** Longer texts are parsed anew each time. */
const LONGEST_STORED = 16 * 1024;
// A token takes up to some 400 bytes, and its nodes as many; two thousand of them at most, and comments.
const BYTES_PER_CHARACTER = 100;
const BYTES_PER_SELECTION = 1_000;

/** A valid document. */
export interface KnownDocument {
  readonly document: DocumentNode;
  /** The aliases, by which plans of its shape name what they answer. */
  readonly names: readonly string[];
  /** Its operations, in their order. */
  readonly operations: readonly KnownOperation[];
}

/** What is known of an operation, and of all operations of its shape. */
export interface KnownOperation {
  readonly cost: Cost;
  readonly isCacheable: boolean;
  readonly isReadAlone: boolean;
  readonly selections: number;
  /** Null when the ordinary executor must answer; undefined until it is asked for. */
  plan: Plan | null | undefined;
}

/** A document that may not be executed. */
export interface Refused {
  readonly code: 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED';
  readonly errors: readonly GraphQLError[];
}

/** What the service knows of documents: parsed once, checked once for all of a shape, and all of it bounded by bytes. */
export interface KnownDocuments {
  /** Reads a text; the documents of a known shape are not checked again. */
  read(text: string): KnownDocument | Refused;
  /** What is known of a document that was found valid. */
  of(document: DocumentNode): KnownDocument;
  /** The document of a text by its SHA-256 in hexadecimal digits. */
  find(textHash: string): DocumentNode | undefined;
  /** Keeps a document that was found valid, from the second sight of its text on. */
  keep(textHash: string, document: DocumentNode): void;
}

/** The name of a text among documents. */
export function hashText(text: string): string {
  return hash('sha256', text, 'hex');
}

export function createKnownDocuments(
  schema: GraphQLSchema,
  rules: readonly ValidationRule[],
): KnownDocuments {
  const documents = new LRUCache<string, KnownDocument>({
    maxSize: MOST_BYTES_OF_DOCUMENTS,
    sizeCalculation: ({ document }) => sizeOf(document),
  });
  // Of texts that come once only the hash is kept.
  const seen = new LRUCache<string, true>({ max: MOST_SEEN });
  const shapes = new LRUCache<string, readonly KnownOperation[]>({
    maxSize: MOST_BYTES_OF_SHAPES,
    sizeCalculation: (operations) =>
      operations.reduce((bytes, { selections }) => bytes + selections * BYTES_PER_SELECTION, 1_000),
  });
  const known = new WeakMap<DocumentNode, KnownDocument>();

  /** The operations of a shape; checks the first document of it. */
  const operationsOf = (key: string, document: DocumentNode, isValid: boolean) => {
    const name = hash('sha256', key, 'base64url');
    const operations = shapes.get(name);
    if (operations !== undefined) return operations;
    const errors = isValid ? [] : validateDocument(schema, document, rules);
    if (errors.length > 0) return { code: 'GRAPHQL_VALIDATION_FAILED', errors } as const;
    const inspected = inspect(schema, document).map((facts): KnownOperation => ({
      cost: facts.cost,
      isCacheable: facts.isCacheable,
      isReadAlone: facts.isReadAlone,
      selections: facts.selections,
      plan: undefined,
    }));
    shapes.set(name, inspected);
    return inspected;
  };

  const knownDocuments: KnownDocuments = {
    read(text) {
      const textHash = hashText(text);
      const stored = documents.get(textHash);
      if (stored !== undefined) return stored;
      let document: DocumentNode;
      try {
        document = parse(text, PARSING);
      } catch (error) {
        // The parser throws nothing else.
        return { code: 'GRAPHQL_PARSE_FAILED', errors: [error as GraphQLError] };
      }
      const { key, names } = shapeOf(document);
      const operations = operationsOf(key, document, false);
      if ('errors' in operations) return operations;
      const read = { document, names, operations };
      store(textHash, read);
      return read;
    },
    of(document) {
      let found = known.get(document);
      if (found === undefined) {
        const { key, names } = shapeOf(document);
        found = {
          document,
          names,
          operations: operationsOf(key, document, true) as readonly KnownOperation[],
        };
        known.set(document, found);
      }
      return found;
    },
    find: (textHash) => documents.get(textHash)?.document,
    keep: (textHash, document) => store(textHash, knownDocuments.of(document)),
  };
  return knownDocuments;

  function store(textHash: string, document: KnownDocument): void {
    const { length } = document.document.loc?.source.body ?? '';
    if (length > LONGEST_STORED) return;
    if (seen.has(textHash)) documents.set(textHash, document);
    else seen.set(textHash, true);
  }
}

/** The plan of an operation, compiled when its shape first needs one. */
export function planOf(
  schema: GraphQLSchema,
  { document, names }: Pick<KnownDocument, 'document' | 'names'>,
  known: KnownOperation,
  operation: OperationDefinitionNode,
): Plan | null {
  // Null says that there is none.
  if (known.plan !== undefined) return known.plan;
  known.plan =
    compileFeedPlan(schema, document, operation, names) ??
    compileReadPlan(schema, document, operation, names) ??
    null;
  return known.plan;
}

/** What is known of an operation of a document. */
export function operationIn(
  { document, operations }: KnownDocument,
  operation: OperationDefinitionNode,
): KnownOperation {
  let index = 0;
  for (const definition of document.definitions) {
    if (definition === operation) break;
    if (definition.kind === Kind.OPERATION_DEFINITION) index += 1;
  }
  return operations[index] as KnownOperation;
}

// All that holds on to a document: its text, its tokens with those of comments, and its nodes.
function sizeOf(document: DocumentNode): number {
  return 10_000 + (document.loc?.source.body.length ?? 0) * BYTES_PER_CHARACTER;
}
