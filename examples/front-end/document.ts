/** The text of a GraphQL operation, with the types of its answer and its variables. */
export type Document<Result, Variables> = string & {
  readonly __types?: (variables: Variables) => Result;
};
