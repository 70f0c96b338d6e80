import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { extendSchema, isObjectType, parse, type GraphQLField, type GraphQLObjectType } from 'graphql';
import { GUARDED, guardSchema, PUBLIC } from '../../../src/adapters/graphql/guard/permissions.ts';
import { createSchema } from '../../../src/adapters/graphql/gateway/schema.ts';
import { ANONYMOUS, PROVIDER_SCOPES, type Caller } from '../../../src/core/access/callers.ts';
import { DomainError } from '../../../src/core/errors.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Answer, Json } from '../../support/http/http.ts';
import { startIssuer, type Issuer } from '../../support/http/issuer.ts';
import { draft, legacyDraft, newEmail } from '../../support/listings.ts';
import { createKey } from '../../support/gateway/operator.ts';
import { createProvider, createProviderKey } from '../../support/providers/providers.ts';
import { REQUESTS, toMutation } from '../../support/providers/provider-requests.ts';

type Who =
  | 'anonymous'
  | 'account'
  | 'key'
  | 'key without scope'
  | 'provider key'
  | 'client'
  | 'client without scope'
  | 'operator';

const identity = { publisherId: 'pub_1', namespace: 'account:acc_1' };
const key = {
  kind: 'key',
  keyId: 'key_1',
  accountId: 'acc_1',
  providerId: null,
  providerKey: null,
  signer: null,
  ...identity,
} as const;
const client = {
  kind: 'client',
  clientId: 'c',
  issuer: 'https://id.example.com',
  publisherId: 'pub_2',
  namespace: 'client:https://id.example.com#c',
} as const;
const CALLERS: Readonly<Record<Who, Caller>> = {
  anonymous: ANONYMOUS,
  account: { kind: 'account', accountId: 'acc_1', email: 'someone@example.com', ...identity },
  key: { ...key, scopes: ['giveaways:publish'] },
  'key without scope': { ...key, scopes: ['provider:giveaways', 'giveaways', 'public', 'operator'] },
  'provider key': {
    ...key,
    scopes: PROVIDER_SCOPES,
    providerId: 'prv_1',
    providerKey: `0x${'1'.repeat(64)}`,
  },
  client: { ...client, scopes: ['openid', 'giveaways:publish'] },
  'client without scope': { ...client, scopes: ['', 'giveaways:read', 'account', 'api-keys', 'operator'] },
  operator: { kind: 'operator' },
};
const WHO = Object.keys(CALLERS) as Who[];

const EVERYBODY: readonly Who[] = WHO;
const ACCOUNTS: readonly Who[] = ['account'];
const KEY_HOLDERS: readonly Who[] = ['account', 'operator'];
const PROVIDER_READERS: readonly Who[] = ['account', 'operator'];
const PUBLISHERS: readonly Who[] = ['account', 'key', 'client'];
const OPERATORS: readonly Who[] = ['operator'];
const PROVIDER_KEYS: readonly Who[] = ['provider key'];
const OPERATION_READERS: readonly Who[] = ['provider key', 'operator'];

