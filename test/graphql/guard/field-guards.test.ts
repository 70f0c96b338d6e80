import { describe, expect, it } from '@jest/globals';
import { extendSchema, parse, type GraphQLField, type GraphQLObjectType } from 'graphql';
import { guardSchema } from '../../../src/adapters/graphql/guard/guard-schema.ts';
import { createSchema } from '../../../src/adapters/graphql/gateway/schema.ts';
import type { Caller } from '../../../src/core/access/callers.ts';
import { DomainError } from '../../../src/core/errors.ts';
import { CALLERS, WHO } from './callers-table.ts';
import { schema, FIELDS, openTo, expected } from './permissions-table.ts';

/** The guard's response to a caller for one field: whether the resolver runs. */
async function verdict(
  from: typeof schema,
  typeName: string,
  fieldName: string,
  caller: Caller,
): Promise<string> {
  const type = from.getType(typeName) as GraphQLObjectType;
  const field = type.getFields()[fieldName] as GraphQLField<unknown, unknown>;
  const info = {
    fieldName,
    parentType: type,
    returnType: field.type,
    schema: from,
    path: {},
    fieldNodes: [],
  };
  const response: unknown = await new Promise((resolve) => {
    resolve(field.resolve?.({}, {}, { caller }, info as never));
  }).catch((error: unknown) => error);
  const refusal =
    response instanceof DomainError && response.code.startsWith('UNAUTH') ? response.code : undefined;
  return refusal ?? 'allowed';
}

async function verdicts(from: typeof schema, type: string, field: string): Promise<Record<string, string>> {
  const rows = WHO.map(async (who) => [who, await verdict(from, type, field, CALLERS[who])] as const);
  return Object.fromEntries(await Promise.all(rows));
}

describe('the guard of every field', () => {
  it.each(FIELDS)('lets only the permitted callers read %s.%s', async (type, field) => {
    const allowed = openTo(type, field);
    expect(allowed).toBeDefined();
    expect(await verdicts(schema, type, field)).toEqual(expected(allowed ?? []));
  });
});

describe('a field without rules', () => {
  const grown = guardSchema(
    extendSchema(
      createSchema(),
      parse(`
        extend type Query { forgotten: String forgottenObject: Forgotten }
        extend type Mutation { forget: String }
        type Forgotten { secret: String }
      `),
    ),
  );

  it.each([
    ['Query', 'forgotten'],
    ['Query', 'forgottenObject'],
    ['Mutation', 'forget'],
    ['Forgotten', 'secret'],
  ])('%s.%s is denied to every caller, the operator included', async (type, field) => {
    const responses = await verdicts(grown, type, field);
    expect(new Set(Object.values(responses))).toEqual(new Set(['UNAUTHORIZED']));
  });
});
