import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  visit,
  type DocumentNode,
  type GraphQLSchema,
  type ValidationRule,
} from 'graphql';
import { MAX_ERRORS } from '../gateway/errors.ts';
import { MAX_TOKENS } from '../guard/limits.ts';
import { inspect, limitDocument, refuseIntrospection, type DocumentOperation } from './inspect.ts';

const PARSING = { maxTokens: MAX_TOKENS };
const OPTIONS = { maxErrors: MAX_ERRORS - 1 };

/** The rules of this service beside those of the specification. */
export function rulesFor(introspection: boolean): ValidationRule[] {
  return introspection ? [limitDocument] : [limitDocument, refuseIntrospection];
}

/** Parses a text. Throws GraphQLError also for one that is nested too deeply for the stack, for which the parser throws RangeError. */
export function parseDocument(text: string): DocumentNode {
  try {
    return parse(text, PARSING);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new GraphQLError('Syntax Error: The document is nested too deeply.');
  }
}

/**
 * Validates a document by the specification and by further rules; returns the errors. The root field of a subscription must
 * not have @skip or @include (GraphQL, section 5.2.4.1): the library's rule evaluates them without variables, and throws.
 */
export function validateDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  rules: readonly ValidationRule[],
): readonly GraphQLError[] {
  try {
    return validate(schema, document, [...specifiedRules, ...rules], OPTIONS);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const nodes = error.nodes ?? null;
    return [
      new GraphQLError('The root field of a subscription takes neither @skip nor @include.', { nodes }),
    ];
  }
}

/** The facts about an operation that all documents of its fingerprint share. */
export type OperationFacts = Pick<DocumentOperation, 'cost' | 'cacheable' | 'isOffloadable' | 'selections'>;

/** What validation found in a document, in a form that can be sent between threads; positions are offsets in its text. */
export type Verdict = { readonly operations: readonly OperationFacts[] } | Invalid;

export interface Invalid {
  /** An error about the whole document has no positions. */
  readonly errors: readonly { readonly message: string; readonly positions: readonly number[] | null }[];
}

/** Validates the text of a document in another thread. Undefined, or resolved to undefined, where that is not possible now. */
export type ValidateElsewhere = (text: string) => Promise<Verdict | undefined> | undefined;

/** Validates a text that the parser accepts. Throws GraphQLError for another. */
export function validateText(schema: GraphQLSchema, text: string, rules: readonly ValidationRule[]): Verdict {
  const document = parseDocument(text);
  const errors = validateDocument(schema, document, rules);
  if (errors.length > 0)
    return {
      errors: errors.map(({ message, positions }) => ({
        message,
        positions: positions ? [...positions] : null,
      })),
    };
  return { operations: factsOf(schema, document) };
}

/** The facts about the operations of a valid document, in its order. */
export function factsOf(schema: GraphQLSchema, document: DocumentNode): readonly OperationFacts[] {
  return inspect(schema, document).map(({ cost, cacheable, isOffloadable, selections }) => ({
    cost,
    cacheable,
    isOffloadable,
    selections,
  }));
}

/** Removes the directives of a document with a subscription, so that validation does not throw; it is not executed over HTTP. */
export function withoutDirectivesOfSubscriptions(document: DocumentNode): DocumentNode {
  const subscribes = document.definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.operation === OperationTypeNode.SUBSCRIPTION,
  );
  return subscribes ? visit(document, { Directive: () => null }) : document;
}
