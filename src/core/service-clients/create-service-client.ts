import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import { createdBefore, isRepeatable } from '../secrets/repeated-creation.ts';
import { optionalText, requiredLabel } from '../values/text.ts';
import { defineUseCase } from '../use-case.ts';
import type { Credentials } from '../access/credentials.ts';
import type { ServiceClient, StoredServiceClient, ServiceClientStore } from './service-client-store.ts';

/** A client with its secret, which is shown only once. */
interface IssuedServiceClient {
  readonly client: ServiceClient;
  readonly secret: string;
}

/**
 * Creates a client of the embedded token issuer; its secret is shown once (interface 5.1). A request that is repeated with its
 * creation id gets the same client and secret for some minutes.
 */
export const createServiceClient = defineUseCase({
  permission: 'operator',
  input: z.object({ name: requiredLabel(80), creationId: optionalText(64, null) }),

  execute(
    ports: { credentials: Credentials } & Audited<{ serviceClients: ServiceClientStore }>,
    operator,
    { name, creationId },
  ): Promise<IssuedServiceClient> {
    const now = ports.clock.now();
    const id = ports.ids.next('svc');
    const origin = creationId === null ? undefined : { id, issuedAt: now, requestId: creationId };
    const { secret, hash: secretHash } = ports.credentials.issueClientSecret(origin);
    const client = { id, name, scopes: ['giveaways:publish'], createdAt: now, revokedAt: null };
    return ports.transaction(async (stores) => {
      const created = await stores.serviceClients.add(client, { secretHash, creationId });
      if (creationId !== null && created !== undefined) {
        const repeated = created.name === name ? repeat(ports, created, creationId, now) : undefined;
        if (repeated === undefined) throw createdBefore('client', 'Revoke it');
        return repeated;
      }
      await record(ports, stores, operator, 'createServiceClient', client.id, { name });
      return { client, secret };
    });
  },
});

/** The client with its secret, when the request with this id created it a few minutes ago. */
function repeat(
  { credentials }: { credentials: Credentials },
  { secretHash, ...client }: StoredServiceClient,
  requestId: string,
  now: Date,
): IssuedServiceClient | undefined {
  const { id, createdAt: issuedAt, revokedAt } = client;
  if (revokedAt !== null || !isRepeatable(issuedAt, now)) return undefined;
  const issued = credentials.repeatClientSecret({ id, issuedAt, requestId }, secretHash);
  return issued && { client, secret: issued.secret };
}
