import { beforeAll, describe, expect, it } from '@jest/globals';
import { globSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Caller, Permission, ProviderScope } from '../../../src/core/access/callers.ts';
import { perform } from '../../../src/core/operations/perform.ts';
import type { ProviderOperation } from '../../../src/core/operations/provider-operation.ts';
import { run, type UseCase } from '../../../src/core/use-case.ts';
import type { z } from 'zod';
import { CALLERS } from '../support/callers.ts';
import { unused } from '../support/memory.ts';
import { errorOf } from '../support/ports.ts';

const PROVIDER = 'a key of a provider with all its scopes';
const PUBLISHERS = ['an account', 'a key with the scope to publish', 'a service client'];
/** The callers of CALLERS that hold a permission. */
const HOLDERS: Readonly<Record<Permission, readonly string[]>> = {
  public: Object.keys(CALLERS),
  account: ['an account'],
  'api-keys': ['an account', 'the operator'],
  providers: ['an account', 'the operator'],
  'audit-entries': ['an account', 'the operator'],
  'giveaways:publish': PUBLISHERS,
  'publisher-profile': PUBLISHERS,
  'publisher-members': ['an account'],
  'provider:giveaways': [PROVIDER],
  'provider:entries': [PROVIDER],
  'provider:passports': [PROVIDER],
  'provider:contacts': [PROVIDER],
  operations: [PROVIDER, 'the operator'],
  operator: ['the operator'],
};

/** Who may call what. A new use case or operation is listed here, too. */
const PERMISSION_OF: Readonly<Record<string, Permission>> = {
  accountAuditLog: 'account',
  accountSessions: 'account',
  addProviderMember: 'operator',
  apiKeys: 'api-keys',
  assignLegacyListing: 'operator',
  attachSigner: 'operator',
  auditLog: 'operator',
  createApiKey: 'api-keys',
  createProvider: 'operator',
  createServiceClient: 'operator',
  createWallet: 'operator',
  createFeedWebhook: 'account',
  createWebhook: 'providers',
  deleteWebhook: 'providers',
  enableWebhook: 'providers',
  hideListing: 'operator',
  unhideListing: 'operator',
  blockPublisher: 'operator',
  unblockPublisher: 'operator',
  setListingPicture: 'giveaways:publish',
  listingDrafts: 'account',
  findListingDraft: 'account',
  saveListingDraft: 'account',
  deleteListingDraft: 'account',
  uploadPicture: 'giveaways:publish',
  myPublisher: 'giveaways:publish',
  myPublisherDomain: 'giveaways:publish',
  claimPublisherDomain: 'publisher-profile',
  checkPublisherDomain: 'publisher-profile',
  removePublisherDomain: 'publisher-profile',
  setPublisherProfile: 'publisher-profile',
  publisherMembers: 'account',
  publisherMemberships: 'account',
  acceptPublisherInvitation: 'account',
  leavePublisher: 'account',
  invitePublisherMember: 'publisher-members',
  setPublisherMemberRole: 'publisher-members',
  removePublisherMember: 'publisher-members',
  reportListing: 'public',
  listingReportStatus: 'public',
  listingReports: 'operator',
  findListingReport: 'operator',
  decideListingReport: 'operator',
  objectToDecision: 'public',
  objectToHiding: 'giveaways:publish',
  listingObjections: 'operator',
  findListingObjection: 'operator',
  decideListingObjection: 'operator',
  reportFigures: 'operator',
  detachSigner: 'operator',
  diagnosis: 'operator',
  drawProof: 'public',
  drawProofDocument: 'public',
  accountPasskeys: 'account',
  beginPasskeyRegistration: 'account',
  beginPasskeySignIn: 'public',
  registerPasskey: 'account',
  removePasskey: 'account',
  renamePasskey: 'account',
  signInWithPasskey: 'public',
  endOtherSessions: 'account',
  endSession: 'account',
  entryEvidence: 'provider:entries',
  eraseEntryEvidence: 'provider:entries',
  feedCalendar: 'public',
  feedExportPage: 'public',
  feedSubscriptions: 'operator',
  feedWebhooks: 'account',
  removeFeedSubscription: 'operator',
  roundCalendar: 'public',
  requestFeedSubscription: 'public',
  findApiKey: 'api-keys',
  findListing: 'public',
  findOperation: 'operations',
  findPublisher: 'public',
  giveaway: 'public',
  giveaways: 'public',
  importLegacyListings: 'operator',
  importWallet: 'operator',
  migrateListings: 'operator',
  myListing: 'giveaways:publish',
  myListings: 'giveaways:publish',
  operationStatus: 'operations',
  passport: 'public',
  passportContact: 'provider:contacts',
  passportContactMessage: 'public',
  passportStatus: 'provider:passports',
  passports: 'public',
  provider: 'providers',
  providers: 'providers',
  publishLegacyListing: 'giveaways:publish',
  publishListing: 'giveaways:publish',
  publishSeenLegacyListing: 'giveaways:publish',
  publishSeenListing: 'giveaways:publish',
  publisherListings: 'public',
  readFeed: 'public',
  readFeedFacets: 'public',
  redeliverWebhook: 'providers',
  removeProviderMember: 'operator',
  changeApiKey: 'api-keys',
  requestSignInCode: 'public',
  revokeApiKey: 'api-keys',
  revokePassportContact: 'public',
  revokeServiceClient: 'operator',
  rotateApiKey: 'api-keys',
  recordVerifiedBackup: 'operator',
  rotateKeyEncryption: 'operator',
  takeSnapshot: 'operator',
  statistics: 'public',
  trackRecord: 'public',
  rotateWebhookSecret: 'providers',
  round: 'public',
  roundCharts: 'public',
  serviceClients: 'operator',
  setApiKeySigner: 'api-keys',
  sharePassportContact: 'public',
  signIn: 'public',
  signOut: 'account',
  signedWebhookMessage: 'providers',
  status: 'public',
  unverifyListing: 'operator',
  verifyListing: 'operator',
  viewer: 'account',
  wallets: 'operator',
  webhookDeliveries: 'providers',
  webhooks: 'providers',
  withdrawListing: 'giveaways:publish',

  confirmReceiptByProvider: 'provider:giveaways',
  createGiveaway: 'provider:giveaways',
  declareWinner: 'provider:giveaways',
  drawWinner: 'provider:giveaways',
  issueEntries: 'provider:entries',
  provisionEntrant: 'provider:passports',
  recordPrizeDelivery: 'provider:giveaways',
  removeEntries: 'provider:entries',
  setRoundImage: 'provider:giveaways',
  setRoundMetadata: 'provider:giveaways',
};

