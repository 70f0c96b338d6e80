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
import { MOST_ERRORS } from '../gateway/errors.ts';

const OPTIONS = { maxErrors: MOST_ERRORS - 1 };

/**
 * What is wrong with a document by the specification and by further rules. The root field of a subscription takes neither
 * skip nor include (GraphQL, section 5.2.4.1): the library's rule evaluates them without variables, and throws.
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

/** The document without directives when it has a subscription, which is not executed here: so that validation does not throw. */
export function withoutDirectivesOfSubscriptions(document: DocumentNode): DocumentNode {
  const subscribes = document.definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.operation === OperationTypeNode.SUBSCRIPTION,
  );
  return subscribes ? visit(document, { Directive: () => null }) : document;
}
