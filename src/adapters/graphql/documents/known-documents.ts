import {
  GraphQLError,
  Kind,
  Source,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import { compileReadPlan, type ReadPlan } from '../plans/reads/plan.ts';
import { fingerprintOf } from './fingerprint.ts';
import {
  factsOf,
  parseDocument,
  validateDocument,
  type Invalid,
  type OperationFacts,
  type ValidateElsewhere,
  type Verdict,
} from './validate-document.ts';

const MIB = 1024 * 1024;
const MAX_DOCUMENT_CACHE_BYTES = 64 * MIB;
const MAX_FINGERPRINT_CACHE_BYTES = 32 * MIB;
const MAX_REQUESTED_TEXTS = 10_000;
const MAX_REFUSALS = 256;
/** Texts with more characters are not stored, and parsed for each request. */
const MAX_STORED = 16 * 1024;
// A token takes up to about 400 bytes, and its nodes as many. A document has at most 2000 tokens, and comments.
const BYTES_PER_CHARACTER = 100;
const BYTES_PER_SELECTION = 1_000;

/** A valid document. */
export interface KnownDocument {
  readonly document: DocumentNode;
  /** The aliases, which plans of its fingerprint write into the response. */
  readonly aliases: readonly string[];
  /** Its operations, in the order of the document. */
  readonly operations: readonly KnownOperation[];
}

/** An operation, shared by all documents of its fingerprint. */
export interface KnownOperation extends OperationFacts {
  /** Null when the ordinary executor must answer; undefined until planOf is called. */
  plan: ReadPlan | null | undefined;
}

/** A document that may not be executed. */
export interface Refused {
  readonly code: 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED';
  readonly errors: readonly GraphQLError[];
}

/** A cache of documents: a text is parsed once, a fingerprint is validated once, and both caches are bounded in bytes. */
export interface KnownDocuments {
  /** Parses and validates a text; a document of a known fingerprint is not validated again. */
  read(text: string): KnownDocument | Refused;
  /**
   * Lets another thread validate a document of a new fingerprint before it is read. Undefined when there is nothing to wait for.
   */
  prepare(text: string): Promise<void> | undefined;
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
  validateElsewhere?: ValidateElsewhere,
): KnownDocuments {
  const documents = new LRUCache<string, KnownDocument>({
    maxSize: MAX_DOCUMENT_CACHE_BYTES,
    sizeCalculation: ({ document }) => sizeOf(document),
  });
  // For texts that were seen once only the hash is stored.
  const requestedTexts = new LRUCache<string, true>({ max: MAX_REQUESTED_TEXTS });
  const fingerprints = new LRUCache<string, readonly KnownOperation[]>({
    maxSize: MAX_FINGERPRINT_CACHE_BYTES,
    sizeCalculation: (operations) =>
      operations.reduce((bytes, { selections }) => bytes + selections * BYTES_PER_SELECTION, 1_000),
  });
  // What another thread refused.
  const refusals = new LRUCache<string, Refused>({ max: MAX_REFUSALS });
  const known = new WeakMap<DocumentNode, KnownDocument>();

  // The text that was parsed last: usually it is prepared and then read.
  let last: Parsed | undefined;
  const parseOnce = (text: string): Parsed | Refused => {
    if (last?.text === text) return last;
    const parsed = parseText(text);
    last = 'errors' in parsed ? undefined : parsed;
    return parsed;
  };
  const remember = (fingerprint: string, facts: readonly OperationFacts[]) => {
    const operations = facts.map((operation): KnownOperation => ({ ...operation, plan: undefined }));
    fingerprints.set(fingerprint, operations);
    return operations;
  };
  /** Validates a document unless its fingerprint is known. */
  const operationsOf = (document: DocumentNode, fingerprint: string): readonly KnownOperation[] | Refused => {
    const operations = fingerprints.get(fingerprint);
    if (operations !== undefined) return operations;
    const errors = validateDocument(schema, document, rules);
    return errors.length > 0 ? invalid(errors) : remember(fingerprint, factsOf(schema, document));
  };

  const rememberVerdict = async ({ text, fingerprint }: Parsed, validated: Promise<Verdict | undefined>) => {
    const verdict = await validated;
    if (verdict === undefined) return;
    if ('operations' in verdict) remember(fingerprint, verdict.operations);
    else refusals.set(hashText(text), invalid(toErrors(verdict, new Source(text, 'GraphQL request'))));
  };

  const knownDocuments: KnownDocuments = {
    read(text) {
      const textHash = hashText(text);
      const stored = documents.get(textHash) ?? refusals.get(textHash);
      if (stored !== undefined) return stored;
      const parsed = parseOnce(text);
      if ('errors' in parsed) return parsed;
      const { document, fingerprint, aliases } = parsed;
      const operations = operationsOf(document, fingerprint);
      if ('errors' in operations) return operations;
      const read = { document, aliases, operations };
      store(textHash, read);
      return read;
    },
    prepare(text) {
      if (validateElsewhere === undefined || text.length > MAX_STORED) return undefined;
      const textHash = hashText(text);
      if (documents.has(textHash) || refusals.has(textHash)) return undefined;
      const parsed = parseOnce(text);
      if ('errors' in parsed || fingerprints.has(parsed.fingerprint)) return undefined;
      const validated = validateElsewhere(text);
      return validated && rememberVerdict(parsed, validated);
    },
    of(document) {
      let found = known.get(document);
      if (found === undefined) {
        const { key, aliases } = fingerprintOf(document);
        const fingerprint = hashFingerprint(key);
        const operations = fingerprints.get(fingerprint) ?? remember(fingerprint, factsOf(schema, document));
        found = { document, aliases, operations };
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
    if (requestedTexts.has(textHash)) documents.set(textHash, document);
    else requestedTexts.set(textHash, true);
  }
}

interface Parsed {
  readonly text: string;
  readonly document: DocumentNode;
  /** The key of the document's fingerprint. */
  readonly fingerprint: string;
  readonly aliases: readonly string[];
}

function parseText(text: string): Parsed | Refused {
  try {
    const document = parseDocument(text);
    const { key, aliases } = fingerprintOf(document);
    return { text, document, fingerprint: hashFingerprint(key), aliases };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { code: 'GRAPHQL_PARSE_FAILED', errors: [error] };
  }
}

function hashFingerprint(key: string): string {
  return hash('sha256', key, 'base64url');
}

function invalid(errors: readonly GraphQLError[]): Refused {
  return { code: 'GRAPHQL_VALIDATION_FAILED', errors };
}

function toErrors({ errors }: Invalid, source: Source): GraphQLError[] {
  return errors.map(({ message, positions }) => new GraphQLError(message, { source, positions }));
}

/** The plan of an operation, compiled when its fingerprint first needs one. */
export function planOf(
  schema: GraphQLSchema,
  { document, aliases }: Pick<KnownDocument, 'document' | 'aliases'>,
  known: KnownOperation,
  operation: OperationDefinitionNode,
): ReadPlan | null {
  // Null means that the operation has no plan.
  if (known.plan !== undefined) return known.plan;
  known.plan = compileReadPlan(schema, document, operation, aliases) ?? null;
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
