import { expect, it } from '@jest/globals';
import { PROVIDER_PATH } from '../../src/adapters/rest/provider/provider-responses.ts';
import { compileSchema, openApiDocument } from '../support/http/openapi.ts';
import { FIELDS, valuesOf } from '../support/providers/field-values.ts';
import { REQUESTS } from '../support/providers/provider-requests.ts';

it.each(FIELDS)('documents every value that %s accepts for %s', (endpoint, field) => {
  const { post: documented } = openApiDocument.paths[`${PROVIDER_PATH}/${endpoint}`] ?? {};
  const isDocumented = compileSchema(
    documented?.requestBody?.content['application/json']?.schema ?? { not: {} },
  );
  // The document describes texts before they are trimmed.
  const values = valuesOf(endpoint, field).right.filter(
    (value) => typeof value !== 'string' || value.trim() === value,
  );
  const documentedValues = values.map((value) => {
    const request = { ...REQUESTS[endpoint], [field]: value };
    return [value, isDocumented(JSON.parse(JSON.stringify(request)))];
  });
  expect(documentedValues).toEqual(values.map((value) => [value, true]));
});
