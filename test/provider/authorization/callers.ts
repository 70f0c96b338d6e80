import { afterAll, beforeAll, expect } from '@jest/globals';
import { Wallet } from 'ethers';
import { PROVIDER_SCOPES } from '../../../src/core/access/callers.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { revokeKey } from '../../support/gateway/operator.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { startIssuer, type Issuer } from '../../support/http/issuer.ts';
import { newEmail } from '../../support/listings.ts';
import { createProviderWithSigner } from '../../support/providers/providers.ts';
import { REQUESTS } from '../../support/providers/provider-requests.ts';

export const BASE_PATH = '/api/provider/integrations';
const CHAIN_TIMEOUT = 120_000;
export const CALLERS = [
  'anonymous',
  'publisher key',
  'other provider',
  'key without the scope',
  'revoked key',
  'service token',
  'session',
  'operator',
] as const;
export type Caller = (typeof CALLERS)[number];

/** The records that a request refers to: either those of the provider, or records that do not exist. */
export interface References {
  readonly provider: string;
  readonly giveawayId: string;
  readonly operation: string;
  readonly webhook: string;
  readonly delivery: string;
  readonly apiKey: string;
  readonly account: string;
  readonly wallet: string;
  /** It exists in both cases; the owner shared a contact with the provider, or with no provider. */
  readonly passportId: number;
}

export let gateway: Gateway;
let issuer: Issuer;
export let provider: Awaited<ReturnType<typeof createProviderWithSigner>>;
let member: string;
export let existingRecords: References;
export let unknownRecords: References;
/** The records of the provider before the first request of another caller. */
export let initialState: Json;
let giveawayKey: string;
/** Values that only the provider may read. */
export let secrets: readonly string[];
export const credentials: Partial<Record<Caller, string>> = {};
/** Keys of the provider that lack one scope; the key for `operations` has no scope of providers. */
const withoutScope: Record<string, string> = {};

const newWallet = () => Wallet.createRandom().address;
const readData = async (query: string, variables: object, key?: string): Promise<Json> => {
  const { body } = await gateway.graphql(query, variables, key);
  if (body.errors) throw new Error(body.errors[0].message);
  return body.data;
};

/** Starts a gateway with a provider, its records and the credentials of other callers for a suite, and stops it. */
export function useAuthorization(): void {
  beforeAll(async () => {
    issuer = await startIssuer();
    gateway = await startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0', OAUTH_ISSUERS: issuer.entry });
    provider = await createProviderWithSigner(gateway);
    member = await gateway.signIn(provider.account);

    const issue = (input: object) =>
      readData(
        'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { id } } }',
        { input: { account: provider.account, provider: provider.provider.id, ...input } },
        gateway.operatorToken,
      ).then(({ createApiKey }) => createApiKey);
    for (const scope of PROVIDER_SCOPES)
      withoutScope[scope] = (
        await issue({ scopes: ['giveaways:publish', ...PROVIDER_SCOPES.filter((other) => other !== scope)] })
      ).secret;
    withoutScope['operations'] = (await issue({ scopes: ['giveaways:publish'] })).secret;
    const revoked = await issue({ scopes: PROVIDER_SCOPES });
    await revokeKey(gateway, provider.account, revoked.apiKey.id);
    Object.assign(credentials, {
      'publisher key': await gateway.createKey(),
      'other provider': (await createProviderWithSigner(gateway)).secret,
      'revoked key': revoked.secret,
      'service token': await issuer.token(),
      session: await gateway.signIn(),
      operator: gateway.operatorToken,
    });

    const url = 'https://hooks.example.com/secret-path';
    const { createWebhook } = await readData(
      'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }',
      { input: { provider: provider.provider.id, url, events: ['operation.confirmed'] } },
      member,
    );
    const done = async (endpoint: string, body: object): Promise<Json> => {
      const response = await gateway.rest('POST', `${BASE_PATH}/${endpoint}`, { key: provider.secret, body });
      expect(response.status).toBe(200);
      return response.body;
    };
    const email = newEmail();
    const [{ operation, result }, shared, silent] = await Promise.all([
      done('create-giveaway', { ...REQUESTS['create-giveaway'], giveawayId: 'theirs' }),
      done('provision-entrant', { entrantWallet: newWallet(), email }),
      done('provision-entrant', { entrantWallet: newWallet() }),
    ]);
    await done('issue-entries', { giveawayId: 'theirs', passportId: shared.result.passportId, amount: 5 });
    const delivery = await eventually(
      async () => {
        const { webhookDeliveries } = await readData(
          'query ($id: ID!) { webhookDeliveries(webhook: $id) { edges { node { id } } } }',
          { id: createWebhook.webhook.id },
          member,
        );
        return webhookDeliveries.edges[0]?.node.id;
      },
      (id) => id !== undefined,
      30_000,
    );
    await eventually(
      () => contact(),
      (email) => email !== undefined,
      30_000,
    );
    secrets = [email, provider.account, url];
    existingRecords = {
      provider: provider.provider.id,
      giveawayId: 'theirs',
      operation: operation.id,
      webhook: createWebhook.webhook.id,
      delivery,
      apiKey: provider.apiKey.id,
      account: provider.account,
      wallet: provider.signer,
      passportId: shared.result.passportId,
    };
    unknownRecords = {
      provider: 'prv_none',
      giveawayId: 'unknown',
      operation: 'opn_none',
      webhook: 'whk_none',
      delivery: 'dlv_none',
      apiKey: 'key_none',
      account: newEmail(),
      wallet: newWallet(),
      passportId: silent.result.passportId,
    };

    giveawayKey = result.id;
    initialState = await eventually(
      readProviderState,
      ({ giveaway }) => giveaway?.round.entries.nodes.length === 1,
    );

    async function contact(): Promise<Json> {
      const { body } = await gateway.rest('POST', `${BASE_PATH}/passport-contact`, {
        key: provider.secret,
        body: { passportId: shared.result.passportId },
      });
      return body.result?.email;
    }
  }, CHAIN_TIMEOUT);
  afterAll(async () => {
    await gateway.stop();
    await issuer.stop();
  });
}

