import { createAuthenticator } from '../../../src/adapters/auth/authenticator.ts';
import { createCredentials } from '../../../src/adapters/auth/secrets.ts';
import { digests } from '../../../src/adapters/chain/hub/digests.ts';
import { ids } from '../../../src/runtime/ids.ts';
import { createApiKeyLookup } from '../../../src/adapters/postgres/access/api-key-lookup.ts';
import type { Database } from '../../../src/adapters/postgres/connection/database.ts';
import { createStores } from '../../../src/adapters/postgres/stores.ts';
import type { Caller } from '../../../src/core/access/callers.ts';
import type { Ports, Run } from '../../../src/adapters/ports/ports.ts';
import { run } from '../../../src/core/use-case.ts';

/** The database part of one gateway: operations on accounts, keys and providers, and the lookup of keys. */
export interface Instance {
  readonly run: Run;
  /** The caller that a request with this key would have. */
  identify(secret: string): Promise<Caller>;
  close(): Promise<void>;
}

/** Creates an instance over this database; several instances over one database behave like several gateways. */
export function createInstance(database: Database): Instance {
  const clock = { now: () => new Date() };
  // The use cases of accounts, keys and providers need no other ports.
  const ports = {
    ...createStores(database, ids),
    clock,
    // No signer is registered on the chain.
    contracts: { hubs: async () => [0], signerActiveFrom: async () => 0 },
    credentials: createCredentials(['a secret of the installation']),
    digests,
    ids,
    mail: { hasServer: false },
  } as unknown as Ports;
  const apiKeys = createApiKeyLookup(database.sql, clock, () => undefined);
  const nobody = () => Promise.reject(new Error('Only keys are known here.'));
  const authenticator = createAuthenticator({
    apiKeys,
    operatorHashes: new Set(),
    serviceTokens: { verify: nobody },
    sessions: { find: nobody },
    publisherMembers: { find: nobody },
    sessionCookie: 'session',
  });
  return {
    run: (caller, useCase, rawInput) => run(ports, caller, useCase, rawInput),
    identify: (secret) => authenticator.identifyServer({ authorization: `Bearer ${secret}` }),
    close: () => apiKeys.close(),
  };
}