/** The permissions by type, or by field where the fields of a type differ: a deliberate second copy. */
const OPEN_TO: Readonly<Record<string, readonly Who[] | Readonly<Record<string, readonly Who[]>>>> = {
  Query: {
    feed: EVERYBODY,
    feedFacets: EVERYBODY,
    listing: EVERYBODY,
    node: EVERYBODY,
    giveaway: EVERYBODY,
    giveaways: EVERYBODY,
    round: EVERYBODY,
    passport: EVERYBODY,
    passports: EVERYBODY,
    drawProof: EVERYBODY,
    passportContactMessage: EVERYBODY,
    viewer: ACCOUNTS,
    apiKeys: KEY_HOLDERS,
    provider: PROVIDER_READERS,
    providers: PROVIDER_READERS,
    myListing: PUBLISHERS,
    myListings: PUBLISHERS,
    auditLog: OPERATORS,
    serviceClients: OPERATORS,
    wallets: OPERATORS,
    passportContact: PROVIDER_KEYS,
    operation: OPERATION_READERS,
    webhooks: PROVIDER_READERS,
    webhookDeliveries: PROVIDER_READERS,
  },
  Subscription: { roundUpdated: EVERYBODY, operationUpdated: OPERATION_READERS },
  Mutation: {
    requestSignInCode: EVERYBODY,
    signIn: EVERYBODY,
    sharePassportContact: EVERYBODY,
    revokePassportContact: EVERYBODY,
    signOut: ACCOUNTS,
    createApiKey: KEY_HOLDERS,
    rotateApiKey: KEY_HOLDERS,
    revokeApiKey: KEY_HOLDERS,
    setApiKeySigner: KEY_HOLDERS,
    createProvider: OPERATORS,
    addProviderMember: OPERATORS,
    removeProviderMember: OPERATORS,
    attachSigner: OPERATORS,
    detachSigner: OPERATORS,
    publishListing: PUBLISHERS,
    withdrawListing: PUBLISHERS,
    publishLegacyListing: PUBLISHERS,
    verifyListing: OPERATORS,
    unverifyListing: OPERATORS,
    assignLegacyListing: OPERATORS,
    migrateListings: OPERATORS,
    importLegacyListings: OPERATORS,
    createServiceClient: OPERATORS,
    revokeServiceClient: OPERATORS,
    createWallet: OPERATORS,
    importWallet: OPERATORS,
    rotateKeyEncryption: OPERATORS,
    passportStatus: PROVIDER_KEYS,
    createWebhook: PROVIDER_READERS,
    rotateWebhookSecret: PROVIDER_READERS,
    deleteWebhook: PROVIDER_READERS,
    redeliverWebhook: PROVIDER_READERS,
    createGiveaway: PROVIDER_KEYS,
    issueEntries: PROVIDER_KEYS,
    removeEntries: PROVIDER_KEYS,
    declareWinner: PROVIDER_KEYS,
    drawWinner: PROVIDER_KEYS,
    confirmReceiptByProvider: PROVIDER_KEYS,
    setRoundMetadata: PROVIDER_KEYS,
    setRoundImage: PROVIDER_KEYS,
    recordPrizeDelivery: PROVIDER_KEYS,
    provisionEntrant: PROVIDER_KEYS,
  },
  FeedConnection: EVERYBODY,
  FeedFacets: EVERYBODY,
  FacetValue: EVERYBODY,
  Giveaway: EVERYBODY,
  GiveawayConnection: EVERYBODY,
  GiveawayEdge: EVERYBODY,
  Round: EVERYBODY,
  RoundConnection: EVERYBODY,
  RoundEdge: EVERYBODY,
  Winner: EVERYBODY,
  DrawProof: EVERYBODY,
  Receipt: EVERYBODY,
  PrizeDelivery: EVERYBODY,
  Entry: EVERYBODY,
  EntryConnection: EVERYBODY,
  EntryEdge: EVERYBODY,
  EntryChange: EVERYBODY,
  EntryChangeConnection: EVERYBODY,
  EntryChangeEdge: EVERYBODY,
  Passport: EVERYBODY,
  PassportConnection: EVERYBODY,
  PassportEdge: EVERYBODY,
  PassportTransfer: EVERYBODY,
  PassportTransferConnection: EVERYBODY,
  PassportTransferEdge: EVERYBODY,
  Listing: EVERYBODY,
  ListingEdge: EVERYBODY,
  PageInfo: EVERYBODY,
  Publisher: EVERYBODY,
  RequestSignInCodePayload: EVERYBODY,
  SignInPayload: EVERYBODY,
  PassportContactMessage: EVERYBODY,
  SharePassportContactPayload: EVERYBODY,
  RevokePassportContactPayload: EVERYBODY,
  Account: EVERYBODY,
  Viewer: ACCOUNTS,
  ApiKey: KEY_HOLDERS,
  ApiKeyConnection: KEY_HOLDERS,
  ApiKeyEdge: KEY_HOLDERS,
  CreateApiKeyPayload: KEY_HOLDERS,
  RotateApiKeyPayload: KEY_HOLDERS,
  RevokeApiKeyPayload: KEY_HOLDERS,
  SetApiKeySignerPayload: KEY_HOLDERS,
  Provider: PROVIDER_READERS,
  ProviderMember: PROVIDER_READERS,
  ProviderMemberConnection: PROVIDER_READERS,
  ProviderMemberEdge: PROVIDER_READERS,
  ProviderSigner: PROVIDER_READERS,
  ProviderSignerConnection: PROVIDER_READERS,
  ProviderSignerEdge: PROVIDER_READERS,
  ProviderConnection: PROVIDER_READERS,
  ProviderEdge: PROVIDER_READERS,
  CreateProviderPayload: OPERATORS,
  AddProviderMemberPayload: OPERATORS,
  RemoveProviderMemberPayload: OPERATORS,
  AttachSignerPayload: OPERATORS,
  DetachSignerPayload: OPERATORS,
  SignOutPayload: ACCOUNTS,
  ListingConnection: PUBLISHERS,
  PublishListingPayload: PUBLISHERS,
  PublishLegacyListingPayload: PUBLISHERS,
  WithdrawListingPayload: PUBLISHERS,
  VerifyListingPayload: OPERATORS,
  UnverifyListingPayload: OPERATORS,
  AssignLegacyListingPayload: OPERATORS,
  ImportLegacyListingsPayload: OPERATORS,
  MigrateListingsPayload: OPERATORS,
  CreateServiceClientPayload: OPERATORS,
  RevokeServiceClientPayload: OPERATORS,
  ServiceClient: OPERATORS,
  ServiceClientConnection: OPERATORS,
  ServiceClientEdge: OPERATORS,
  AuditEntry: OPERATORS,
  AuditEntryConnection: OPERATORS,
  AuditEntryEdge: OPERATORS,
  Wallet: OPERATORS,
  WalletConnection: OPERATORS,
  WalletEdge: OPERATORS,
  CreateWalletPayload: OPERATORS,
  ImportWalletPayload: OPERATORS,
  RotateKeyEncryptionPayload: OPERATORS,
  PassportContact: PROVIDER_KEYS,
  PassportStatusPayload: PROVIDER_KEYS,
  Operation: OPERATION_READERS,
  OperationError: OPERATION_READERS,
  CreateGiveawayPayload: PROVIDER_KEYS,
  IssueEntriesPayload: PROVIDER_KEYS,
  RemoveEntriesPayload: PROVIDER_KEYS,
  DeclareWinnerPayload: PROVIDER_KEYS,
  DrawWinnerPayload: PROVIDER_KEYS,
  ConfirmReceiptByProviderPayload: PROVIDER_KEYS,
  SetRoundMetadataPayload: PROVIDER_KEYS,
  SetRoundImagePayload: PROVIDER_KEYS,
  RecordPrizeDeliveryPayload: PROVIDER_KEYS,
  ProvisionEntrantPayload: PROVIDER_KEYS,
  Webhook: PROVIDER_READERS,
  WebhookConnection: PROVIDER_READERS,
  WebhookEdge: PROVIDER_READERS,
  WebhookDelivery: PROVIDER_READERS,
  WebhookDeliveryConnection: PROVIDER_READERS,
  WebhookDeliveryEdge: PROVIDER_READERS,
  WebhookAttempt: PROVIDER_READERS,
  WebhookAttemptConnection: PROVIDER_READERS,
  WebhookAttemptEdge: PROVIDER_READERS,
  CreateWebhookPayload: PROVIDER_READERS,
  RotateWebhookSecretPayload: PROVIDER_READERS,
  DeleteWebhookPayload: PROVIDER_READERS,
  RedeliverWebhookPayload: PROVIDER_READERS,
};

