import { describe, expect, it } from '@jest/globals';
import { LISTING_EVENT, WEBHOOK_EVENTS } from '../../../src/core/webhooks/webhook.ts';
import { compileSchema, openApiDocument } from '../../support/http/openapi.ts';

const EVENTS = [...WEBHOOK_EVENTS, LISTING_EVENT] as const;

describe('the webhooks of the OpenAPI document', () => {
  it.each(EVENTS)('describe the message of %s, with a valid example', (type) => {
    const { requestBody } = openApiDocument.webhooks[type]?.post ?? {};
    const { schema = {}, example } = requestBody?.content['application/json'] ?? {};
    const validate = compileSchema(schema);
    expect([validate(example), validate.errors]).toEqual([true, null]);
    expect(example).toMatchObject({ type });
  });

  it('describe every type of event', () => {
    expect(Object.keys(openApiDocument.webhooks)).toEqual(EVENTS);
  });
});
