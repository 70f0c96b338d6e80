import { beforeEach } from '@jest/globals';
import type { AccountCaller, Caller } from '../../../src/core/access/callers.ts';
import { createApiKey } from '../../../src/core/api-keys/create-api-key.ts';
import { accountCaller } from '../support/callers.ts';
import { createPorts, type FakePorts } from '../support/ports.ts';

/** The most live keys of an account. */
export const MOST = 100;
export const scopes = ['giveaways:publish'];

/** The ports of the present test, with two accounts. */
export let ports: FakePorts;
export let ann: AccountCaller;
export let bob: AccountCaller;

/** Gives each test new ports. */
export function useAccounts(): void {
  beforeEach(async () => {
    ports = createPorts();
    [ann, bob] = [await signedIn('ann'), await signedIn('bob')];
  });
}

async function signedIn(name: string): Promise<AccountCaller> {
  const { id, email, publisherId } = await ports.accounts.findOrCreate(
    `${name}@example.com`,
    ports.clock.now(),
  );
  return { ...accountCaller(name), accountId: id, email, publisherId, namespace: `account:${id}` };
}

export const create = (caller: Caller = ann, input = {}) =>
  ports.run(caller, createApiKey, { scopes, ...input });
