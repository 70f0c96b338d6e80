import { describe, expect, it } from '@jest/globals';
import { listingSchema } from '../../../src/adapters/rest/openapi/listing-schemas.ts';
import type {
  Header,
  JsonSchema,
  MediaType,
  PathOperation,
  Parameter,
  RequestBody,
  Response,
} from '../../../src/adapters/rest/openapi/openapi.ts';
import { presentErrorTable } from '../../../src/adapters/rest/present-error-table.ts';
import { recommendedActionFor } from '../../../src/core/errors.ts';
import { legacyListingDraft, listingDraft } from '../../../src/core/listings/listing-draft.ts';
import { PROVIDER_OPERATIONS } from '../../../src/core/provider-api/provider-operations.ts';
import { REQUESTS } from '../../support/providers/provider-requests.ts';
import { compileSchema, openApiDocument, resolveReference } from '../../support/http/openapi.ts';

const operations = Object.entries(openApiDocument.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]): [string, PathOperation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);

describe('the OpenAPI document', () => {
  it('has a target for every reference', () => {
    const references = JSON.stringify(openApiDocument).match(/"#\/[^"]+"/g) ?? [];
    expect(references.length).toBeGreaterThan(50);
    for (const $ref of new Set(references)) resolveReference({ $ref: JSON.parse($ref) as string });
  });

  it('uses every component', () => {
    const text = JSON.stringify(openApiDocument);
    for (const [kind, members] of Object.entries(openApiDocument.components)) {
      if (kind === 'securitySchemes') continue;
      for (const name of Object.keys(members)) expect(text).toContain(`"#/components/${kind}/${name}"`);
    }
  });

  it('names each operation once, with a tag and security schemes that it declares', () => {
    const names = operations.map(([, { operationId }]) => operationId);
    expect(new Set(names).size).toBe(names.length);
    const tags = openApiDocument.tags.map(({ name }) => name);
    for (const [, { tags: own, security }] of operations) {
      expect(tags).toEqual(expect.arrayContaining([...own]));
      for (const scheme of security.flatMap(Object.keys))
        expect(openApiDocument.components.securitySchemes).toHaveProperty([scheme]);
    }
  });

  it.each(operations)(
    'has valid schemas and examples for %s',
    (_name, { parameters, requestBody, responses }) => {
      for (const part of parameters ?? []) {
        const { schema, example } = resolveReference<Parameter>(part);
        expectExample(schema, example, false);
      }
      for (const media of Object.values(requestBody?.content ?? {})) expectMedia(media);
      for (const part of Object.values(responses)) {
        const response = resolveReference<Response>(part);
        for (const media of Object.values(response.content ?? {})) expectMedia(media);
        for (const header of Object.values(response.headers ?? {})) {
          const { schema, example } = resolveReference<Header>(header);
          expectExample(schema, example, false);
        }
      }
    },
  );

  it.each([
    ['POST /api/v1/giveaways', [200, 400, 401, 403, 405, 413, 415, 429, 500, 503]],
    ['GET /api/v1/giveaways', [200, 400, 401, 403, 404, 405, 429, 500, 503]],
    ['DELETE /api/v1/giveaways', [200, 400, 401, 403, 405, 429, 500, 503]],
    ['POST /api/integrations/publish-giveaway', [200, 400, 401, 403, 405, 409, 413, 415, 429, 500, 503]],
    ['GET /feed.json', [200, 304, 400, 405, 429, 500, 503]],
    ['GET /feed.atom', [200, 304, 400, 405, 429, 500, 503]],
    ['GET /feed.ics', [200, 304, 400, 405, 429, 500, 503]],
    ['GET /giveaways/{giveaway}/rounds/{round}/proof.json', [200, 400, 401, 404, 405, 413, 429, 500, 503]],
    ...PROVIDER_OPERATIONS.map(({ endpoint }): [string, number[]] => [
      `POST /api/provider/integrations/${endpoint}`,
      [200, 202, 400, 401, 402, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503],
    ]),
    [
      'POST /api/provider/integrations/passport-contact',
      [200, 400, 401, 403, 404, 405, 413, 415, 429, 500, 503],
    ],
    ['GET /api/provider/integrations/passport-status', [200, 400, 401, 403, 404, 405, 429, 500, 503]],
    [
      'GET /api/provider/integrations/operations/{id}',
      [200, 202, 400, 401, 402, 403, 404, 405, 409, 422, 429, 500, 503],
    ],
    ['GET /api/provider/integrations/errors', [200, 405, 429, 500, 503]],
    ['POST /oauth/token', [200, 400, 401, 413, 415, 500, 503]],
    ['GET /healthz', [200, 405]],
    ['GET /readyz', [200, 405, 503]],
    ['GET /openapi.json', [200, 304, 405]],
    ['GET /openapi.yaml', [200, 304, 405]],
    ['GET /schema.graphql', [200, 304, 405]],
  ])('documents for %s the statuses %j', (name, statuses) => {
    const operation = new Map(operations).get(name);
    expect(Object.keys(operation?.responses ?? {}).map(Number)).toEqual(statuses);
  });

  it.each(PROVIDER_OPERATIONS.map((operation) => [operation.endpoint, operation] as const))(
    'describes every field of %s, and has example requests that the core accepts',
    (endpoint, { input, permission }) => {
      const { requestBody, security, description } =
        openApiDocument.paths[`/api/provider/integrations/${endpoint}`]?.post ?? {};
      const { examples = {} } = requestBody?.content['application/json'] ?? {};
      for (const [field, property] of Object.entries(fieldsOf(requestBody)))
        expect([field, typeof property['description']]).toEqual([field, 'string']);
      for (const { value } of Object.values(examples))
        expect(input.safeParse(value)).toMatchObject({ success: true });
      expect(Object.keys(examples).length).toBeGreaterThan(0);
      expect(security).toEqual([{ apiKey: [] }]);
      expect(description).toMatch(new RegExp(`needs the scope ${permission}\\.$`));
    },
  );

  it('has only example errors that are in the table of errors', () => {
    const documented = presentErrorTable().flatMap(
      ({ code, status, retryable, recommendedAction, reasons }) => [
        { status, error: { code, retryable, recommendedAction } },
        ...reasons.map(({ reason, ...each }) => ({
          status: each.status,
          error: {
            code,
            reason,
            retryable: each.retryable,
            recommendedAction: recommendedActionFor({ code, reason }),
          },
        })),
      ],
    );
    const { responses = {} } = openApiDocument.paths['/api/provider/integrations/draw-winner']?.post ?? {};
    const failures = Object.entries(responses).filter(([status]) => status >= '400');
    for (const [status, part] of failures) {
      const { examples = {} } = resolveReference<Response>(part).content?.['application/json'] ?? {};
      expect(Object.keys(examples).length).toBeGreaterThan(0);
      for (const { value } of Object.values(examples)) {
        const { message: _message, details: _details, ...error } = (value as Failure).error;
        expect(documented).toContainEqual({ status: Number(status), error });
      }
    }
  });

  it('documents Idempotent-Replayed only for responses that can be replayed', () => {
    const replayed = operations.flatMap(([name, { responses }]) =>
      Object.entries(responses)
        .filter(([, part]) => 'Idempotent-Replayed' in (resolveReference<Response>(part).headers ?? {}))
        .map(([status]) => `${name} ${status}`),
    );
    expect(replayed).toEqual(
      PROVIDER_OPERATIONS.flatMap(({ endpoint }) =>
        [200, 400, 403, 404, 409, 422].map(
          (status) => `POST /api/provider/integrations/${endpoint} ${status}`,
        ),
      ),
    );
  });

  it.each(PROVIDER_OPERATIONS.map(({ endpoint, input }) => [endpoint, input] as const))(
    'documents the defaults of %s that the core fills in',
    (endpoint, input) => {
      const { requestBody } = openApiDocument.paths[`/api/provider/integrations/${endpoint}`]?.post ?? {};
      const given = REQUESTS[endpoint] ?? {};
      const filled = input.parse(given) as Readonly<Record<string, unknown>>;
      for (const [name, property] of Object.entries(fieldsOf(requestBody)))
        if (!(name in given))
          expect([name, defaultIn(property) ?? null]).toEqual([name, filled[name] ?? null]);
    },
  );

  it('describes exactly the members of a returned listing, all of them required', () => {
    expect(listingSchema['required']).toEqual([
      'id',
      'sourceExternalId',
      'title',
      'description',
      'landingUrl',
      'provider',
      'image',
      'platform',
      'worth',
      'instructions',
      'endDate',
      'verified',
      'status',
      'createdAt',
      'updatedAt',
    ]);
    expect(Object.keys(listingSchema['properties'] as object)).toEqual(listingSchema['required']);
    expect(listingSchema['additionalProperties']).toBe(false);
  });

  const drafts = { ListingDraft: listingDraft, LegacyListingDraft: legacyListingDraft };
  it.each(
    Object.entries(drafts).flatMap(([name, core]) =>
      Object.entries(propertiesOf(name)).flatMap(([field, { maxLength }]) =>
        typeof maxLength === 'number' ? [[name, field, maxLength, core] as const] : [],
      ),
    ),
  )('limits %s.%s to %i characters, as the core does', (name, field, limit, core) => {
    const validate = compileSchema({ $ref: `#/components/schemas/${name}` });
    const given = (length: number) => ({ ...exampleOf(name), [field]: ofLength(field, length) });
    for (const [value, isTaken] of [
      [given(limit), true],
      [given(limit + 1), false],
    ] as const) {
      expect(validate(value)).toBe(isTaken);
      expect(core.safeParse(value).success).toBe(isTaken);
    }
  });

  it.each(Object.entries(drafts))('documents the defaults of %s that the core fills in', (name, core) => {
    const required = compileRequired(name);
    const example = exampleOf(name);
    const filled = core.parse(Object.fromEntries(required.map((field) => [field, example[field]])));
    const described = Object.entries(propertiesOf(name)).filter(
      ([, member]) => defaultIn(member) !== undefined,
    );
    expect(described.length).toBeGreaterThan(3);
    for (const [field, member] of described) expect(filled).toHaveProperty(field, defaultIn(member));
  });

  it('has no member with a default in the body of a request, which generators would require', () => {
    for (const [name, { requestBody }] of operations) {
      const fields = Object.values(requestBody?.content['application/json'] ? fieldsOf(requestBody) : {});
      expect([name, fields.filter((field) => 'default' in field)]).toEqual([name, []]);
    }
  });

  it('names the schema of every JSON body', () => {
    const schemas = operations.flatMap(([name, { requestBody, responses }]) =>
      [requestBody, ...Object.values(responses).map((part) => resolveReference<Response>(part))].flatMap(
        (body) =>
          Object.entries(body?.content ?? {})
            .filter(([type]) => /[/+]json$/.test(type))
            .map(([, { schema }]) => [name, schema] as const),
      ),
    );
    for (const [name, schema] of schemas)
      expect([name, schema]).toEqual([name, { $ref: expect.any(String) }]);
  });
});