const schema = createSchema();
const objectTypes = (from = schema): GraphQLObjectType[] =>
  Object.values(from.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'));
const fieldsOf = (type: GraphQLObjectType) => Object.values(type.getFields());
const FIELDS = objectTypes().flatMap((type) =>
  fieldsOf(type).map((field) => [type.name, field.name] as const),
);

function openTo(type: string, field: string): readonly Who[] | undefined {
  const entry = OPEN_TO[type];
  return Array.isArray(entry) ? entry : (entry as Record<string, readonly Who[]> | undefined)?.[field];
}

/** The guard's answer to a caller for one field: whether the resolver runs. */
async function verdict(
  from: typeof schema,
  typeName: string,
  fieldName: string,
  caller: Caller,
): Promise<string> {
  const type = from.getType(typeName) as GraphQLObjectType;
  const field = type.getFields()[fieldName] as GraphQLField<unknown, unknown>;
  const info = {
    fieldName,
    parentType: type,
    returnType: field.type,
    schema: from,
    path: {},
    fieldNodes: [],
  };
  const answer: unknown = await new Promise((resolve) => {
    resolve(field.resolve?.({}, {}, { caller }, info as never));
  }).catch((error: unknown) => error);
  const refusal = answer instanceof DomainError && answer.code.startsWith('UNAUTH') ? answer.code : undefined;
  return refusal ?? 'allowed';
}

function expected(allowed: readonly Who[]): Record<string, string> {
  return Object.fromEntries(
    WHO.map((who) => [
      who,
      allowed.includes(who) ? 'allowed' : who === 'anonymous' ? 'UNAUTHENTICATED' : 'UNAUTHORIZED',
    ]),
  );
}

async function verdicts(from: typeof schema, type: string, field: string): Promise<Record<string, string>> {
  const rows = WHO.map(async (who) => [who, await verdict(from, type, field, CALLERS[who])] as const);
  return Object.fromEntries(await Promise.all(rows));
}

describe('the guard of every field', () => {
  it.each(FIELDS)('lets only the permitted callers read %s.%s', async (type, field) => {
    const allowed = openTo(type, field);
    expect(allowed).toBeDefined();
    expect(await verdicts(schema, type, field)).toEqual(expected(allowed ?? []));
  });

  it('is on a list that names only existing fields', () => {
    const exists = (type: string, field?: string) => {
      const found = schema.getType(type) as GraphQLObjectType | undefined;
      return found !== undefined && (field === undefined || found.getFields()[field] !== undefined);
    };
    const named: (readonly [type: string, field: string | undefined])[] = [];
    for (const [type, entry] of [...Object.entries(PUBLIC), ...Object.entries(GUARDED)]) {
      if (typeof entry === 'string') named.push([type, undefined]);
      else
        for (const field of Array.isArray(entry) ? entry : Object.keys(entry))
          named.push([type, String(field)]);
    }
    expect(named.filter(([type, field]) => !exists(type, field))).toEqual([]);
  });

  it('leaves no field on both lists', () => {
    const both = FIELDS.filter(([type, field]) => {
      const open = PUBLIC[type];
      const guarded = GUARDED[type];
      const isOpen = open === '*' || open?.includes(field) === true;
      const isGuarded = typeof guarded === 'string' || guarded?.[field] !== undefined;
      return isOpen && isGuarded;
    });
    expect(both).toEqual([]);
  });
});

describe('a field that is on no list', () => {
  const grown = guardSchema(
    extendSchema(
      createSchema(),
      parse(`
        extend type Query { forgotten: String forgottenObject: Forgotten }
        extend type Mutation { forget: String }
        type Forgotten { secret: String }
      `),
    ),
  );

  it.each([
    ['Query', 'forgotten'],
    ['Query', 'forgottenObject'],
    ['Mutation', 'forget'],
    ['Forgotten', 'secret'],
  ])('%s.%s is denied to every caller, the operator included', async (type, field) => {
    const answers = await verdicts(grown, type, field);
    expect(new Set(Object.values(answers))).toEqual(new Set(['UNAUTHORIZED']));
  });
});

let gateway: Gateway;
let issuer: Issuer;
const email = newEmail();
const credentials: Partial<Record<Who | 'other account', string>> = {};
beforeAll(async () => {
  issuer = await startIssuer();
  gateway = await startGateway({ OAUTH_ISSUERS: issuer.entry });
  credentials.account = await gateway.signIn(email);
  credentials['other account'] = await gateway.signIn();
  credentials.key = await gateway.createKey(email);
  credentials['provider key'] = (await createProviderKey(gateway)).secret;
  const revokedKeyOwner = await createProviderKey(gateway);
  await gateway.onDatabase((em) =>
    em.execute('delete from provider_member where provider_id = ?', [revokedKeyOwner.provider.id]),
  );
  credentials['key without scope'] = revokedKeyOwner.secret;
  credentials.client = await issuer.token();
  credentials['client without scope'] = await issuer.token({ scope: 'giveaways:read' });
  credentials.operator = gateway.operatorToken;
});
afterAll(async () => {
  await gateway.stop();
  await issuer.stop();
});

const codeOf = ({ body }: Answer): string | undefined => body.errors?.[0].extensions.code;
/** An error without the values that differ between requests. */
function refusalOf({ status, body }: Answer): Json {
  const { requestId: _requestId, ...extensions } = body.errors?.[0].extensions ?? {};
  return { status, data: body.data, message: body.errors?.[0].message, extensions };
}

const contactStatement = () => ({
  passportId: 1,
  provider: 'prv_none',
  issuedAt: new Date().toISOString(),
  signature: '0x00',
});

/** Every operation with valid arguments; `account` is an address that only the operator must name. */
const OPERATIONS: Readonly<
  Record<string, (account: string | null) => readonly [query: string, variables?: object]>
> = {
  feed: () => ['{ feed { edges { node { id } } totalCount } }'],
  feedFacets: () => ['{ feedFacets { platforms { name count } isExact } }'],
  listing: () => ['{ listing(id: "lst_none") { id } }'],
  node: () => ['{ node(id: "pub_none") { id } }'],
  giveaway: () => ['{ giveaway(id: "gwy_none") { id currentRound { state } } }'],
  giveaways: () => [
    '{ giveaways(first: 1) { nodes { id rounds { edges { node { winner { wallet } } } } } } }',
  ],
  round: () => ['{ round(id: "rnd_none") { id receipt { by } delivery { recipient } } }'],
  passport: () => ['{ passport(passportId: 1) { id entries { nodes { history { nodes { id } } } } } }'],
  passports: () => [
    '{ passports(owner: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed") { nodes { transfers { nodes { id } } } } }',
  ],
  passportContactMessage: () => [
    '{ passportContactMessage(input: { passportId: 1, provider: "prv_none", action: REVOKE }) { issuedAt } }',
  ],
  sharePassportContact: () => [
    'mutation ($input: SharePassportContactInput!) { sharePassportContact(input: $input) { sharedAt } }',
    { input: { ...contactStatement(), email } },
  ],
  revokePassportContact: () => [
    'mutation ($input: RevokePassportContactInput!) { revokePassportContact(input: $input) { revokedAt } }',
    { input: contactStatement() },
  ],
  passportContact: () => ['{ passportContact(passportId: 1) { email } }'],
  passportStatus: () => ['mutation { passportStatus(input: { passportId: 1 }) { ownerChanged } }'],
  operation: () => ['{ operation(id: "opn_none") { id error { code } } }'],
  webhooks: () => ['{ webhooks(provider: "prv_none") { edges { node { id url } } } }'],
  webhookDeliveries: () => [
    '{ webhookDeliveries(webhook: "whk_none") { edges { node { id attempts { edges { node { status } } } } } } }',
  ],
  createWebhook: () => [
    'mutation { createWebhook(input: { provider: "prv_none", url: "https://example.com/" }) { secret } }',
  ],
  rotateWebhookSecret: () => ['mutation { rotateWebhookSecret(input: { id: "whk_none" }) { secret } }'],
  deleteWebhook: () => ['mutation { deleteWebhook(input: { id: "whk_none" }) { webhook { id } } }'],
  redeliverWebhook: () => [
    'mutation { redeliverWebhook(input: { delivery: "msg_none" }) { delivery { id } } }',
  ],
  ...Object.fromEntries(
    Object.entries(REQUESTS).map(([endpoint, body]) => {
      const { name, query, variables } = toMutation(endpoint, body);
      return [name, () => [query, variables] as const];
    }),
  ),
  drawProof: () => ['{ drawProof(giveaway: "gwy_none", round: 0) { ticket } }'],
  viewer: () => [
    '{ viewer { id email createdAt apiKeys { edges { node { id } } } providers { edges { node { id } } } } }',
  ],
  apiKeys: (account) => [
    'query ($account: String) { apiKeys(account: $account) { edges { node { id start } } } }',
    { account },
  ],
  myListing: () => ['{ myListing(sourceExternalId: "none") { id } }'],
  myListings: () => ['{ myListings { edges { node { id } } } }'],
  auditLog: () => ['{ auditLog(first: 1) { edges { node { action } } } }'],
  wallets: () => ['{ wallets(first: 1) { edges { node { id address } } } }'],
  createWallet: () => ['mutation { createWallet(input: { purpose: SIGNER }) { wallet { id } } }'],
  importWallet: () => [
    'mutation ($input: ImportWalletInput!) { importWallet(input: $input) { wallet { id } } }',
    { input: { purpose: 'SIGNER', privateKey: `0x${'1'.repeat(64)}` } },
  ],
  attachSigner: () => [
    'mutation ($input: AttachSignerInput!) { attachSigner(input: $input) { signer { address balance } } }',
    { input: { provider: 'prv_none', wallet: `0x${'1'.repeat(40)}` } },
  ],
  detachSigner: () => [
    'mutation ($input: DetachSignerInput!) { detachSigner(input: $input) { isRegistered } }',
    { input: { provider: 'prv_none', wallet: `0x${'1'.repeat(40)}` } },
  ],
  rotateKeyEncryption: () => ['mutation { rotateKeyEncryption(input: {}) { remaining } }'],
  requestSignInCode: () => [`mutation { requestSignInCode(input: { email: "${newEmail()}" }) { email } }`],
  signIn: () => [`mutation { signIn(input: { email: "${newEmail()}", code: "000000" }) { token } }`],
  signOut: () => ['mutation { signOut { signedOut } }'],
  provider: () => ['{ provider(id: "prv_none") { id members { edges { node { email } } } } }'],
  providers: () => ['{ providers { edges { cursor node { id members { edges { node { email } } } } } } }'],
  createProvider: () => [
    'mutation { createProvider(input: { name: "A provider" }) { provider { id members { edges { node { email } } } } } }',
  ],
  addProviderMember: () => [
    'mutation ($input: AddProviderMemberInput!) { addProviderMember(input: $input) { provider { id } } }',
    { input: { provider: 'prv_none', account: email } },
  ],
  removeProviderMember: () => [
    'mutation ($input: RemoveProviderMemberInput!) { removeProviderMember(input: $input) { provider { id } } }',
    { input: { provider: 'prv_none', account: email } },
  ],
  createApiKey: (account) => [
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }',
    { input: { account, scopes: ['giveaways:publish'] } },
  ],
  rotateApiKey: (account) => [
    'mutation ($input: RotateApiKeyInput!) { rotateApiKey(input: $input) { secret } }',
    { input: { account, id: 'key_none' } },
  ],
  revokeApiKey: (account) => [
    'mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { id } } }',
    { input: { account, id: 'key_none' } },
  ],
  setApiKeySigner: (account) => [
    'mutation ($input: SetApiKeySignerInput!) { setApiKeySigner(input: $input) { apiKey { id } } }',
    { input: { account, id: 'key_none' } },
  ],
  publishListing: () => [
    'mutation ($input: PublishListingInput!) { publishListing(input: $input) { listing { id } } }',
    { input: draft() },
  ],
  withdrawListing: () => ['mutation { withdrawListing(input: { sourceExternalId: "none" }) { status } }'],
  publishLegacyListing: () => [
    'mutation ($input: PublishLegacyListingInput!) { publishLegacyListing(input: $input) { listing { id } } }',
    { input: legacyDraft() },
  ],
  verifyListing: () => ['mutation { verifyListing(input: { id: "lst_none" }) { listing { id } } }'],
  unverifyListing: () => ['mutation { unverifyListing(input: { id: "lst_none" }) { listing { id } } }'],
  migrateListings: () => [
    `mutation { migrateListings(input: { namespace: "client:none#none", account: "${email}" }) { migrated } }`,
  ],
  assignLegacyListing: () => [
    `mutation { assignLegacyListing(input: { externalId: "none", account: "${email}" }) { listing { id } } }`,
  ],
  importLegacyListings: () => [
    'mutation ($listings: [PublishLegacyListingInput!]!) { importLegacyListings(input: { listings: $listings }) { imported } }',
    { listings: [legacyDraft()] },
  ],
  serviceClients: () => ['{ serviceClients { edges { cursor node { id revokedAt } } } }'],
  revokeServiceClient: () => [
    'mutation { revokeServiceClient(input: { id: "svc_none" }) { client { id } } }',
  ],
  createServiceClient: () => ['mutation { createServiceClient(input: { name: "A partner" }) { secret } }'],
};
const ROOT_FIELDS = FIELDS.filter(([type]) => type === 'Query' || type === 'Mutation');

