import { describe, expect, it } from '@jest/globals';
import type { JsonSchema } from '../../../src/adapters/rest/openapi/openapi.ts';
import { openApiDocument } from '../../support/http/openapi.ts';

describe('the OpenAPI document for code generators', () => {
  it('has no typed members beside named ones, which have no type in TypeScript', () => {
    const mixed: unknown[] = [];
    JSON.stringify(openApiDocument, (_key, value: unknown) => {
      const { properties, additionalProperties } = (value ?? {}) as JsonSchema;
      if (properties && typeof additionalProperties === 'object') mixed.push(value);
      return value;
    });
    expect(mixed).toEqual([]);
  });
});
