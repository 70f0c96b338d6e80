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
import { MAX_TOKENS } from '../guard/limits.ts';
import { compileReadPlan, type ReadPlan } from '../plans/reads/plan.ts';
import type { Cacheable } from './caching.ts';
import type { Cost } from './cost.ts';
import { inspect } from './inspect.ts';
import { shapeOf } from './shape.ts';
import { validateDocument } from './validate-document.ts';

export type Plan = FeedPlan | ReadPlan;

const PARSING = { maxTokens: MAX_TOKENS };

const MIB = 1024 * 1024;
const MAX_DOCUMENT_CACHE_BYTES = 64 * MIB;
const MAX_SHAPE_CACHE_BYTES = 32 * MIB;
const MAX_SEEN_TEXTS = 10_000;
/** Texts with more characters are not stored, and parsed for each request. */
const MAX_STORED = 16 * 1024;
// A token takes up to about 400 bytes, and its nodes as many. A document has at most 2000 tokens, and comments.
const BYTES_PER_CHARACTER = 100;
const BYTES_PER_SELECTION = 1_000;

/** A valid document. */
export interface KnownDocument {
  readonly document: DocumentNode;
  /** The aliases, which plans of its shape write into the answer. */
  readonly names: readonly string[];
  /** Its operations, in the order of the document. */
  readonly operations: readonly KnownOperation[];
}

/** The facts about an operation, shared by all documents of its shape. */
export interface KnownOperation {
  readonly cost: Cost;
  readonly cacheable: Cacheable;
  readonly isReadAlone: boolean;
  readonly selections: number;
  /** Null when the ordinary executor must answer; undefined until planOf is called. */
  plan: Plan | null | undefined;
}

/** A document that may not be executed. */
export interface Refused {
  readonly code: 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED';
  readonly errors: readonly GraphQLError[];
}

/** A cache of documents: a text is parsed once, a shape is validated once, and both caches are bounded in bytes. */
export interface KnownDocuments {
  /** Parses and validates a text; a document of a known shape is not validated again. */
  read(text: string): KnownDocument | Refused;
  /** The facts about a valid document. */
  of(document: DocumentNode): KnownDocument;
  /** Finds a stored document by the SHA-256 of its text in hexadecimal digits. */
  find(textHash: string): DocumentNode | undefined;
  /** Stores a valid document when its text is seen for the second time. */
  store(textHash: string, document: DocumentNode): void;
}

/** The key of a text in the cache of documents. */
export function hashText(text: string): string {
  return hash('sha256', text, 'hex');
}

export function createKnownDocuments(
  schema: GraphQLSchema,
  rules: readonly ValidationRule[],
): KnownDocuments {
  const documents = new LRUCache<string, KnownDocument>({
    maxSize: MAX_DOCUMENT_CACHE_BYTES,
    sizeCalculation: ({ document }) => sizeOf(document),
  });
  // For texts that were seen once only the hash is stored.
  const seen = new LRUCache<string, true>({ max: MAX_SEEN_TEXTS });
  const shapes = new LRUCache<string, readonly KnownOperation[]>({
    maxSize: MAX_SHAPE_CACHE_BYTES,
    sizeCalculation: (operations) =>
      operations.reduce((bytes, { selections }) => bytes + selections * BYTES_PER_SELECTION, 1_000),
  });
  const known = new WeakMap<DocumentNode, KnownDocument>();

  /** Returns the operations of a shape; validates the first document of the shape, unless it is valid. */
  const operationsOf = (key: string, document: DocumentNode, isValid: boolean) => {
    const name = hash('sha256', key, 'base64url');
    const operations = shapes.get(name);
    if (operations !== undefined) return operations;
    const errors = isValid ? [] : validateDocument(schema, document, rules);
    if (errors.length > 0) return { code: 'GRAPHQL_VALIDATION_FAILED', errors } as const;
    const inspected = inspect(schema, document).map((facts): KnownOperation => ({
      cost: facts.cost,
      cacheable: facts.cacheable,
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
        // The parser throws only GraphQLError.
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
    store: (textHash, document) => store(textHash, knownDocuments.of(document)),
  };
  return knownDocuments;

  function store(textHash: string, document: KnownDocument): void {
    const { length } = document.document.loc?.source.body ?? '';
    if (length > MAX_STORED) return;
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
  // Null means that the operation has no plan.
  if (known.plan !== undefined) return known.plan;
  known.plan =
    compileFeedPlan(schema, document, operation, names) ??
    compileReadPlan(schema, document, operation, names) ??
    null;
  return known.plan;
}

/** The facts about an operation of a document. */
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

// Estimates the memory of a document: its text, its tokens with those of comments, and its nodes.
function sizeOf(document: DocumentNode): number {
  return 10_000 + (document.loc?.source.body.length ?? 0) * BYTES_PER_CHARACTER;
}
