import { describe, expect, it } from '@jest/globals';
import { rulesOf } from '../../../src/adapters/graphql/guard/field-rules.ts';
import { createSchema } from '../../../src/adapters/graphql/gateway/schema.ts';
import { PROVIDER_SCOPES } from '../../../src/core/access/callers.ts';
import { PROVIDER_OPERATIONS } from '../../../src/core/provider-api/provider-operations.ts';
import type { HttpResponse } from '../../support/http/http.ts';
import { createProviderKey } from '../../support/providers/providers.ts';
import { REQUESTS, toMutation } from '../../support/providers/provider-requests.ts';
import {
  CALLERS,
  credentialOf,
  credentials,
  existingRecords,
  gateway,
  initialState,
  unknownRecords,
  outcomeOf,
  readProviderState,
  refusalOf,
  secrets,
  useAuthorization,
  type Caller,
  type References,
} from './callers.ts';

useAuthorization();

describe('The GraphQL API of providers', () => {
  type Request = (references: References) => readonly [query: string, variables: object];
  const mutation = (name: string, input: (references: References) => object, selection: string): Request => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    return (references) => [
      `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`,
      { input: input(references) },
    ];
  };
  const webhook = ({ webhook: id }: References) => ({ id });
  const signer = ({ provider, wallet: address }: References) => ({ provider, wallet: address });
  const membership = ({ provider, account }: References) => ({ provider, account });
  const FIELDS: Readonly<Record<string, Request>> = {
    ...Object.fromEntries(
      PROVIDER_OPERATIONS.map(({ endpoint }) => {
        const { name } = toMutation(endpoint, {});
        const request: Request = ({ giveawayId, passportId }) => {
          const { query, variables } = toMutation(endpoint, {
            ...REQUESTS[endpoint],
            ...(endpoint !== 'create-giveaway' && { giveawayId }),
            ...('passportId' in (REQUESTS[endpoint] ?? {}) && { passportId }),
          });
          return [query, variables];
        };
        return [name, request];
      }),
    ),
    passportStatus: mutation('passportStatus', ({ passportId }) => ({ passportId }), 'ownerChanged'),
    passportContact: ({ passportId }) => [
      'query ($id: SafeInt!) { passportContact(passportId: $id) { email name } }',
      { id: passportId },
    ],
    entryEvidence: () => [`{ entryEvidence(hash: "0x${'4e'.repeat(32)}") { text } }`, {}],
    eraseEntryEvidence: mutation('eraseEntryEvidence', () => ({ hash: `0x${'4e'.repeat(32)}` }), 'erased'),
    operation: ({ operation }) => [
      'query ($id: ID!) { operation(id: $id) { id signer result } }',
      { id: operation },
    ],
    provider: ({ provider }) => [
      'query ($id: ID!) { provider(id: $id) { id name members { edges { node { email } } } signers { edges { node { address } } } } }',
      { id: provider },
    ],
    providers: () => ['{ providers { edges { node { id members { edges { node { email } } } } } } }', {}],
    webhooks: ({ provider }) => [
      'query ($id: ID!) { webhooks(provider: $id) { edges { node { id url } } } }',
      { id: provider },
    ],
    webhookDeliveries: ({ webhook: id }) => [
      'query ($id: ID!) { webhookDeliveries(webhook: $id) { edges { node { id attempts { edges { node { body } } } } } } }',
      { id },
    ],
    signedWebhookMessage: ({ delivery }) => [
      'query ($delivery: ID!) { signedWebhookMessage(delivery: $delivery) { id body signature } }',
      { delivery },
    ],
    createWebhook: mutation(
      'createWebhook',
      ({ provider }) => ({ provider, url: 'https://hooks.example.com/other' }),
      'secret',
    ),
    rotateWebhookSecret: mutation('rotateWebhookSecret', webhook, 'secret'),
    enableWebhook: mutation('enableWebhook', webhook, 'webhook { id }'),
    deleteWebhook: mutation('deleteWebhook', webhook, 'webhook { id }'),
    redeliverWebhook: mutation('redeliverWebhook', ({ delivery }) => ({ delivery }), 'delivery { id }'),
    createProvider: mutation('createProvider', () => ({ name: 'Mine' }), 'provider { id }'),
    addProviderMember: mutation(
      'addProviderMember',
      membership,
      'provider { id members { edges { node { email } } } }',
    ),
    removeProviderMember: mutation(
      'removeProviderMember',
      membership,
      'provider { id members { edges { node { email } } } }',
    ),
    attachSigner: mutation('attachSigner', signer, 'signer { address balance }'),
    detachSigner: mutation('detachSigner', signer, 'isRegistered'),
    setApiKeySigner: mutation('setApiKeySigner', ({ apiKey: id }) => ({ id }), 'apiKey { id signer }'),
  };
  const schema = createSchema();
  const ABOUT_PROVIDERS: ReadonlySet<string> = new Set([...PROVIDER_SCOPES, 'operations', 'providers']);
  /** Each guarded root field that concerns providers. */
  const GUARDED_FIELDS = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.entries(type?.getFields() ?? {}).flatMap(([field, definition]) => {
      const { permission = 'public' } = rulesOf(definition) ?? {};
      // A webhook that follows the feed belongs to an account.
      if (permission === 'public' || permission === 'account') return [];
      const concernsProviders =
        ABOUT_PROVIDERS.has(permission) || /provider|operation|contact|webhook|signer/i.test(field);
      return concernsProviders ? [[field, permission] as const] : [];
    }),
  );
  const ALLOWED: Readonly<Record<string, readonly Caller[]>> = {
    ...Object.fromEntries(PROVIDER_SCOPES.map((scope) => [scope, ['other provider']])),
    operations: ['other provider', 'operator'],
    providers: ['session', 'operator'],
    'api-keys': ['session', 'operator'],
    operator: ['operator'],
  };
  const send = (field: string, references: References, key: string | undefined): Promise<HttpResponse> => {
    const [query, variables] = FIELDS[field]?.(references) ?? ['', {}];
    return gateway.graphql(query, variables, key);
  };

  it('has only guarded fields that this suite tests', () => {
    expect(new Set(Object.keys(FIELDS))).toEqual(new Set(GUARDED_FIELDS.map(([field]) => field)));
  });

  it.each(GUARDED_FIELDS)('refuses %s (%s) for all callers without permission', async (field, permission) => {
    for (const caller of CALLERS) {
      if (ALLOWED[permission]?.includes(caller)) continue;
      const responses = [];
      for (const references of [existingRecords, unknownRecords])
        responses.push(await send(field, references, credentialOf(caller, permission)));
      const [foreign, missing] = responses.map(outcomeOf);
      expect({ caller, ...foreign }).toMatchObject({ caller, ...refusalOf(caller), retryable: false });
      expect(missing).toEqual(foreign);
      for (const { text, body } of responses) {
        for (const value of Object.values(body.data ?? {})) expect(value).toBeNull();
        for (const secret of secrets) expect(text).not.toContain(secret);
      }
    }
  });

  it.each(GUARDED_FIELDS.filter(([field]) => !/^(createGiveaway|passportStatus)$/.test(field)))(
    'answers %s (%s) to other permitted callers as if the records did not exist',
    async (field, permission) => {
      const allowed = ALLOWED[permission]?.filter((caller) => caller !== 'operator') ?? [];
      for (const caller of allowed) {
        const foreign = await send(field, existingRecords, credentials[caller]);
        const missing = await send(field, unknownRecords, credentials[caller]);
        expect({ caller, ...outcomeOf(missing) }).toEqual({ caller, ...outcomeOf(foreign) });
        for (const secret of [...secrets, existingRecords.provider])
          expect(foreign.text).not.toContain(secret);
      }
    },
  );

  it.each([
    [
      'createApiKey',
      (references: References) => ({ scopes: ['provider:entries'], provider: references.provider }),
    ],
    [
      'createApiKey',
      (references: References) => ({ scopes: ['giveaways:publish'], account: references.account }),
    ],
    ['changeApiKey', (references: References) => ({ id: references.apiKey, scopes: ['provider:entries'] })],
    ['rotateApiKey', (references: References) => ({ id: references.apiKey })],
    ['revokeApiKey', (references: References) => ({ id: references.apiKey })],
    ['setApiKeySigner', (references: References) => ({ id: references.apiKey, signer: references.wallet })],
  ])(
    'refuses %s for an account outside the provider, whether or not the record exists: %#',
    async (name, input) => {
      const responses = [];
      for (const references of [existingRecords, unknownRecords]) {
        const [query, variables] = mutation(name, input, 'apiKey { id }')(references);
        responses.push(await gateway.graphql(query, variables, credentials.session));
      }
      const [foreign, missing] = responses.map(outcomeOf);
      expect(foreign.code).toMatch(/^(NOT_FOUND|INVALID_PAYLOAD)$/);
      expect(missing).toEqual(foreign);
    },
  );

  it('refuses to set a signer of the provider for a key of another provider, whether or not the wallet exists', async () => {
    const other = await createProviderKey(gateway);
    const session = await gateway.signIn(other.account);
    const responses = [];
    for (const { wallet: address } of [existingRecords, unknownRecords]) {
      const [query, variables] = mutation(
        'setApiKeySigner',
        () => ({ id: other.apiKey.id, signer: address }),
        'apiKey { id }',
      )(existingRecords);
      responses.push(outcomeOf(await gateway.graphql(query, variables, session)));
    }
    expect(responses[0]).toMatchObject({ code: 'INVALID_PAYLOAD' });
    expect(responses[1]).toEqual(responses[0]);
  });
});

it('leaves the records of the provider unchanged after all refusals', async () => {
  expect(initialState.giveaway.round.entries.nodes).toMatchObject([{ entries: 5 }]);
  expect(await readProviderState()).toEqual(initialState);
});