type AnyUseCase = UseCase<z.ZodType, unknown, Permission, never>;
type AnyOperation = ProviderOperation<z.ZodType, ProviderScope, never>;

async function declared(): Promise<Map<string, AnyUseCase | AnyOperation>> {
  const modules = await Promise.all(
    globSync('src/core/**/*.ts').map(
      (file) => import(pathToFileURL(file).href) as Promise<Record<string, unknown>>,
    ),
  );
  return new Map(
    modules.flatMap((module) =>
      Object.entries(module).filter((entry): entry is [string, AnyUseCase] => hasPermission(entry[1])),
    ),
  );
}

function hasPermission(value: unknown): value is AnyUseCase {
  return typeof value === 'object' && value !== null && 'permission' in value && 'input' in value;
}

/** Asks without an input, and with ports that must not be used before the caller is let in. */
function query(operation: AnyUseCase | AnyOperation, caller: Caller): Promise<unknown> {
  const nothing = unused('ports');
  if ('execute' in operation) return run(nothing, caller, operation, undefined);
  return perform(nothing, caller, operation, undefined, { requestId: 'request-1' });
}

let all: Map<string, AnyUseCase | AnyOperation>;
beforeAll(async () => {
  all = await declared();
});

/** The scope that a refusal names. */
function scopeFor(permission: Permission): string | undefined {
  if (permission === 'publisher-profile') return 'giveaways:publish';
  return permission.includes(':') ? permission : undefined;
}

it('lists every use case with its permission', () => {
  const permissions = [...all].map(([name, { permission }]) => [name, permission]);
  expect(Object.fromEntries(permissions)).toEqual(PERMISSION_OF);
});

describe.each(Object.entries(PERMISSION_OF))('%s (%s)', (name, permission) => {
  it.each(Object.entries(CALLERS))(
    'lets %s in as the policy says, before it looks at the input',
    async (who, caller) => {
      const { code, reason, scope } = await errorOf(query(all.get(name)!, caller));
      if (HOLDERS[permission].includes(who)) expect(code).toBe('INVALID_PAYLOAD');
      else if (caller.kind === 'anonymous')
        expect({ code, reason }).toEqual({ code: 'UNAUTHENTICATED', reason: 'CREDENTIAL_MISSING' });
      else
        expect({ code, reason, scope }).toEqual({
          code: 'UNAUTHORIZED',
          reason: 'SCOPE_MISSING',
          scope: scopeFor(permission),
        });
    },
  );
});
