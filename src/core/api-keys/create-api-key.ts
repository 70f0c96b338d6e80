import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import { isProviderScope } from '../access/callers.ts';
import { invalidPayload } from '../errors.ts';
import { emailAddress } from '../values/email.ts';
import { optionalLabel, optionalText } from '../values/text.ts';
import { providerId } from '../providers/provider-reference.ts';
import { requireSigner } from '../providers/signer-reference.ts';
import { defineUseCase } from '../use-case.ts';
import { requireAddress, walletAddress } from '../values/wallet-address.ts';
import { accountOf } from './account-of.ts';
import { apiKeyScopes, type ApiKey, type IssuedApiKey } from './api-key.ts';
import { keyExpiry, requireFuture } from './key-expiry.ts';
import { createdBefore, REPEATABLE_MS } from '../secrets/repeated-creation.ts';
import { repeatIssue } from './repeat-issue.ts';
import { requireMembership } from './require-membership.ts';
import type { AccountMailStore } from '../account-mails/account-mail-store.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import type { Credentials } from '../access/credentials.ts';
import type { Digests } from '../values/digests.ts';
import type { Mail } from '../mail.ts';
import type { ProviderStore } from '../providers/provider-store.ts';

const MAX_LIVE_KEYS = 100;

/**
 * Creates an API key and shows its secret once; the operator names the account (interface 5.1). A request that is repeated with its
 * creation id gets the same key and secret for some minutes, as long as nobody has used or changed the key.
 */
export const createApiKey = defineUseCase({
  permission: 'api-keys',
  input: z
    .object({
      name: optionalLabel(80, 'API key'),
      scopes: apiKeyScopes,
      account: emailAddress.nullish(),
      provider: providerId.nullish(),
      signer: walletAddress().nullish(),
      expiresAt: keyExpiry,
      creationId: optionalText(64, null),
    })
    .refine(({ scopes, provider }) => provider != null || !scopes.some(isProviderScope), {
      path: ['provider'],
      message: 'is required for provider scopes: send the id of the provider.',
    })
    .refine(({ provider, signer }) => provider != null || signer == null, {
      path: ['signer'],
      message: 'needs a provider: send the id of the provider that it signs for.',
    }),

  execute(
    ports: { credentials: Credentials; digests: Digests; mail: Mail } & Audited<{
      accountMails: AccountMailStore;
      accounts: AccountStore;
      apiKeys: ApiKeyStore;
      providers: ProviderStore;
    }>,
    caller,
    { name, scopes, account, expiresAt, creationId, ...references },
  ): Promise<IssuedApiKey> {
    if (caller.kind === 'account' && caller.role !== 'OWNER') throw actsForAnother();
    const provider = references.provider ?? null;
    const signer = references.signer == null ? null : requireAddress(ports, references.signer, 'signer');
    const now = ports.clock.now();
    requireFuture(expiresAt, now);
    const id = ports.ids.next('key');
    const origin = creationId === null ? undefined : { id, issuedAt: now, requestId: creationId };
    const { secret, hash, start, end } = ports.credentials.issueApiKey(origin);
    return ports.transaction(async (stores) => {
      const owner = await accountOf(stores, caller, account, now);
      if (provider !== null) {
        await stores.providers.findLocked(provider);
        await requireMembership(stores, caller, provider, owner.id);
        if (signer !== null) await requireSigner(stores, provider, signer);
      }
      const live = await stores.apiKeys.countLive(owner.id, now);
      // The account is locked since its keys were counted.
      const created =
        creationId === null ? undefined : await stores.apiKeys.findCreated(owner.id, creationId);
      if (creationId !== null && created !== undefined) {
        const isSame = hasValues(created.apiKey, { name, scopes, providerId: provider, signer, expiresAt });
        const repeated = isSame ? repeatIssue(ports, created, creationId, now) : undefined;
        if (repeated === undefined) throw createdBefore('key', 'Rotate it');
        return repeated;
      }
      if (live >= MAX_LIVE_KEYS) throw tooManyKeys();
      const apiKey: ApiKey = {
        id,
        accountId: owner.id,
        providerId: provider,
        signer,
        name,
        start,
        end,
        scopes,
        createdAt: now,
        lastUsedAt: null,
        rotatedAt: null,
        revokedAt: null,
        expiresAt,
      };
      await stores.apiKeys.add(apiKey, { publisherId: owner.publisherId, hash, creationId });
      await record(ports, stores, caller, 'createApiKey', apiKey.id, {
        account: owner.id,
        scopes,
        ...(provider && { provider }),
        ...(signer && { signer }),
        ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
      });
      // The account hears of it also when somebody else has created the key.
      if (ports.mail.hasServer)
        await stores.accountMails.queue({ kind: 'KEY_CREATED', apiKey, by: caller.kind });
      return { apiKey, secret };
    });
  },
});

/** Whether a key has the requested values; an end that is counted from now moves by the time between two requests. */
function hasValues(
  key: ApiKey,
  values: Pick<ApiKey, 'name' | 'scopes' | 'providerId' | 'signer' | 'expiresAt'>,
): boolean {
  const [end, requestedEnd] = [key.expiresAt?.getTime(), values.expiresAt?.getTime()];
  return (
    key.name === values.name &&
    key.scopes.join(' ') === values.scopes.join(' ') &&
    key.providerId === values.providerId &&
    key.signer === values.signer &&
    (end === requestedEnd || Math.abs((end ?? NaN) - (requestedEnd ?? NaN)) <= REPEATABLE_MS)
  );
}

function actsForAnother() {
  const message =
    'Keys act for the publisher of their own account: send the request without the publisher that you are a member of.';
  return invalidPayload([{ path: [], message }]);
}

function tooManyKeys() {
  const message = `The account has ${MAX_LIVE_KEYS} live keys, which is the limit: revoke one first.`;
  return invalidPayload([{ path: [], message }]);
}
