import { describe, expect, it } from '@jest/globals';
import { buildSchema } from 'graphql';
import { createSchema } from '../../src/adapters/graphql/gateway/schema.ts';
import { findUndescribed } from './schema-descriptions.ts';

describe('descriptions of the GraphQL schema', () => {
  it('are there for every type, field, argument and enum value', () => {
    expect(findUndescribed(createSchema())).toEqual([]);
  });

  it('are missed wherever one is missing or says nothing', () => {
    const schema = buildSchema(`
      "Reads."
      type Query { "Its name." name("The id of the name." id: ID!, other: Int): String  bare: Kind }
      "title"
      type Thing { "" title: String }
      "What it is."
      enum Kind { "It is good." GOOD BAD }
      input Change { "The id of the thing." id: ID! to: Int }
    `);
    expect(findUndescribed(schema).toSorted()).toEqual([
      'Change',
      'Change.to',
      'Kind.BAD',
      'Query.bare',
      'Query.name:other',
      'Thing',
      'Thing.title',
    ]);
  });
});
