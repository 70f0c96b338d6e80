import { beforeEach, describe, expect, it } from '@jest/globals';
import { hashSecret } from '../../../src/adapters/auth/secrets.ts';
import { createServiceClient } from '../../../src/core/service-clients/create-service-client.ts';
import { revokeServiceClient } from '../../../src/core/service-clients/revoke-service-client.ts';
import { OPERATOR } from '../support/callers.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});
const create = (input: object = {}) => ports.run(OPERATOR, createServiceClient, { name: 'Shop', ...input });

describe('a repeated creation', () => {
  const creation = { creationId: 'one' };

  it('gets the client and the secret that it has created, and creates no second client', async () => {
    const first = await create(creation);
    ports.clock.advance(300);
    const repeated = await Promise.all([1, 2, 3].map(() => create(creation)));
    for (const each of repeated) expect(each).toEqual(first);
    const stored = await ports.serviceClients.findLive(first.client.id);
    expect(stored?.secretHash).toBe(hashSecret(first.secret));
    expect(ports.audit.entries.map(({ action }) => action)).toEqual(['createServiceClient']);
    const others = [await create(), await create(), await create({ creationId: 'two' })];
    expect(new Set([first, ...others].map(({ secret }) => secret)).size).toBe(4);
  });

  it.each<[string, (id: string) => unknown, object]>([
    ['more than ten minutes later', () => ports.clock.advance(601), {}],
    ['after the revocation', (id) => ports.run(OPERATOR, revokeServiceClient, { id }), {}],
    ['with another name', () => undefined, { name: 'Other' }],
  ])('gets no secret %s', async (_when, happen, input) => {
    const { client } = await create(creation);
    await happen(client.id);
    expect(await errorOf(create({ ...creation, ...input }))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['creationId'] }],
    });
  });
});
