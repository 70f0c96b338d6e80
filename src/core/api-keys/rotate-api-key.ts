import { record } from '../audit/record.ts';
import { invalidPayload } from '../errors.ts';
import { optionalText } from '../values/text.ts';
import { defineUseCase } from '../use-case.ts';
import { accountOf, apiKeyReference, noLiveKey } from './account-of.ts';
import type { IssuedApiKey } from './api-key.ts';
import type { InTransaction, Uses } from '../ports.ts';

/** Replaces the secret of a live key and shows the new one once; the previous one stops working at once (interface 5.1). */
export const rotateApiKey = defineUseCase({
  permission: 'api-keys',
  input: apiKeyReference.extend({ expectedStart: optionalText(64, null) }),

  execute(
    ports: Uses<'clock' | 'credentials' | 'ids'> & InTransaction<'accounts' | 'apiKeys' | 'audit'>,
    caller,
    { id, account, expectedStart },
  ): Promise<IssuedApiKey> {
    const now = ports.clock.now();
    const issued = ports.credentials.issueApiKey();
    return ports.transaction(async (stores) => {
      const owner = await accountOf(stores, caller, account, now);
      const apiKey = await stores.apiKeys.rotate(owner.id, id, {
        ...issued,
        now,
        expectedStart: expectedStart ?? undefined,
      });
      if (apiKey === undefined) {
        const isLive = (await stores.apiKeys.findLive(owner.id, id)) !== undefined;
        throw isLive ? rotatedMeanwhile() : noLiveKey();
      }
      if (apiKey.expiresAt !== null && apiKey.expiresAt <= now) throw noLiveKey();
      await record(ports, stores, caller, 'rotateApiKey', id, { account: owner.id });
      return { apiKey, secret: issued.secret };
    });
  },
});

function rotatedMeanwhile() {
  const message = 'is not how the present secret begins: the key was rotated meanwhile.';
  return invalidPayload([{ path: ['expectedStart'], message }]);
}
