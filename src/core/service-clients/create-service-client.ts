import { z } from 'zod';
import { record } from '../audit/record.ts';
import { requiredLabel } from '../values/text.ts';
import { defineUseCase } from '../use-case.ts';
import type { InTransaction, Uses } from '../ports.ts';

/** Creates a client of the embedded token issuer; its secret is shown once (interface 5.1). */
export const createServiceClient = defineUseCase({
  permission: 'operator',
  input: z.object({ name: requiredLabel(80) }),

  execute(
    ports: Uses<'clock' | 'credentials' | 'ids'> & InTransaction<'audit' | 'serviceClients'>,
    operator,
    { name },
  ) {
    const { secret, hash } = ports.credentials.issueClientSecret();
    const client = {
      id: ports.ids.next('svc'),
      name,
      scopes: ['giveaways:publish'],
      createdAt: ports.clock.now(),
      revokedAt: null,
    };
    return ports.transaction(async (stores) => {
      await stores.serviceClients.add(client, hash);
      await record(ports, stores, operator, 'createServiceClient', client.id, { name });
      return { client, secret };
    });
  },
});
