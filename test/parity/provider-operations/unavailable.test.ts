import { beforeAll, describe, expect, it } from '@jest/globals';
import { openNodeProxy, startProviderChain } from '../../support/chain/provider-chain.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { REQUESTS } from '../../support/providers/provider-requests.ts';
import { BASE_PATH, CHAIN_TIMEOUT, ENDPOINTS, graphqlApi, requestEach, restApi } from './apis.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

describe('A gateway that cannot serve an operation now', () => {
  const LIMIT = 60;
  const chain = sharedByTests(startProviderChain);
  const proxy = sharedByTests(() => openNodeProxy(chain.contracts.url));
  const gateway = sharedByTests(() =>
    startGateway({ ...chain.variables(proxy.url), RATE_LIMIT: String(LIMIT) }),
  );
  let key: string;
  const apis = [restApi(() => gateway), graphqlApi(() => gateway)];
  let registered: Json;
  const operations = () => gateway.onDatabase((em) => em.execute('select count(*) from operation'));
  beforeAll(async () => {
    key = (await chain.enroll(gateway)).secret;
    registered = await operations();
    proxy.set('shut');
    await gateway.restart();
  }, CHAIN_TIMEOUT);

  it.each(ENDPOINTS)('refuses %s alike in REST and GraphQL without a chain node', async (endpoint) => {
    const [first, second] = await requestEach(apis, endpoint, REQUESTS[endpoint] ?? {}, key);
    expect(first).toMatchObject({ code: 'CHAIN_UNAVAILABLE', reason: 'RPC_DOWN', retryable: true });
    expect(first.retryAfterSeconds).toBeGreaterThan(0);
    expect(second).toEqual(first);
    expect(await operations()).toEqual(registered);
  });

  it('refuses every operation alike in REST and GraphQL above the rate limit', async () => {
    const requests = Array.from({ length: LIMIT }, () =>
      gateway.rest('GET', `${BASE_PATH}/operations/none`, { key }),
    );
    await Promise.all(requests);
    for (const endpoint of ENDPOINTS) {
      const responses = await requestEach(apis, endpoint, REQUESTS[endpoint] ?? {}, key);
      for (const response of responses) {
        expect(response).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
        // The time to wait shrinks between two requests.
        const again = `Try again in ${response.retryAfterSeconds} seconds.`;
        expect(response.message).toContain(again);
        response.message = response.message.replace(again, '');
        delete response.retryAfterSeconds;
      }
      expect(responses[1]).toEqual(responses[0]);
    }
    expect(await operations()).toEqual(registered);
  });
});
