import { isObjectType, type GraphQLObjectType } from 'graphql';
import { createSchema } from '../../../src/adapters/graphql/gateway/schema.ts';
import { ANONYMOUS, PROVIDER_SCOPES, type Caller } from '../../../src/core/access/callers.ts';

export type Who =
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
export const CALLERS: Readonly<Record<Who, Caller>> = {
  anonymous: ANONYMOUS,
  account: {
    kind: 'account',
    accountId: 'acc_1',
    email: 'someone@example.com',
    sessionId: 'ses_1',
    ...identity,
  },
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
export const WHO = Object.keys(CALLERS) as Who[];

const EVERYBODY: readonly Who[] = WHO;
const ACCOUNTS: readonly Who[] = ['account'];
const KEY_HOLDERS: readonly Who[] = ['account', 'operator'];
const PROVIDER_READERS: readonly Who[] = ['account', 'operator'];
const AUDIT_READERS: readonly Who[] = ['account', 'operator'];
const PUBLISHERS: readonly Who[] = ['account', 'key', 'client'];
const OPERATORS: readonly Who[] = ['operator'];
const PROVIDER_KEYS: readonly Who[] = ['provider key'];
const OPERATION_READERS: readonly Who[] = ['provider key', 'operator'];

const open = (who: readonly Who[], ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, who]));