interface Failure {
  readonly error: Readonly<Record<string, unknown>>;
}

function fieldsOf(requestBody: RequestBody | undefined): Readonly<Record<string, JsonSchema>> {
  const { schema = {} } = requestBody?.content['application/json'] ?? {};
  const { properties } = resolveReference<JsonSchema>(schema) as { readonly properties?: object };
  return { ...properties };
}

/** The default that a description names. */
function defaultIn({ description }: JsonSchema): unknown {
  const [, text] = /(?:^| )Default: (.+)\.$/.exec(typeof description === 'string' ? description : '') ?? [];
  return text === undefined ? undefined : JSON.parse(text);
}

function compileRequired(name: string): readonly string[] {
  const { required } = resolveReference<JsonSchema>({ $ref: `#/components/schemas/${name}` });
  return required as readonly string[];
}

function expectMedia({ schema, example, examples }: MediaType): void {
  const values = examples ? Object.values(examples).map(({ value }) => value) : [example];
  expect(values.length).toBeGreaterThan(0);
  for (const value of values) expectExample(schema, value, true);
}

function expectExample(schema: JsonSchema, example: unknown, isRequired: boolean): void {
  const validate = compileSchema(schema);
  if (example === undefined) expect(isRequired).toBe(false);
  else expect([validate(example), validate.errors]).toEqual([true, null]);
}

function propertiesOf(name: string): Readonly<Record<string, JsonSchema>> {
  return openApiDocument.components.schemas[name]?.['properties'] as Readonly<Record<string, JsonSchema>>;
}

function exampleOf(name: string): Readonly<Record<string, unknown>> {
  const path = name === 'ListingDraft' ? '/api/v1/giveaways' : '/api/integrations/publish-giveaway';
  const media = openApiDocument.paths[path]?.post?.requestBody?.content['application/json'];
  return media?.example as Readonly<Record<string, unknown>>;
}

function ofLength(field: string, length: number): string {
  const start = /url|image/i.test(field) ? 'https://publisher.example/' : '';
  return start + 'x'.repeat(length - start.length);
}