/** Reads the records of the provider with its own key and as the operator. */
export async function readProviderState(): Promise<Json> {
  const {
    provider: providerRecord,
    webhooks,
    operation,
  } = await readData(
    `query ($provider: ID!, $operation: ID!) {
      provider(id: $provider) { id name members { edges { node { email } } } signers { edges { node { address isDefault isRegistered } } } }
      webhooks(provider: $provider) { edges { node { id url events rotatedAt disabledAt } } }
      operation(id: $operation) { id status error { code } }
    }`,
    { provider: existingRecords.provider, operation: existingRecords.operation },
    gateway.operatorToken,
  );
  const { viewer } = await readData(
    '{ viewer { apiKeys { edges { node { id scopes providerId signer revokedAt } } } } }',
    {},
    member,
  );
  const { giveaway } = await readData(
    `query ($id: ID!) { giveaway(id: $id) { giveawayId providerKey
      round(index: 0) { state entries { nodes { entries history { nodes { id } } } } winner { passportId } } } }`,
    { id: giveawayKey },
  );
  const { body } = await gateway.rest('POST', `${BASE_PATH}/passport-contact`, {
    key: provider.secret,
    body: { passportId: existingRecords.passportId },
  });
  // The status changes without a request when the operation becomes final.
  return {
    provider: providerRecord,
    webhooks,
    operation: { ...operation, status: null },
    viewer,
    giveaway,
    contact: body.result,
  };
}

/** The parts of a response that are the same for equal requests. */
export function outcomeOf({ status, body }: HttpResponse): Json {
  const error = body.error ?? body.errors?.[0]?.extensions;
  const message = body.error?.message ?? body.errors?.[0]?.message;
  if (error === undefined)
    return { status, shown: Object.values(body.data ?? {}).map((value) => value === null) };
  return { status, code: error.code, reason: error.reason, retryable: error.retryable, message };
}

const REFUSED = {
  anonymous: { code: 'UNAUTHENTICATED', reason: 'CREDENTIAL_MISSING' },
  'revoked key': { code: 'UNAUTHENTICATED', reason: 'KEY_REVOKED' },
  scope: { code: 'UNAUTHORIZED', reason: 'SCOPE_MISSING' },
} as const;
export const refusalOf = (caller: Caller) =>
  caller === 'anonymous' || caller === 'revoked key' ? REFUSED[caller] : REFUSED.scope;

export const credentialOf = (caller: Caller, permission: string): string | undefined =>
  caller === 'key without the scope'
    ? (withoutScope[permission] ?? withoutScope['operations'])
    : credentials[caller];
