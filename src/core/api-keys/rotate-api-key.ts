import { record } from '../audit/record.ts';
import { defineUseCase } from '../use-case.ts';
import { accountOf, apiKeyReference, noLiveKey } from './account-of.ts';
import type { IssuedApiKey } from './api-key.ts';
import type { InTransaction, Uses } from '../ports.ts';

/** Replaces the secret of a live key and shows the new one once; the previous one stops working at once (interface 5.1). */
export const rotateApiKey = defineUseCase({
  permission: 'api-keys',
  input: apiKeyReference,

  execute(
    ports: Uses<'clock' | 'credentials' | 'ids'> & InTransaction<'accounts' | 'apiKeys' | 'audit'>,
    caller,
    { id, account },
  ): Promise<IssuedApiKey> {
    const now = ports.clock.now();
    const issued = ports.credentials.issueApiKey();
    return ports.transaction(async (stores) => {
      const owner = await accountOf(stores, caller, account, now);
      const apiKey = await stores.apiKeys.rotate(owner.id, id, issued, now);
      if (apiKey === undefined) throw noLiveKey();
      await record(ports, stores, caller, 'rotateApiKey', id);
      return { apiKey, secret: issued.secret };
    });
  },
});
