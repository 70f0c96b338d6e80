import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  specifiedRules,
  validate,
  visit,
  type DocumentNode,
  type GraphQLSchema,
  type ValidationRule,
} from 'graphql';
import { MAX_ERRORS } from '../gateway/errors.ts';

const OPTIONS = { maxErrors: MAX_ERRORS - 1 };

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

/** Removes the directives of a document with a subscription, so that validation does not throw; it is not executed over HTTP. */
export function withoutDirectivesOfSubscriptions(document: DocumentNode): DocumentNode {
  const subscribes = document.definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.operation === OperationTypeNode.SUBSCRIPTION,
  );
  return subscribes ? visit(document, { Directive: () => null }) : document;
}