describe('every operation over HTTP', () => {
  it.each(ROOT_FIELDS)('%s.%s answers the permitted callers only', async (type, field) => {
    const allowed = openTo(type, field) ?? [];
    const answers: Record<string, string> = {};
    for (const who of WHO) {
      const signedIn = who === 'account' && field === 'signOut';
      const credential = signedIn ? await gateway.signIn() : credentials[who];
      const [query, variables] = OPERATIONS[field]?.(who === 'operator' ? email : null) ?? [''];
      const answer = await gateway.graphql(query, variables, credential);
      const code = codeOf(answer);
      answers[who] = code?.startsWith('UNAUTH') && field !== 'signIn' ? code : 'allowed';
      const foreseen = [undefined, 'NOT_FOUND', 'CHAIN_UNAVAILABLE', 'SIGNER_NOT_CONFIGURED'];
      const isFine = answer.status === 200 && foreseen.includes(code);
      if (answers[who] === 'allowed' && field !== 'signIn')
        expect({ who, isFine }).toEqual({ who, isFine: true });
    }
    expect(answers).toEqual(expected(allowed));
  });

  it('names the missing permission to callers with a credential, and asks the others for one', async () => {
    const answers = await Promise.all(
      [undefined, credentials.key].map((credential) =>
        gateway.graphql('{ auditLog { edges { cursor } } }', {}, credential),
      ),
    );
    expect(answers.map(({ body }) => body.errors[0])).toEqual([
      expect.objectContaining({
        path: ['auditLog'],
        extensions: expect.objectContaining({
          code: 'UNAUTHENTICATED',
          reason: 'CREDENTIAL_MISSING',
          retryable: false,
        }),
      }),
      expect.objectContaining({
        path: ['auditLog'],
        extensions: expect.objectContaining({
          code: 'UNAUTHORIZED',
          reason: 'SCOPE_MISSING',
          retryable: false,
        }),
      }),
    ]);
  });

  it.each([
    ['an API key nobody has', 'ggw_live_0000000000000000000000000000000000000000000000000'],
    ['an operator token nobody has', 'gop_0000000000000000000000000000000000000000000000000'],
    ['a session nobody has', 'abcdefghijklmnopqrstuvwxyzabcdef'],
    ['a token of three parts', 'a.b.c'],
  ])('is refused as a whole with %s, including public fields', async (_what, credential) => {
    const answer = await gateway.graphql('{ feed { edges { cursor } } }', {}, credential);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /);
    expect(answer.body).toEqual({ errors: [expect.objectContaining({ message: expect.any(String) })] });
  });

  it('answers the public part of a request whose private part is denied', async () => {
    const { body } = await gateway.graphql('{ viewer { email } feed { edges { cursor } } }');
    expect(body.data).toEqual({ viewer: null, feed: { edges: expect.any(Array) } });
    expect(body.errors).toHaveLength(1);
  });
});

