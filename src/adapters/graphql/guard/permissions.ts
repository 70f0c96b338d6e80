import type { GraphQLSchema } from 'graphql';
import { accountSessions } from '../../../core/accounts/account-sessions.ts';
import { endOtherSessions } from '../../../core/accounts/end-other-sessions.ts';
import { endSession } from '../../../core/accounts/end-session.ts';
import { signOut } from '../../../core/accounts/sign-out.ts';
import { viewer } from '../../../core/accounts/viewer.ts';
import { apiKeys } from '../../../core/api-keys/api-keys.ts';
import { createApiKey } from '../../../core/api-keys/create-api-key.ts';
import { revokeApiKey } from '../../../core/api-keys/revoke-api-key.ts';
import { rotateApiKey } from '../../../core/api-keys/rotate-api-key.ts';
import { setApiKeySigner } from '../../../core/api-keys/set-api-key-signer.ts';
import { auditLog } from '../../../core/audit/audit-log.ts';
import { authorize, PERMISSIONS, type Permission } from '../../../core/access/callers.ts';
import { passportContact } from '../../../core/contacts/passport-contact.ts';
import { DomainError } from '../../../core/errors.ts';
import { findOperation } from '../../../core/operations/find-operation.ts';
import { createGiveaway } from '../../../core/giveaways/create-giveaway.ts';
import { issueEntries } from '../../../core/entries/issue-entries.ts';
import { removeEntries } from '../../../core/entries/remove-entries.ts';
import { provisionEntrant } from '../../../core/provisioning/provision-entrant.ts';
import { declareWinner } from '../../../core/rounds/declare-winner.ts';
import { drawWinner } from '../../../core/draws/draw-winner.ts';
import { confirmReceiptByProvider } from '../../../core/prizes/confirm-receipt-by-provider.ts';
import { setRoundMetadata } from '../../../core/rounds/set-round-metadata.ts';
import { setRoundImage } from '../../../core/rounds/set-round-image.ts';
import { recordPrizeDelivery } from '../../../core/prizes/record-prize-delivery.ts';
import { assignLegacyListing } from '../../../core/listings/legacy/assign-legacy-listing.ts';
import { importLegacyListings } from '../../../core/listings/legacy/import-legacy-listings.ts';
import { migrateListings } from '../../../core/listings/migrate-listings.ts';
import { myListing } from '../../../core/listings/my-listing.ts';
import { myListings } from '../../../core/listings/my-listings.ts';
import { publishLegacyListing } from '../../../core/listings/legacy/publish-legacy-listing.ts';
import { publishListing } from '../../../core/listings/publish-listing.ts';
import { blockPublisher } from '../../../core/listings/takedown/block-publisher.ts';
import { hideListing } from '../../../core/listings/takedown/hide-listing.ts';
import { unblockPublisher } from '../../../core/listings/takedown/unblock-publisher.ts';
import { unhideListing } from '../../../core/listings/takedown/unhide-listing.ts';
import { unverifyListing } from '../../../core/listings/badge/unverify-listing.ts';
import { verifyListing } from '../../../core/listings/badge/verify-listing.ts';
import { withdrawListing } from '../../../core/listings/withdraw-listing.ts';
import { passportStatus } from '../../../core/passports/passport-status.ts';
import { addProviderMember } from '../../../core/providers/add-provider-member.ts';
import { attachSigner } from '../../../core/providers/attach-signer.ts';
import { createProvider } from '../../../core/providers/create-provider.ts';
import { detachSigner } from '../../../core/providers/detach-signer.ts';
import { provider } from '../../../core/providers/provider.ts';
import { providers } from '../../../core/providers/providers.ts';
import { removeProviderMember } from '../../../core/providers/remove-provider-member.ts';
import { createServiceClient } from '../../../core/service-clients/create-service-client.ts';
import { revokeServiceClient } from '../../../core/service-clients/revoke-service-client.ts';
import { serviceClients } from '../../../core/service-clients/service-clients.ts';
import { diagnosis } from '../../../core/status/diagnosis.ts';
import { createWallet } from '../../../core/wallets/create-wallet.ts';
import { importWallet } from '../../../core/wallets/import-wallet.ts';
import { rotateKeyEncryption } from '../../../core/secrets/rotate-key-encryption.ts';
import { wallets } from '../../../core/wallets/wallets.ts';
import { createWebhook } from '../../../core/webhooks/create-webhook.ts';
import { enableWebhook } from '../../../core/webhooks/enable-webhook.ts';
import { deleteWebhook } from '../../../core/webhooks/delete-webhook.ts';
import { redeliverWebhook } from '../../../core/webhooks/redeliver-webhook.ts';
import { rotateWebhookSecret } from '../../../core/webhooks/rotate-webhook-secret.ts';
import { webhookDeliveries } from '../../../core/webhooks/webhook-deliveries.ts';
import { webhooks } from '../../../core/webhooks/webhooks.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { PUBLIC } from './public-fields.ts';
import { applyMiddleware, rule, shield } from './shield.ts';

