import { describe, expect, it } from '@jest/globals';
import { PROVIDER_OPERATIONS } from '../../../src/core/provider-api/provider-operations.ts';
import type { HttpResponse } from '../../support/http/http.ts';
import { openApiDocument } from '../../support/http/openapi.ts';
import { REQUESTS } from '../../support/providers/provider-requests.ts';
import {
  BASE_PATH,
  CALLERS,
  credentialOf,
  credentials,
  existingRecords,
  gateway,
  initialState,
  unknownRecords,
  outcomeOf,
  provider,
  readProviderState,
  refusalOf,
  secrets,
  useAuthorization,
  type Caller,
  type References,
} from './callers.ts';

useAuthorization();

describe('The REST API of providers', () => {
  interface Endpoint {
    readonly method: string;
    readonly permission: string;
    readonly path: (references: References) => string;
    readonly body?: (references: References) => object;
  }
  const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
    ...Object.fromEntries(
      PROVIDER_OPERATIONS.map(({ endpoint, permission }) => [
        endpoint,
        {
          method: 'POST',
          permission,
          path: () => endpoint,
          body: ({ giveawayId, passportId }: References) => ({
            ...REQUESTS[endpoint],
            ...(endpoint !== 'create-giveaway' && { giveawayId }),
            ...('passportId' in (REQUESTS[endpoint] ?? {}) && { passportId }),
          }),
        },
      ]),
    ),
    'passport-contact': {
      method: 'POST',
      permission: 'provider:contacts',
      path: () => 'passport-contact',
      body: ({ passportId }) => ({ passportId }),
    },
    'passport-status': {
      method: 'GET',
      permission: 'provider:passports',
      path: ({ passportId }) => `passport-status?passportId=${passportId}`,
    },
    'operations/{id}': {
      method: 'GET',
      permission: 'operations',
      path: ({ operation }) => `operations/${operation}`,
    },
  };
  const ALLOWED: Readonly<Record<string, readonly Caller[]>> = {
    'operations/{id}': ['other provider', 'operator'],
  };
  const send = (name: string, references: References, key: string | undefined): Promise<HttpResponse> => {
    const { method, path, body } = ENDPOINTS[name] as Endpoint;
    return gateway.rest(method, `${BASE_PATH}/${path(references)}`, {
      key,
      ...(body && { body: body(references) }),
    });
  };

  it('has only endpoints that this suite tests', () => {
    const documented = Object.keys(openApiDocument.paths)
      .filter((path) => path.startsWith(`${BASE_PATH}/`))
      .map((path) => path.slice(BASE_PATH.length + 1));
    expect(new Set([...Object.keys(ENDPOINTS), 'errors'])).toEqual(new Set(documented));
  });

  it.each(Object.keys(ENDPOINTS))('refuses %s for all callers without permission', async (name) => {
    const { permission } = ENDPOINTS[name] as Endpoint;
    for (const caller of CALLERS) {
      if ((ALLOWED[name] ?? ['other provider']).includes(caller)) continue;
      const responses = [];
      for (const references of [existingRecords, unknownRecords])
        responses.push(await send(name, references, credentialOf(caller, permission)));
      const [foreign, missing] = responses.map(outcomeOf);
      // REST accepts no sessions.
      const expected =
        caller === 'session' ? { code: 'UNAUTHENTICATED', reason: 'CREDENTIAL_INVALID' } : refusalOf(caller);
      const status = expected.code === 'UNAUTHENTICATED' ? 401 : 403;
      expect({ caller, ...foreign }).toMatchObject({ caller, status, ...expected, retryable: false });
      expect(missing).toEqual(foreign);
      for (const { headers, text } of responses) {
        expect(headers.get('www-authenticate')).toMatch(/^Bearer /);
        for (const secret of secrets) expect(text).not.toContain(secret);
      }
    }
  });

  it.each(Object.keys(ENDPOINTS).filter((name) => !/^(create-giveaway|passport-status)$/.test(name)))(
    "answers another provider's key to %s as if the records did not exist",
    async (name) => {
      const [foreign, missing] = [
        await send(name, existingRecords, credentials['other provider']),
        await send(name, unknownRecords, credentials['other provider']),
      ];
      expect(outcomeOf(foreign).status).toBeGreaterThanOrEqual(400);
      expect(outcomeOf(missing)).toEqual(outcomeOf(foreign));
      for (const secret of secrets) expect(foreign.text).not.toContain(secret);
    },
  );

  it('allows the provider what it refuses to other callers', async () => {
    const responses = await Promise.all([
      send('passport-status', existingRecords, provider.secret),
      send('passport-contact', existingRecords, provider.secret),
      send('operations/{id}', existingRecords, provider.secret),
      send('operations/{id}', existingRecords, gateway.operatorToken),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

it('leaves the records of the provider unchanged after all refusals', async () => {
  expect(initialState.giveaway.round.entries.nodes).toMatchObject([{ entries: 5 }]);
  expect(await readProviderState()).toEqual(initialState);
});