/** The permissions by type, or by field where the fields of a type differ: a deliberate second copy. */
const OPEN_TO: Readonly<Record<string, readonly Who[] | Readonly<Record<string, readonly Who[]>>>> = {
  Query: {
    feed: EVERYBODY,
    feedFacets: EVERYBODY,
    listing: EVERYBODY,
    node: EVERYBODY,
    nodes: EVERYBODY,
    giveaway: EVERYBODY,
    giveaways: EVERYBODY,
    publisher: EVERYBODY,
    publisherListings: EVERYBODY,
    round: EVERYBODY,
    roundCharts: EVERYBODY,
    passport: EVERYBODY,
    passports: EVERYBODY,
    drawProof: EVERYBODY,
    status: EVERYBODY,
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
    diagnosis: OPERATORS,
    passportContact: PROVIDER_KEYS,
    entryEvidence: PROVIDER_KEYS,
    operation: OPERATION_READERS,
    ...open(PROVIDER_READERS, 'webhooks', 'webhookDeliveries', 'signedWebhookMessage'),
  },
  Subscription: { roundUpdated: EVERYBODY, operationUpdated: OPERATION_READERS },
  Mutation: {
    requestSignInCode: EVERYBODY,
    signIn: EVERYBODY,
    sharePassportContact: EVERYBODY,
    revokePassportContact: EVERYBODY,
    eraseEntryEvidence: PROVIDER_KEYS,
    signOut: ACCOUNTS,
    endSession: ACCOUNTS,
    endOtherSessions: ACCOUNTS,
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
    ...open(OPERATORS, 'hideListing', 'unhideListing', 'blockPublisher', 'unblockPublisher'),
    assignLegacyListing: OPERATORS,
    migrateListings: OPERATORS,
    importLegacyListings: OPERATORS,
    createServiceClient: OPERATORS,
    revokeServiceClient: OPERATORS,
    ...open(OPERATORS, 'createWallet', 'importWallet', 'rotateKeyEncryption'),
    ...open(OPERATORS, 'takeSnapshot', 'recordVerifiedBackup'),
    passportStatus: PROVIDER_KEYS,
    createWebhook: PROVIDER_READERS,
    rotateWebhookSecret: PROVIDER_READERS,
    enableWebhook: PROVIDER_READERS,
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
  RoundCharts: EVERYBODY,
  EntriesAt: EVERYBODY,
  HolderClass: EVERYBODY,
  RoundConnection: EVERYBODY,
  RoundEdge: EVERYBODY,
  ...open(EVERYBODY, 'RoundPlace', 'RoundPlaceConnection', 'RoundPlaceEdge', 'PlaceDraw'),
  Winner: EVERYBODY,
  DrawProof: EVERYBODY,
  Receipt: EVERYBODY,
  PrizeDelivery: EVERYBODY,
  PrizeDeliveryConnection: EVERYBODY,
  PrizeDeliveryEdge: EVERYBODY,
  Entry: EVERYBODY,
  EntryConnection: EVERYBODY,
  ...open(EVERYBODY, 'EntryEdge', 'CountedEntry', 'CountedEntryConnection', 'CountedEntryEdge'),
  ...open(EVERYBODY, 'EntryChange', 'EntryChangeConnection', 'EntryChangeEdge'),
  Passport: EVERYBODY,
  PassportConnection: EVERYBODY,
  PassportEdge: EVERYBODY,
  PassportTransfer: EVERYBODY,
  PassportTransferConnection: EVERYBODY,
  PassportTransferEdge: EVERYBODY,
  PassportProvision: EVERYBODY,
  PassportProvisionConnection: EVERYBODY,
  PassportProvisionEdge: EVERYBODY,
  Listing: EVERYBODY,
  ListingEdge: EVERYBODY,
  OwnListing: EVERYBODY,
  ListingClicks: EVERYBODY,
  PageInfo: EVERYBODY,
  Publisher: EVERYBODY,
  ServiceStatus: EVERYBODY,
  PartStatus: EVERYBODY,
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
  Session: ACCOUNTS,
  SessionConnection: ACCOUNTS,
  SessionEdge: ACCOUNTS,
  EndSessionPayload: ACCOUNTS,
  EndOtherSessionsPayload: ACCOUNTS,
  ListingConnection: EVERYBODY,
  PublishListingPayload: PUBLISHERS,
  PublishLegacyListingPayload: PUBLISHERS,
  WithdrawListingPayload: PUBLISHERS,
  ...open(OPERATORS, 'VerifyListingPayload', 'UnverifyListingPayload'),
  ...open(OPERATORS, 'HideListingPayload', 'UnhideListingPayload'),
  ...open(OPERATORS, 'BlockPublisherPayload', 'UnblockPublisherPayload'),
  AssignLegacyListingPayload: OPERATORS,
  ImportLegacyListingsPayload: OPERATORS,
  MigrateListingsPayload: OPERATORS,
  CreateServiceClientPayload: OPERATORS,
  RevokeServiceClientPayload: OPERATORS,
  ServiceClient: OPERATORS,
  ServiceClientConnection: OPERATORS,
  ServiceClientEdge: OPERATORS,
  AuditEntry: AUDIT_READERS,
  AuditEntryConnection: AUDIT_READERS,
  AuditEntryEdge: AUDIT_READERS,
  ...open(OPERATORS, 'Diagnosis', 'SignerDiagnosis', 'UnknownTransaction'),
  ...open(OPERATORS, 'Wallet', 'WalletConnection', 'WalletEdge'),
  ...open(OPERATORS, 'CreateWalletPayload', 'ImportWalletPayload', 'RotateKeyEncryptionPayload'),
  ...open(OPERATORS, 'TakeSnapshotPayload', 'RecordVerifiedBackupPayload'),
  PassportContact: PROVIDER_KEYS,
  ...open(PROVIDER_KEYS, 'EntryEvidence', 'EraseEntryEvidencePayload'),
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
  SignedWebhookMessage: PROVIDER_READERS,
  CreateWebhookPayload: PROVIDER_READERS,
  RotateWebhookSecretPayload: PROVIDER_READERS,
  EnableWebhookPayload: PROVIDER_READERS,
  DeleteWebhookPayload: PROVIDER_READERS,
  RedeliverWebhookPayload: PROVIDER_READERS,
};

export const schema = createSchema();
const objectTypes = (from = schema): GraphQLObjectType[] =>
  Object.values(from.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'));
const fieldsOf = (type: GraphQLObjectType) => Object.values(type.getFields());
export const FIELDS = objectTypes().flatMap((type) =>
  fieldsOf(type).map((field) => [type.name, field.name] as const),
);

export function openTo(type: string, field: string): readonly Who[] | undefined {
  const entry = OPEN_TO[type];
  return Array.isArray(entry) ? entry : (entry as Record<string, readonly Who[]> | undefined)?.[field];
}

export function expected(allowed: readonly Who[]): Record<string, string> {
  return Object.fromEntries(
    WHO.map((who) => [
      who,
      allowed.includes(who) ? 'allowed' : who === 'anonymous' ? 'UNAUTHENTICATED' : 'UNAUTHORIZED',
    ]),
  );
}