/** The permission that each other field requires, from its use case in the core. */
export const GUARDED: Readonly<Record<string, Readonly<Record<string, Permission>> | Permission>> = {
  Query: {
    viewer: viewer.permission,
    apiKeys: apiKeys.permission,
    provider: provider.permission,
    providers: providers.permission,
    myListing: myListing.permission,
    myListings: myListings.permission,
    serviceClients: serviceClients.permission,
    auditLog: auditLog.permission,
    wallets: wallets.permission,
    diagnosis: diagnosis.permission,
    webhooks: webhooks.permission,
    webhookDeliveries: webhookDeliveries.permission,
    passportContact: passportContact.permission,
    operation: findOperation.permission,
  },
  Mutation: {
    signOut: signOut.permission,
    endSession: endSession.permission,
    endOtherSessions: endOtherSessions.permission,
    createApiKey: createApiKey.permission,
    rotateApiKey: rotateApiKey.permission,
    revokeApiKey: revokeApiKey.permission,
    setApiKeySigner: setApiKeySigner.permission,
    createProvider: createProvider.permission,
    addProviderMember: addProviderMember.permission,
    removeProviderMember: removeProviderMember.permission,
    attachSigner: attachSigner.permission,
    detachSigner: detachSigner.permission,
    publishListing: publishListing.permission,
    withdrawListing: withdrawListing.permission,
    publishLegacyListing: publishLegacyListing.permission,
    verifyListing: verifyListing.permission,
    unverifyListing: unverifyListing.permission,
    hideListing: hideListing.permission,
    unhideListing: unhideListing.permission,
    blockPublisher: blockPublisher.permission,
    unblockPublisher: unblockPublisher.permission,
    assignLegacyListing: assignLegacyListing.permission,
    importLegacyListings: importLegacyListings.permission,
    migrateListings: migrateListings.permission,
    createServiceClient: createServiceClient.permission,
    revokeServiceClient: revokeServiceClient.permission,
    createWallet: createWallet.permission,
    createWebhook: createWebhook.permission,
    rotateWebhookSecret: rotateWebhookSecret.permission,
    enableWebhook: enableWebhook.permission,
    deleteWebhook: deleteWebhook.permission,
    redeliverWebhook: redeliverWebhook.permission,
    importWallet: importWallet.permission,
    rotateKeyEncryption: rotateKeyEncryption.permission,
    passportStatus: passportStatus.permission,
    createGiveaway: createGiveaway.permission,
    issueEntries: issueEntries.permission,
    removeEntries: removeEntries.permission,
    declareWinner: declareWinner.permission,
    drawWinner: drawWinner.permission,
    confirmReceiptByProvider: confirmReceiptByProvider.permission,
    setRoundMetadata: setRoundMetadata.permission,
    setRoundImage: setRoundImage.permission,
    recordPrizeDelivery: recordPrizeDelivery.permission,
    provisionEntrant: provisionEntrant.permission,
  },
  Subscription: { operationUpdated: findOperation.permission },
  Viewer: viewer.permission,
  ApiKey: apiKeys.permission,
  ApiKeyConnection: apiKeys.permission,
  ApiKeyEdge: apiKeys.permission,
  CreateApiKeyPayload: createApiKey.permission,
  RotateApiKeyPayload: rotateApiKey.permission,
  RevokeApiKeyPayload: revokeApiKey.permission,
  SetApiKeySignerPayload: setApiKeySigner.permission,
  Provider: provider.permission,
  ProviderMember: provider.permission,
  ProviderMemberConnection: provider.permission,
  ProviderMemberEdge: provider.permission,
  ProviderSigner: provider.permission,
  ProviderSignerConnection: provider.permission,
  ProviderSignerEdge: provider.permission,
  ProviderConnection: providers.permission,
  ProviderEdge: providers.permission,
  CreateProviderPayload: createProvider.permission,
  AddProviderMemberPayload: addProviderMember.permission,
  RemoveProviderMemberPayload: removeProviderMember.permission,
  AttachSignerPayload: attachSigner.permission,
  DetachSignerPayload: detachSigner.permission,
  SignOutPayload: signOut.permission,
  Session: accountSessions.permission,
  SessionConnection: accountSessions.permission,
  SessionEdge: accountSessions.permission,
  EndSessionPayload: endSession.permission,
  EndOtherSessionsPayload: endOtherSessions.permission,
  PublishListingPayload: publishListing.permission,
  PublishLegacyListingPayload: publishLegacyListing.permission,
  WithdrawListingPayload: withdrawListing.permission,
  VerifyListingPayload: verifyListing.permission,
  UnverifyListingPayload: unverifyListing.permission,
  HideListingPayload: hideListing.permission,
  UnhideListingPayload: unhideListing.permission,
  BlockPublisherPayload: blockPublisher.permission,
  UnblockPublisherPayload: unblockPublisher.permission,
  AssignLegacyListingPayload: assignLegacyListing.permission,
  ImportLegacyListingsPayload: importLegacyListings.permission,
  MigrateListingsPayload: migrateListings.permission,
  CreateServiceClientPayload: createServiceClient.permission,
  RevokeServiceClientPayload: revokeServiceClient.permission,
  ServiceClient: serviceClients.permission,
  ServiceClientConnection: serviceClients.permission,
  ServiceClientEdge: serviceClients.permission,
  AuditEntry: 'audit-entries',
  AuditEntryConnection: 'audit-entries',
  AuditEntryEdge: 'audit-entries',
  Webhook: webhooks.permission,
  WebhookConnection: webhooks.permission,
  WebhookEdge: webhooks.permission,
  WebhookDelivery: webhookDeliveries.permission,
  WebhookDeliveryConnection: webhookDeliveries.permission,
  WebhookDeliveryEdge: webhookDeliveries.permission,
  WebhookAttempt: webhookDeliveries.permission,
  WebhookAttemptConnection: webhookDeliveries.permission,
  WebhookAttemptEdge: webhookDeliveries.permission,
  CreateWebhookPayload: createWebhook.permission,
  RotateWebhookSecretPayload: rotateWebhookSecret.permission,
  EnableWebhookPayload: enableWebhook.permission,
  DeleteWebhookPayload: deleteWebhook.permission,
  RedeliverWebhookPayload: redeliverWebhook.permission,
  Diagnosis: diagnosis.permission,
  SignerDiagnosis: diagnosis.permission,
  UnknownTransaction: diagnosis.permission,
  Wallet: wallets.permission,
  WalletConnection: wallets.permission,
  WalletEdge: wallets.permission,
  CreateWalletPayload: createWallet.permission,
  ImportWalletPayload: importWallet.permission,
  RotateKeyEncryptionPayload: rotateKeyEncryption.permission,
  PassportContact: passportContact.permission,
  PassportStatusPayload: passportStatus.permission,
  Operation: findOperation.permission,
  OperationError: findOperation.permission,
  CreateGiveawayPayload: createGiveaway.permission,
  IssueEntriesPayload: issueEntries.permission,
  RemoveEntriesPayload: removeEntries.permission,
  DeclareWinnerPayload: declareWinner.permission,
  DrawWinnerPayload: drawWinner.permission,
  ConfirmReceiptByProviderPayload: confirmReceiptByProvider.permission,
  SetRoundMetadataPayload: setRoundMetadata.permission,
  SetRoundImagePayload: setRoundImage.permission,
  RecordPrizeDeliveryPayload: recordPrizeDelivery.permission,
  ProvisionEntrantPayload: provisionEntrant.permission,
};

