import { GraphQLScalarType } from 'graphql';
import { GraphQLDateTime as DateTime } from 'graphql-scalars';

/** An instant of RFC 3339 as text, also for the site, which gets results that were not JSON text. */
export const GraphQLDateTime = new GraphQLScalarType<Date, string>({
  ...DateTime.toConfig(),
  serialize: (value) => DateTime.serialize(value).toISOString(),
});
