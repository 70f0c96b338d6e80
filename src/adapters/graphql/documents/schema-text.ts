import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';

/** The schema in the schema definition language, sorted by name. */
export function toSchemaText(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
