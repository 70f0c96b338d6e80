import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { GUARDED } from '../../src/adapters/graphql/guard/permissions.ts';
import { createSchema } from '../../src/adapters/graphql/gateway/schema.ts';
import { PROVIDER_SCOPES, type Permission } from '../../src/core/access/callers.ts';
import { PROVIDER_OPERATIONS } from '../../src/core/provider-api/provider-operations.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { Answer, Json } from '../support/http/http.ts';
import { startIssuer, type Issuer } from '../support/http/issuer.ts';
import { newEmail } from '../support/listings.ts';
import { openApiDocument } from '../support/http/openapi.ts';
import { revokeKey } from '../support/gateway/operator.ts';
import { createProviderKey, createProviderWithSigner } from '../support/providers/providers.ts';
import { REQUESTS, toMutation } from '../support/providers/provider-requests.ts';

const PATH = '/api/provider/integrations';
const FOR_A_WHILE = 120_000;
const STRANGERS = [
  'anonymous',
  'publisher key',
  'other provider',
  'key without the scope',
  'revoked key',
  'service token',
  'session',
  'operator',
] as const;
type Stranger = (typeof STRANGERS)[number];

/** What is named in a request: records of the provider, or none. */
interface Named {
  readonly provider: string;
  readonly giveawayId: string;
  readonly operation: string;
  readonly webhook: string;
  readonly delivery: string;
  readonly apiKey: string;
  readonly account: string;
  readonly wallet: string;
  /** It exists in any case; the owner shared a contact with the provider, or with nobody. */
  readonly passportId: number;
}

let gateway: Gateway;
let issuer: Issuer;
let own: Awaited<ReturnType<typeof createProviderWithSigner>>;
let member: string;
let theirs: Named;
let none: Named;
/** All that is the provider's, before anybody else tried anything. */
let before: Json;
let giveawayKey: string;
/** Texts that only the provider may see. */
let secrets: readonly string[];
const credentials: Partial<Record<Stranger, string>> = {};
/** Of the provider itself: what lacks this one scope, or for `operations` every scope of a provider. */
const withoutScope: Record<string, string> = {};

const wallet = () => Wallet.createRandom().address;
const ask = async (query: string, variables: object, key?: string): Promise<Json> => {
  const { body } = await gateway.graphql(query, variables, key);
  if (body.errors) throw new Error(body.errors[0].message);
  return body.data;
};

