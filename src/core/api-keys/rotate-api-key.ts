import { record, type Audited } from '../audit/record.ts';
import { invalidPayload } from '../errors.ts';
import { optionalText } from '../values/text.ts';
import { defineUseCase } from '../use-case.ts';
import { accountOf, apiKeyReference, noLiveKey } from './account-of.ts';
import type { IssuedApiKey } from './api-key.ts';
import { repeatIssue } from './repeat-issue.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import type { Credentials } from '../access/credentials.ts';

/**
 * Replaces the secret of a live key and shows the new one; the previous one stops working at once (interface 5.1). A request that is
 * repeated with its rotation id gets the same secret for some minutes, as long as nobody has used or replaced it.
 */
export const rotateApiKey = defineUseCase({
  permission: 'api-keys',
  input: apiKeyReference.extend({
    expectedStart: optionalText(64, null),
    rotationId: optionalText(64, null),
  }),

  execute(
    ports: { credentials: Credentials } & Audited<{ accounts: AccountStore; apiKeys: ApiKeyStore }>,
    caller,
    { id, account, expectedStart, rotationId },
  ): Promise<IssuedApiKey> {
    const now = ports.clock.now();
    return ports.transaction(async (stores) => {
      const owner = await accountOf(stores, caller, account, now);
      const present = await stores.apiKeys.findLocked(owner.id, id);
      if (present === undefined) throw noLiveKey();
      const { start, expiresAt, lastUsedAt } = present.apiKey;
      if (expiresAt !== null && expiresAt <= now) throw noLiveKey();
      const repeated = rotationId === null ? undefined : repeatIssue(ports, present, rotationId, now);
      if (repeated !== undefined) return repeated;
      if (expectedStart !== null && expectedStart !== start) throw rotatedMeanwhile();
      // Uses of the previous secret, which the clock of another instance may have noted, are earlier than the new secret.
      const issuedAt = lastUsedAt !== null && lastUsedAt > now ? lastUsedAt : now;
      const origin = rotationId === null ? undefined : { id, issuedAt, requestId: rotationId };
      const issued = ports.credentials.issueApiKey(origin);
      const apiKey = await stores.apiKeys.rotate(owner.id, id, issued, issuedAt);
      if (apiKey === undefined) throw noLiveKey();
      await record(ports, stores, caller, 'rotateApiKey', id, { account: owner.id });
      return { apiKey, secret: issued.secret };
    });
  },
});

function rotatedMeanwhile() {
  const message = 'is not how the present secret begins: the key was rotated meanwhile.';
  return invalidPayload([{ path: ['expectedStart'], message }]);
}
