import { beforeAll, describe, expect, it } from '@jest/globals';
import { PROVIDER_OPERATIONS } from '../../src/core/provider-api/provider-operations.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { REQUESTS } from '../support/providers/provider-requests.ts';
import { createProviderKey } from '../support/providers/providers.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';
import { providerApiOf, wrongFieldsOf } from '../support/providers/provider-api.ts';

const LIMIT = 65_536;

const gateway = sharedByTests(startGateway);
/** The secret of a key without a signer: what it asks for is refused as soon as the input has been read. */
let key: string;

beforeAll(async () => {
  key = (await createProviderKey(gateway)).secret;
});

const { sendRequest, post } = providerApiOf(gateway);

describe('The body', () => {
  const ENDPOINTS = [...PROVIDER_OPERATIONS.map(({ endpoint }) => endpoint), 'passport-contact'];
  const padded = (body: object, size: number) => {
    const start = JSON.stringify({ ...body, padding: '' });
    return start.replace('"padding":""', `"padding":"${'x'.repeat(size - start.length)}"`);
  };

  it.each(ENDPOINTS)('the body of %s must be a JSON object', async (endpoint) => {
    for (const body of ['[]', '[{}]', 'null', '1', 'true', '"text"', '', '{', '{"a":1}x', "{'a':1}"]) {
      const { status, body: response } = await post(endpoint, body, key);
      expect({ body, status, code: response.error.code }).toEqual({
        body,
        status: 400,
        code: 'INVALID_PAYLOAD',
      });
      expect(response.error.message).toMatch(/^The body (must be a JSON object|is not valid JSON)/);
    }
    const bytes = Buffer.from([...Buffer.from('{"giveawayId":"'), 0xff, ...Buffer.from('"}')]);
    expect((await post(endpoint, bytes, key)).status).toBe(400);
  });

  it.each(ENDPOINTS)('the body of %s must be announced as plain JSON', async (endpoint) => {
    const body = JSON.stringify(REQUESTS[endpoint] ?? { passportId: 1 });
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'application/jsonp' },
      { 'content-encoding': 'gzip' },
    ]) {
      const response = await post(endpoint, body, key, headers);
      expect(response).toMatchObject({
        status: 415,
        body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE', retryable: false } },
      });
    }
  });

  it.each(ENDPOINTS)('the body of %s may have 65,536 bytes, and not one more', async (endpoint) => {
    const body = REQUESTS[endpoint] ?? { passportId: 0 };
    const longest = padded(body, LIMIT);
    expect(Buffer.byteLength(longest)).toBe(LIMIT);
    expect((await post(endpoint, longest, key)).body.error.code).toMatch(
      /^(SIGNER_NOT_CONFIGURED|INVALID_PAYLOAD)$/,
    );
    expect(await post(endpoint, padded(body, LIMIT + 1), key)).toMatchObject({
      status: 413,
      body: { error: { code: 'PAYLOAD_TOO_LARGE', retryable: false } },
    });
  });

  it.each(ENDPOINTS)('the body of %s is validated only after the credential', async (endpoint) => {
    const withoutScope = await gateway.createKey();
    const responses = [{}, { key: withoutScope }, { key }, { key }].map((sent, place) =>
      sendRequest('POST', endpoint, {
        ...sent,
        headers: { 'content-type': place < 3 ? 'text/plain' : 'application/json' },
        body: padded({}, LIMIT + 1),
      }),
    );
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([401, 403, 415, 413]);
  });
});

describe('The headers', () => {
  const draw = (headers: Record<string, string>) =>
    post('draw-winner', REQUESTS['draw-winner'], key, headers);

  it('set the request ID, which is replaced when it is malformed', async () => {
    const id = 'order-12345.a_b';
    expect((await draw({ 'x-request-id': id })).body.requestId).toBe(id);
    for (const bad of ['short', 'x'.repeat(65), 'with space', '<script>'])
      expect((await draw({ 'x-request-id': bad })).body.requestId).toMatch(/^[\da-f-]{36}$/);
  });

  it('carry an idempotency key of 1 to 255 visible ASCII characters', async () => {
    for (const bad of ['', 'with space', 'x'.repeat(256), 'ä', 'a\tb'])
      expect(wrongFieldsOf(await draw({ 'idempotency-key': bad }))).toEqual(['idempotencyKey']);
    const good = await draw({ 'idempotency-key': `~!${'x'.repeat(253)}` });
    expect(good.body.error.code).toBe('SIGNER_NOT_CONFIGURED');
  });

  it.each(['wait=x', 'wait=-1', 'respond-async', 'wait', 'wait=1.5', ''])(
    'set the time to wait, and a malformed preference is ignored: %j',
    async (prefer) => {
      expect((await draw({ prefer })).body.error.code).toBe('SIGNER_NOT_CONFIGURED');
    },
  );
});

describe('A path', () => {
  it.each([
    ['GET', '', 404],
    ['GET', 'nothing', 404],
    ['POST', 'nothing', 404],
    ['POST', 'create_giveaway', 404],
    ['POST', 'Create-Giveaway', 404],
    ['POST', 'create-giveaway/more', 404],
    ['GET', 'operations', 404],
    ['GET', 'create-giveaway', 405],
    ['PUT', 'create-giveaway', 405],
    ['DELETE', 'issue-entries', 405],
    ['PATCH', 'draw-winner', 405],
    ['GET', 'passport-contact', 405],
    ['POST', 'passport-status', 405],
    ['POST', 'operations/opn_none', 405],
    ['DELETE', 'operations/opn_none', 405],
  ])('%s %j is answered %i in the body of interface B', async (method, endpoint, status) => {
    const response = await sendRequest(method, endpoint, { key });
    const code = status === 404 ? 'NOT_FOUND' : 'METHOD_NOT_ALLOWED';
    expect(response).toMatchObject({ status, body: { error: { code, retryable: false } } });
    expect(response.headers.has('allow')).toBe(status === 405);
  });

  it.each(PROVIDER_OPERATIONS.map(({ endpoint }) => endpoint))('%s asks for a key', async (endpoint) => {
    const response = await sendRequest('POST', endpoint, { body: REQUESTS[endpoint] });
    expect(response).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHENTICATED' } } });
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /);
  });
});