beforeAll(async () => {
  issuer = await startIssuer();
  gateway = await startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0', OAUTH_ISSUERS: issuer.entry });
  own = await createProviderWithSigner(gateway);
  member = await gateway.signIn(own.account);

  const issue = (input: object) =>
    ask(
      'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { id } } }',
      { input: { account: own.account, provider: own.provider.id, ...input } },
      gateway.operatorToken,
    ).then(({ createApiKey }) => createApiKey);
  for (const scope of PROVIDER_SCOPES)
    withoutScope[scope] = (
      await issue({ scopes: ['giveaways:publish', ...PROVIDER_SCOPES.filter((other) => other !== scope)] })
    ).secret;
  withoutScope['operations'] = (await issue({ scopes: ['giveaways:publish'] })).secret;
  const revoked = await issue({ scopes: PROVIDER_SCOPES });
  await revokeKey(gateway, own.account, revoked.apiKey.id);
  Object.assign(credentials, {
    'publisher key': await gateway.createKey(),
    'other provider': (await createProviderWithSigner(gateway)).secret,
    'revoked key': revoked.secret,
    'service token': await issuer.token(),
    session: await gateway.signIn(),
    operator: gateway.operatorToken,
  });

  const url = 'https://hooks.example.com/secret-path';
  const { createWebhook } = await ask(
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }',
    { input: { provider: own.provider.id, url, events: ['operation.confirmed'] } },
    member,
  );
  const done = async (endpoint: string, body: object): Promise<Json> => {
    const answer = await gateway.rest('POST', `${PATH}/${endpoint}`, { key: own.secret, body });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const email = newEmail();
  const [{ operation, result }, shared, silent] = await Promise.all([
    done('create-giveaway', { ...REQUESTS['create-giveaway'], giveawayId: 'theirs' }),
    done('provision-entrant', { entrantWallet: wallet(), email }),
    done('provision-entrant', { entrantWallet: wallet() }),
  ]);
  await done('issue-entries', { giveawayId: 'theirs', passportId: shared.result.passportId, amount: 5 });
  const delivery = await eventually(
    async () => {
      const { webhookDeliveries } = await ask(
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
    (told) => told !== undefined,
    30_000,
  );
  secrets = [email, own.account, url];
  theirs = {
    provider: own.provider.id,
    giveawayId: 'theirs',
    operation: operation.id,
    webhook: createWebhook.webhook.id,
    delivery,
    apiKey: own.apiKey.id,
    account: own.account,
    wallet: own.signer,
    passportId: shared.result.passportId,
  };
  none = {
    provider: 'prv_none',
    giveawayId: 'nobody’s',
    operation: 'opn_none',
    webhook: 'whk_none',
    delivery: 'dlv_none',
    apiKey: 'key_none',
    account: newEmail(),
    wallet: wallet(),
    passportId: silent.result.passportId,
  };

  giveawayKey = result.id;
  before = await eventually(stateOfTheirs, ({ giveaway }) => giveaway?.round.entries.nodes.length === 1);

  async function contact(): Promise<Json> {
    const { body } = await gateway.rest('POST', `${PATH}/passport-contact`, {
      key: own.secret,
      body: { passportId: shared.result.passportId },
    });
    return body.result?.email;
  }
}, FOR_A_WHILE);
afterAll(async () => {
  await gateway.stop();
  await issuer.stop();
});

/** What the provider and the operator see of all that is the provider's. */
async function stateOfTheirs(): Promise<Json> {
  const { provider, webhooks, operation } = await ask(
    `query ($provider: ID!, $operation: ID!) {
      provider(id: $provider) { id name members { edges { node { email } } } signers { edges { node { address isDefault isRegistered } } } }
      webhooks(provider: $provider) { edges { node { id url events rotatedAt disabledAt } } }
      operation(id: $operation) { id status error { code } }
    }`,
    { provider: theirs.provider, operation: theirs.operation },
    gateway.operatorToken,
  );
  const { viewer } = await ask(
    '{ viewer { apiKeys { edges { node { id scopes providerId signer revokedAt } } } } }',
    {},
    member,
  );
  const { giveaway } = await ask(
    `query ($id: ID!) { giveaway(id: $id) { giveawayId providerKey
      round(index: 0) { state entries { nodes { entries history { nodes { id } } } } winner { passportId } } } }`,
    { id: giveawayKey },
  );
  const { body } = await gateway.rest('POST', `${PATH}/passport-contact`, {
    key: own.secret,
    body: { passportId: theirs.passportId },
  });
  // It goes on to be final by itself.
  return {
    provider,
    webhooks,
    operation: { ...operation, status: null },
    viewer,
    giveaway,
    contact: body.result,
  };
}

/** What a caller is told, without what differs from request to request. */
function told({ status, body }: Answer): Json {
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
const refusalOf = (who: Stranger) =>
  who === 'anonymous' || who === 'revoked key' ? REFUSED[who] : REFUSED.scope;

const credentialOf = (who: Stranger, permission: string): string | undefined =>
  who === 'key without the scope'
    ? (withoutScope[permission] ?? withoutScope['operations'])
    : credentials[who];

describe('Interface B', () => {
  interface Endpoint {
    readonly method: string;
    readonly permission: string;
    readonly path: (named: Named) => string;
    readonly body?: (named: Named) => object;
  }
  const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
    ...Object.fromEntries(
      PROVIDER_OPERATIONS.map(({ endpoint, permission }) => [
        endpoint,
        {
          method: 'POST',
          permission,
          path: () => endpoint,
          body: ({ giveawayId, passportId }: Named) => ({
            ...REQUESTS[endpoint],
            ...(endpoint !== 'create-giveaway' && { giveawayId }),
            ...('passportId' in (REQUESTS[endpoint] ?? {}) && { passportId }),
          }),
        },
      ]),
    ),
    'passport-contact': {
      method: 'POST',
      permission: 'provider:contacts',
      path: () => 'passport-contact',
      body: ({ passportId }) => ({ passportId }),
    },
    'passport-status': {
      method: 'GET',
      permission: 'provider:passports',
      path: ({ passportId }) => `passport-status?passportId=${passportId}`,
    },
    'operations/{id}': {
      method: 'GET',
      permission: 'operations',
      path: ({ operation }) => `operations/${operation}`,
    },
  };
  const ALLOWED: Readonly<Record<string, readonly Stranger[]>> = {
    'operations/{id}': ['other provider', 'operator'],
  };
  const send = (name: string, named: Named, key: string | undefined): Promise<Answer> => {
    const { method, path, body } = ENDPOINTS[name] as Endpoint;
    return gateway.rest(method, `${PATH}/${path(named)}`, { key, ...(body && { body: body(named) }) });
  };

  it('has no endpoint that is not asked here', () => {
    const documented = Object.keys(openApiDocument.paths)
      .filter((path) => path.startsWith(`${PATH}/`))
      .map((path) => path.slice(PATH.length + 1));
    expect(new Set([...Object.keys(ENDPOINTS), 'errors'])).toEqual(new Set(documented));
  });

  it.each(Object.keys(ENDPOINTS))('%s refuses everybody whom it is not for', async (name) => {
    const { permission } = ENDPOINTS[name] as Endpoint;
    for (const who of STRANGERS) {
      if ((ALLOWED[name] ?? ['other provider']).includes(who)) continue;
      const answers = [];
      for (const named of [theirs, none])
        answers.push(await send(name, named, credentialOf(who, permission)));
      const [foreign, missing] = answers.map(told);
      // REST takes no sessions.
      const expected =
        who === 'session' ? { code: 'UNAUTHENTICATED', reason: 'CREDENTIAL_INVALID' } : refusalOf(who);
      const status = expected.code === 'UNAUTHENTICATED' ? 401 : 403;
      expect({ who, ...foreign }).toMatchObject({ who, status, ...expected, retryable: false });
      expect(missing).toEqual(foreign);
      for (const { headers, text } of answers) {
        expect(headers.get('www-authenticate')).toMatch(/^Bearer /);
        for (const secret of secrets) expect(text).not.toContain(secret);
      }
    }
  });

  it.each(Object.keys(ENDPOINTS).filter((name) => !/^(create-giveaway|passport-status)$/.test(name)))(
    "%s tells another provider's key nothing of what it names",
    async (name) => {
      const [foreign, missing] = [
        await send(name, theirs, credentials['other provider']),
        await send(name, none, credentials['other provider']),
      ];
      expect(told(foreign).status).toBeGreaterThanOrEqual(400);
      expect(told(missing)).toEqual(told(foreign));
      for (const secret of secrets) expect(foreign.text).not.toContain(secret);
    },
  );

  it('lets the provider do what is refused to all others', async () => {
    const answers = await Promise.all([
      send('passport-status', theirs, own.secret),
      send('passport-contact', theirs, own.secret),
      send('operations/{id}', theirs, own.secret),
      send('operations/{id}', theirs, gateway.operatorToken),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

describe('GraphQL', () => {
  type Request = (named: Named) => readonly [query: string, variables: object];
  const mutation = (name: string, input: (named: Named) => object, selection: string): Request => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    return (named) => [
      `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`,
      { input: input(named) },
    ];
  };
  const webhook = ({ webhook: id }: Named) => ({ id });
  const signer = ({ provider, wallet: address }: Named) => ({ provider, wallet: address });
  const membership = ({ provider, account }: Named) => ({ provider, account });
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
    createWebhook: mutation(
      'createWebhook',
      ({ provider }) => ({ provider, url: 'https://hooks.example.com/other' }),
      'secret',
    ),
    rotateWebhookSecret: mutation('rotateWebhookSecret', webhook, 'secret'),
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
  const permissionOf = (type: string, field: string) =>
    (GUARDED[type] as Readonly<Record<string, Permission>> | undefined)?.[field];
  /** Every guarded root field that has to do with providers. */
  const GUARDED_FIELDS = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}).flatMap((field) => {
      const permission = permissionOf(type?.name ?? '', field);
      if (permission === undefined) return [];
      const isOne =
        ABOUT_PROVIDERS.has(permission) || /provider|operation|contact|webhook|signer/i.test(field);
      return isOne ? [[field, permission] as const] : [];
    }),
  );
  const ALLOWED: Readonly<Record<string, readonly Stranger[]>> = {
    ...Object.fromEntries(PROVIDER_SCOPES.map((scope) => [scope, ['other provider']])),
    operations: ['other provider', 'operator'],
    providers: ['session', 'operator'],
    'api-keys': ['session', 'operator'],
    operator: ['operator'],
  };
  const send = (field: string, named: Named, key: string | undefined): Promise<Answer> => {
    const [query, variables] = FIELDS[field]?.(named) ?? ['', {}];
    return gateway.graphql(query, variables, key);
  };

  it('has no such field that is not asked here', () => {
    expect(new Set(Object.keys(FIELDS))).toEqual(new Set(GUARDED_FIELDS.map(([field]) => field)));
  });

  it.each(GUARDED_FIELDS)('%s (%s) refuses everybody whom it is not for', async (field, permission) => {
    for (const who of STRANGERS) {
      if (ALLOWED[permission]?.includes(who)) continue;
      const answers = [];
      for (const named of [theirs, none])
        answers.push(await send(field, named, credentialOf(who, permission)));
      const [foreign, missing] = answers.map(told);
      expect({ who, ...foreign }).toMatchObject({ who, ...refusalOf(who), retryable: false });
      expect(missing).toEqual(foreign);
      for (const { text, body } of answers) {
        for (const value of Object.values(body.data ?? {})) expect(value).toBeNull();
        for (const secret of secrets) expect(text).not.toContain(secret);
      }
    }
  });

  it.each(GUARDED_FIELDS.filter(([field]) => !/^(createGiveaway|passportStatus)$/.test(field)))(
    '%s (%s) tells others whom it is for nothing of what they name',
    async (field, permission) => {
      const allowed = ALLOWED[permission]?.filter((who) => who !== 'operator') ?? [];
      for (const who of allowed) {
        const foreign = await send(field, theirs, credentials[who]);
        const missing = await send(field, none, credentials[who]);
        expect({ who, ...told(missing) }).toEqual({ who, ...told(foreign) });
        for (const secret of [...secrets, theirs.provider]) expect(foreign.text).not.toContain(secret);
      }
    },
  );

  it.each([
    ['createApiKey', (named: Named) => ({ scopes: ['provider:entries'], provider: named.provider })],
    ['createApiKey', (named: Named) => ({ scopes: ['giveaways:publish'], account: named.account })],
    ['rotateApiKey', (named: Named) => ({ id: named.apiKey })],
    ['revokeApiKey', (named: Named) => ({ id: named.apiKey })],
    ['setApiKeySigner', (named: Named) => ({ id: named.apiKey, signer: named.wallet })],
  ])('%s gives a stranger no key, whether or not there is what is named: %#', async (name, input) => {
    const answers = [];
    for (const named of [theirs, none]) {
      const [query, variables] = mutation(name, input, 'apiKey { id }')(named);
      answers.push(await gateway.graphql(query, variables, credentials.session));
    }
    const [foreign, missing] = answers.map(told);
    expect(foreign.code).toMatch(/^(NOT_FOUND|INVALID_PAYLOAD)$/);
    expect(missing).toEqual(foreign);
  });

  it("gives a key of another provider no signer of this one's, whether or not there is such a wallet", async () => {
    const other = await createProviderKey(gateway);
    const session = await gateway.signIn(other.account);
    const answers = [];
    for (const { wallet: address } of [theirs, none]) {
      const [query, variables] = mutation(
        'setApiKeySigner',
        () => ({ id: other.apiKey.id, signer: address }),
        'apiKey { id }',
      )(theirs);
      answers.push(told(await gateway.graphql(query, variables, session)));
    }
    expect(answers[0]).toMatchObject({ code: 'INVALID_PAYLOAD' });
    expect(answers[1]).toEqual(answers[0]);
  });
});

it('Nothing of all this has changed what is the provider’s', async () => {
  expect(before.giveaway.round.entries.nodes).toMatchObject([{ entries: 5 }]);
  expect(await stateOfTheirs()).toEqual(before);
});