const rules = Object.fromEntries(
  PERMISSIONS.map((permission) => [permission, createRule(permission)]),
) as Record<Permission, ReturnType<typeof createRule>>;

const refused = new DomainError('UNAUTHORIZED', 'This field is not open to anybody.', {
  reason: 'FIELD_DENIED',
});
const denied = rule({ cache: 'no_cache' })(() => refused);

/** Adds the shield to every field that is not public; public fields stay without a wrapper, which would slow them. */
export function guardSchema(schema: GraphQLSchema): GraphQLSchema {
  const tree = Object.fromEntries(
    Object.entries(GUARDED).map(([type, needed]) => [
      type,
      typeof needed === 'string'
        ? rules[needed]
        : Object.fromEntries(Object.entries(needed).map(([field, permission]) => [field, rules[permission]])),
    ]),
  );
  const guard = shield(tree, { allowExternalErrors: true, fallbackRule: denied, fallbackError: refused });
  const middleware = guard.generate(schema) as Record<string, Record<string, unknown>>;
  for (const [type, fields] of Object.entries(PUBLIC)) {
    for (const field of fields === '*' ? Object.keys(middleware[type] ?? {}) : fields)
      delete middleware[type]?.[field];
  }
  return applyMiddleware(schema, middleware as never);
}

function createRule(permission: Permission) {
  return rule({ cache: 'no_cache' })((_parent, _args, { caller }: GraphqlContext) => {
    try {
      authorize(permission, caller);
      return true;
    } catch (error) {
      // The shield hides errors that a rule throws, and forwards errors that it returns.
      return error as DomainError;
    }
  });
}
