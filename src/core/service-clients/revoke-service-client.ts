import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import { DomainError } from '../errors.ts';
import { requiredText } from '../values/text.ts';
import { defineUseCase } from '../use-case.ts';
import type { ServiceClientStore } from './service-client-store.ts';

/** Revokes a client of the embedded issuer: it gets no new tokens, and its tokens expire within minutes. */
export const revokeServiceClient = defineUseCase({
  permission: 'operator',
  input: z.object({ id: requiredText(64) }),

  execute(ports: Audited<{ serviceClients: ServiceClientStore }>, operator, { id }) {
    const now = ports.clock.now();
    return ports.transaction(async (stores) => {
      const revoked = await stores.serviceClients.revoke(id, now);
      if (revoked === undefined) throw noLiveClient();
      await record(ports, stores, operator, 'revokeServiceClient', id);
      return revoked;
    });
  },
});

function noLiveClient(): DomainError {
  return new DomainError(
    'NOT_FOUND',
    'There is no live service client with this id: list service clients to find the right one.',
  );
}
