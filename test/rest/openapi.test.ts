import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { listingSchema } from '../../src/adapters/rest/openapi/listing-schemas.ts';
import type {
  Header,
  JsonSchema,
  MediaType,
  PathOperation,
  Parameter,
  Response,
} from '../../src/adapters/rest/openapi/openapi.ts';
import { presentErrorTable } from '../../src/adapters/rest/present-error-table.ts';
import { recommendedActionFor } from '../../src/core/errors.ts';
import { legacyListingDraft, listingDraft } from '../../src/core/listings/listing-draft.ts';
import { PROVIDER_OPERATIONS } from '../../src/core/provider-api/provider-operations.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { draft as newDraft } from '../support/listings.ts';
import { REQUESTS } from '../support/providers/provider-requests.ts';
import { createProviderKey } from '../support/providers/providers.ts';
import {
  compileSchema,
  expectDocumented,
  openApiDocument,
  resolveReference,
} from '../support/http/openapi.ts';

const operations = Object.entries(openApiDocument.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]): [string, PathOperation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);

describe('the OpenAPI document', () => {
  it('points only at what it has', () => {
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

  it('names each operation once, under a tag and security schemes that it declares', () => {
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
    ['GET /metrics', [200, 405]],
    ['GET /openapi.json', [200, 304, 405]],
  ])('foresees for %s the statuses %j', (name, statuses) => {
    const operation = new Map(operations).get(name);
    expect(Object.keys(operation?.responses ?? {}).map(Number)).toEqual(statuses);
  });

  it.each(PROVIDER_OPERATIONS.map((operation) => [operation.endpoint, operation] as const))(
    'tells of %s what every field means, and gives requests that the core takes',
    (endpoint, { input, permission }) => {
      const { requestBody, security } =
        openApiDocument.paths[`/api/provider/integrations/${endpoint}`]?.post ?? {};
      const { schema, examples = {} } = requestBody?.content['application/json'] ?? {};
      for (const [field, property] of Object.entries(schema?.['properties'] as Record<string, JsonSchema>))
        expect([field, typeof property['description']]).toEqual([field, 'string']);
      for (const { value } of Object.values(examples))
        expect(input.safeParse(value)).toMatchObject({ success: true });
      expect(Object.keys(examples).length).toBeGreaterThan(0);
      expect(security).toEqual([{ apiKey: [permission] }]);
    },
  );

  it('gives only errors as examples that the table of errors has', () => {
    const told = presentErrorTable().flatMap(({ code, status, retryable, recommendedAction, reasons }) => [
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
    ]);
    const { responses = {} } = openApiDocument.paths['/api/provider/integrations/draw-winner']?.post ?? {};
    const failures = Object.entries(responses).filter(([status]) => status >= '400');
    for (const [status, part] of failures) {
      const { examples = {} } = resolveReference<Response>(part).content?.['application/json'] ?? {};
      expect(Object.keys(examples).length).toBeGreaterThan(0);
      for (const { value } of Object.values(examples)) {
        const { message: _message, details: _details, ...error } = (value as Failure).error;
        expect(told).toContainEqual({ status: Number(status), error });
      }
    }
  });

  it('says that an answer is repeated only where one can be', () => {
    const told = operations.flatMap(([name, { responses }]) =>
      Object.entries(responses)
        .filter(([, part]) => 'Idempotent-Replayed' in (resolveReference<Response>(part).headers ?? {}))
        .map(([status]) => `${name} ${status}`),
    );
    expect(told).toEqual(
      PROVIDER_OPERATIONS.flatMap(({ endpoint }) =>
        [200, 400, 403, 404, 409, 422].map(
          (status) => `POST /api/provider/integrations/${endpoint} ${status}`,
        ),
      ),
    );
  });

  it.each(PROVIDER_OPERATIONS.map(({ endpoint, input }) => [endpoint, input] as const))(
    'promises the defaults of %s that the core fills in',
    (endpoint, input) => {
      const { requestBody } = openApiDocument.paths[`/api/provider/integrations/${endpoint}`]?.post ?? {};
      const { schema } = requestBody?.content['application/json'] ?? {};
      const given = REQUESTS[endpoint] ?? {};
      const filled = input.parse(given) as Readonly<Record<string, unknown>>;
      for (const [name, property] of Object.entries(schema?.['properties'] as Record<string, JsonSchema>))
        if (!(name in given))
          expect([name, property['default'] ?? null]).toEqual([name, filled[name] ?? null]);
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
  )('takes %s.%s of %i characters and no more, as the core does', (name, field, limit, core) => {
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

  it.each(Object.entries(drafts))('promises the defaults of %s that the core fills in', (name, core) => {
    const required = Object.keys(propertiesOf(name)).filter(
      (field) => !('default' in (propertiesOf(name)[field] ?? {})),
    );
    const example = exampleOf(name);
    const filled = core.parse(Object.fromEntries(required.map((field) => [field, example[field]])));
    for (const [field, { default: fallback }] of Object.entries(propertiesOf(name)))
      if (fallback !== undefined) expect(filled).toHaveProperty(field, fallback);
  });
});

describe('npm run schema -- --check', () => {
  it('finds the committed files up to date', async () => {
    expect(await runEmit(fileURLToPath(new URL('../..', import.meta.url)))).toEqual({ code: 0, output: '' });
  });

  it('names the stale files and the command that writes them', async () => {
    const { code, output } = await runEmit(tmpdir());
    expect(code).toBe(1);
    expect(output).toContain('schema/schema.graphql, schema/openapi.yaml');
    expect(output).toContain('npm run schema');
  });
});

describe('expectDocumented', () => {
  const answer = {
    method: 'DELETE',
    path: '/api/v1/giveaways?sourceExternalId=a',
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: { sourceExternalId: 'a', status: 'withdrawn' },
  };
  const refused = { ...answer, status: 401, body: { error: { message: 'No.' } } };

  it('takes what the document foresees', () => {
    expectDocumented(answer);
    expectDocumented({
      ...refused,
      headers: { ...answer.headers, 'www-authenticate': 'Bearer realm="giveaways"' },
    });
  });

  it.each([
    ['another path', { ...answer, path: '/api/v2/giveaways' }, 'the path is not documented'],
    ['another method', { ...answer, method: 'PATCH' }, 'the method is not documented'],
    ['another status', { ...answer, status: 418 }, 'the status is not documented'],
    [
      'another type',
      { ...answer, headers: { 'content-type': 'text/html' } },
      'a body of type "text/html" is not documented',
    ],
    [
      'a member too many',
      { ...answer, body: { ...answer.body, more: 1 } },
      'must NOT have additional properties',
    ],
    ['a member too few', { ...answer, body: { sourceExternalId: 'a' } }, 'must have required property'],
    ['a missing body', { ...answer, body: undefined }, 'the documented body is missing'],
    ['a missing header', refused, 'the header WWW-Authenticate is missing'],
  ])('refuses %s', (_what, observed, message) => {
    expect(() => expectDocumented(observed)).toThrow(message);
  });
});

describe('a running gateway', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({ PUBLIC_URL: 'https://giveaways.example/base/' });
  });
  afterAll(() => gateway.stop());

  const ask = async (method: string, path: string, sent?: Parameters<Gateway['rest']>[2]) => {
    const answer = await gateway.rest(method, path, sent);
    expectDocumented({ method, path, ...answer });
    return answer;
  };

  it('serves the document with its own address', async () => {
    const { body, headers } = await ask('GET', '/openapi.json');
    expect(body.servers).toEqual([{ url: 'https://giveaways.example/base' }]);
    expect(body.paths).toEqual(JSON.parse(JSON.stringify(openApiDocument.paths)));
    const again = await ask('GET', '/openapi.json', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it.each([
    ['PUT', '/api/v1/giveaways'],
    ['GET', '/api/integrations/publish-giveaway'],
    ['POST', '/feed.json'],
    ['DELETE', '/feed.atom'],
    ['POST', '/healthz'],
    ['POST', '/readyz'],
    ['POST', '/metrics'],
    ['POST', '/openapi.json'],
  ])('answers %s %s with 405 and the methods that are allowed', async (method, path) => {
    const { status } = await ask(method, path);
    expect(status).toBe(405);
  });

  it('answers publishers as documented', async () => {
    const key = await gateway.createKey();
    const draft = newDraft();
    const path = `/api/v1/giveaways?sourceExternalId=${encodeURIComponent(String(draft['sourceExternalId']))}`;
    const statuses = [
      await ask('POST', '/api/v1/giveaways', { key, body: draft }),
      await ask('GET', path, { key }),
      await ask('DELETE', path, { key }),
      await ask('GET', '/api/v1/giveaways?sourceExternalId=none', { key }),
      await ask('GET', path),
      await ask('GET', path, { key: gateway.operatorToken }),
      await ask('POST', '/api/v1/giveaways', { key, body: {} }),
      await ask('POST', '/api/v1/giveaways', { key, body: 'x', headers: { 'content-type': 'text/plain' } }),
      await ask('POST', '/api/v1/giveaways', { key, body: 'x'.repeat(32_769) }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 404, 401, 403, 400, 415, 413]);
  });

  it('answers providers as documented before anything is asked of a chain', async () => {
    const path = '/api/provider/integrations';
    const all = (await createProviderKey(gateway)).secret;
    const contacts = (await createProviderKey(gateway, ['provider:contacts'])).secret;
    const text = { 'content-type': 'text/plain' };
    const statuses: number[] = [];
    for (const { endpoint } of PROVIDER_OPERATIONS) {
      for (const [method, sent] of [
        ['POST', { key: all, body: {} }],
        ['POST', { key: all, body: 'x', headers: text }],
        ['POST', { key: all, body: 'x'.repeat(65_537) }],
        ['POST', { key: contacts, body: {} }],
        ['POST', { key: 'wrong', body: {} }],
        ['GET', {}],
      ] as const)
        statuses.push((await ask(method, `${path}/${endpoint}`, sent)).status);
    }
    expect(statuses).toEqual(PROVIDER_OPERATIONS.flatMap(() => [400, 415, 413, 403, 401, 405]));

    const others = [
      await ask('POST', `${path}/declare-winner`, { key: all, body: { giveawayId: 'a', passportId: 1 } }),
      await ask('POST', `${path}/passport-contact`, { key: contacts, body: { passportId: 'x' } }),
      await ask('POST', `${path}/passport-contact`, { key: contacts, body: { passportId: 1 } }),
      await ask('GET', `${path}/passport-status?passportId=1`, { key: all }),
      await ask('GET', `${path}/passport-status`, { key: contacts }),
      await ask('POST', `${path}/passport-status`, { key: all, body: {} }),
      await ask('GET', `${path}/operations/opn_none`, { key: all }),
      await ask('GET', `${path}/operations/opn_none`),
      await ask('DELETE', `${path}/operations/opn_none`, { key: all }),
    ].map(({ status }) => status);
    expect(others).toEqual([409, 400, 503, 503, 403, 405, 503, 401, 405]);
  }, 60_000);

  it('shows everybody the table of errors', async () => {
    const path = '/api/provider/integrations/errors';
    const { status, body } = await ask('GET', path, { key: 'of no meaning here' });
    expect([status, body.result.errors]).toEqual([200, presentErrorTable()]);
    expect((await ask('POST', path)).status).toBe(405);
  });

  it.each(['/feed.json', '/feed.atom'])('answers %s as documented', async (path) => {
    const more = { endDate: '2099-01-01T00:00:00Z', image: 'https://publisher.example/image.png' };
    const key = await gateway.createKey();
    for (const draft of [newDraft(), newDraft(more)]) await gateway.publish(key, draft);
    const { headers } = await ask('GET', path);
    expect((await ask('GET', path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status).toBe(
      304,
    );
    expect((await ask('GET', `${path}?first=101`)).status).toBe(400);
    expect((await ask('GET', path, { key: 'anything' })).status).toBe(200);
    expect((await ask('HEAD', path)).status).toBe(200);
  });

  it('issues service tokens as documented, and takes them', async () => {
    const created = await gateway.graphql(
      'mutation { createServiceClient(input: { name: "Shop" }) { client { id } secret } }',
      {},
      gateway.operatorToken,
    );
    const { client, secret } = created.body.data.createServiceClient;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const askToken = (body: string, password: string, headers = {}) =>
      ask('POST', '/oauth/token', {
        headers: { ...form, ...headers, authorization: `Basic ${btoa(`${String(client.id)}:${password}`)}` },
        body,
      });
    const grant = 'grant_type=client_credentials&scope=giveaways%3Apublish';
    const issued = await askToken(grant, secret);
    const published = await ask('POST', '/api/v1/giveaways', {
      key: issued.body.access_token,
      body: newDraft(),
    });
    expect([issued.status, published.status]).toEqual([200, 200]);
    expect((await askToken(grant, secret, { origin: gateway.url })).status).toBe(200);
    expect((await askToken(grant, secret, { origin: 'https://other.example' })).status).toBe(400);
    expect((await askToken(grant, 'wrong')).status).toBe(401);
    expect((await askToken('grant_type=password', secret)).status).toBe(400);
    expect((await askToken(`a=${'a'.repeat(17_000)}`, secret)).status).toBe(413);
  });

  it.each(['/docs', '/'])('serves a page at %s that loads and links nothing from elsewhere', async (path) => {
    const { status, headers, text } = await gateway.rest('GET', path);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
    const addresses = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address ?? '');
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      expect(address).toMatch(/^[a-z]/);
      expect(address).not.toContain(':');
      const reached = await gateway.rest('GET', `/${address}`, { headers: { accept: 'text/html' } });
      expect([address, reached.status]).toEqual([address, 200]);
    }
    expect(text).not.toMatch(/<script(?![^>]* src=)/);
  });

  it('says when it cannot serve', async () => {
    expect((await ask('GET', '/readyz')).status).toBe(200);
    expect((await ask('GET', '/healthz')).status).toBe(200);
    expect((await ask('GET', '/metrics')).status).toBe(200);
    gateway.drain();
    expect((await ask('GET', '/readyz')).status).toBe(503);
  });

  it('documents its limits, and no token endpoint where it issues none', async () => {
    const limited = await startGateway({ RATE_LIMIT: '2', REDIS_URL: '', OAUTH_EMBEDDED_ISSUER: 'off' });
    try {
      const path = '/api/v1/giveaways';
      const answers = [
        await limited.rest('GET', path),
        await limited.rest('GET', path),
        await limited.rest('GET', path),
      ];
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 429]);
      for (const answer of answers) expectDocumented({ method: 'GET', path, ...answer });
      const { body } = await limited.rest('GET', '/openapi.json');
      expect(body.paths).not.toHaveProperty(['/oauth/token']);
      expect(body.components.securitySchemes.serviceToken.type).toBe('http');
    } finally {
      await limited.stop();
    }
  });
});

interface Failure {
  readonly error: Readonly<Record<string, unknown>>;
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

function runEmit(cwd: string): Promise<{ readonly code: number; readonly output: string }> {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const program = fileURLToPath(new URL('../../src/emit-schema.ts', import.meta.url));
  const env = {
    ...process.env,
    TSX_TSCONFIG_PATH: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)),
  };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', tsx, program, '--check'], { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}
