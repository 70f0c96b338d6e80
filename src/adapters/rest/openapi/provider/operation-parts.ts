import { headers } from '../headers.ts';
import type { JsonSchema, RequestBody, Response, SecurityRequirement } from '../openapi.ts';

/** Either credential of a publisher, with the scope to publish. */
export const PUBLISHERS: readonly SecurityRequirement[] = [
  { apiKey: [] },
  { serviceToken: ['giveaways:publish'] },
];
/** No credential is required. */
export const EVERYBODY: readonly SecurityRequirement[] = [];

/** A part of `components.schemas`. */
export function schemaOf(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** A required JSON body. */
export function jsonBody(description: string, schema: JsonSchema, example: unknown): RequestBody {
  return { description, required: true, content: { 'application/json': { schema, example } } };
}

/** A JSON response to a publisher. */
export function publisherResponse(description: string, schema: JsonSchema, example: unknown): Response {
  return {
    description,
    headers: headers('RateLimit', 'RateLimit-Policy', 'X-Request-Id'),
    content: { 'application/json': { schema, example } },
  };
}

/** An object of exactly these members. */
export function exactly(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