describe('the property of another account', () => {
  const ask = (query: string, variables: object, who: Who | 'other account' = 'other account') =>
    gateway.graphql(query, variables, credentials[who]);
  const published = async (fields = {}) => {
    const sent = draft(fields);
    const { body } = await gateway.publish(credentials.key, sent);
    return { sourceExternalId: String(sent['sourceExternalId']), id: String(body.listing.id) };
  };

  it('is not among my listings', async () => {
    const { id } = await published();
    const query = '{ myListings(first: 100) { edges { node { id } } } }';
    const idsOf = ({ body }: Answer) => body.data.myListings.edges.map(({ node }: Json) => node.id);
    expect(idsOf(await ask(query, {}, 'account'))).toContain(id);
    expect(idsOf(await ask(query, {}))).not.toContain(id);
    expect(idsOf(await ask(query, {}, 'client'))).not.toContain(id);
  });

  it('is not found as my listing, with the same answer as for a listing that does not exist', async () => {
    const { sourceExternalId } = await published();
    const query = 'query ($id: String!) { myListing(sourceExternalId: $id) { id title } }';
    const [otherAnswer, none] = await Promise.all([sourceExternalId, 'none'].map((id) => ask(query, { id })));
    expect(otherAnswer?.body.data.myListing).toBeNull();
    expect(otherAnswer?.text).toBe(none?.text);
  });

  it('is not withdrawn by the same external ID', async () => {
    const { sourceExternalId, id } = await published();
    const query = 'mutation ($id: String!) { withdrawListing(input: { sourceExternalId: $id }) { status } }';
    const answer = await ask(query, { id: sourceExternalId });
    expect(answer.body.data.withdrawListing).toEqual({ status: 'WITHDRAWN' });
    expect((await gateway.graphql(`{ listing(id: "${id}") { status } }`)).body.data.listing).toEqual({
      status: 'PUBLISHED',
    });
  });

  it.each([
    ['rotated', 'mutation ($id: ID!) { rotateApiKey(input: { id: $id }) { secret } }'],
    ['revoked', 'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }'],
  ])('cannot be %s, with the same answer as for a key that does not exist', async (_what, query) => {
    const { secret, apiKey } = await createKey(gateway, email);
    const [otherAnswer, none] = await Promise.all([apiKey.id, 'key_none'].map((id) => ask(query, { id })));
    expect(otherAnswer?.body.errors[0].extensions.code).toBe('NOT_FOUND');
    expect(refusalOf(otherAnswer as Answer)).toEqual(refusalOf(none as Answer));
    expect((await gateway.publish(secret, draft())).status).toBe(200);
  });

  it.each([
    ['listed', 'query ($account: String) { apiKeys(account: $account) { edges { node { id } } } }'],
    [
      'created',
      'mutation ($account: String) { createApiKey(input: { account: $account, scopes: ["giveaways:publish"] }) { secret } }',
    ],
    [
      'rotated',
      'mutation ($account: String) { rotateApiKey(input: { account: $account, id: "key_none" }) { secret } }',
    ],
    [
      'revoked',
      'mutation ($account: String) { revokeApiKey(input: { account: $account, id: "key_none" }) { apiKey { id } } }',
    ],
  ])(
    'cannot be %s by naming its account, with the same answer whether or not the account exists',
    async (_what, query) => {
      const answers = await Promise.all([email, newEmail()].map((account) => ask(query, { account })));
      expect(answers.map(codeOf)).toEqual(['INVALID_PAYLOAD', 'INVALID_PAYLOAD']);
      expect(refusalOf(answers[0] as Answer)).toEqual(refusalOf(answers[1] as Answer));
    },
  );

  it('cannot be updated through the legacy namespace, whoever owns it there', async () => {
    const sent = legacyDraft();
    const query =
      'mutation ($input: PublishLegacyListingInput!) { publishLegacyListing(input: $input) { listing { id } } }';
    await ask(query, { input: sent }, 'key');
    expect(codeOf(await ask(query, { input: sent }))).toBe('UNAUTHORIZED');

    const unowned = legacyDraft();
    await gateway.graphql(
      'mutation ($listings: [PublishLegacyListingInput!]!) { importLegacyListings(input: { listings: $listings }) { imported } }',
      { listings: [unowned] },
      gateway.operatorToken,
    );
    expect(codeOf(await ask(query, { input: unowned }))).toBe('LISTING_UNOWNED');
  });

  it('is not a node when it is a key, account, provider, session or audit entry', async () => {
    const { apiKey } = await createKey(gateway, email);
    const { body } = await gateway.graphql('{ viewer { id } }', {}, credentials.account);
    const provider = await createProvider(gateway);
    for (const id of [
      apiKey.id,
      body.data.viewer.id,
      provider.id,
      'aud_none',
      'svc_none',
      credentials.account,
    ]) {
      const found = await gateway.graphql(
        'query ($id: ID!) { node(id: $id) { id } }',
        { id },
        credentials.operator,
      );
      expect(found.body.data).toEqual({ node: null });
    }
  });

  it('shows no address, account or namespace of its publisher', async () => {
    const { id } = await published();
    const { body, text } = await gateway.graphql(
      `{ node(id: "${id}") { ... on Listing { publisher { id kind createdAt __typename } } } }`,
    );
    expect(body.data.node.publisher).toEqual({
      id: expect.stringMatching(/^pub_\w+$/),
      kind: 'ACCOUNT',
      createdAt: expect.any(String),
      __typename: 'Publisher',
    });
    expect(text).not.toMatch(/@|acc_|account:/);
  });

  it('is visible to a key of the account as to its session', async () => {
    await published();
    const query = '{ myListings(first: 100) { edges { node { id } } } }';
    const [bySession, byKey] = await Promise.all([ask(query, {}, 'account'), ask(query, {}, 'key')]);
    expect(byKey?.body).toEqual(bySession?.body);
  });
});
