import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Scope } from '../../../core/access/callers.ts';
import { LISTING_TEXTS, type ListingText } from '../../../core/listings/listing-draft.ts';
import type { ListingStatus } from '../../../core/listings/listing.ts';
import type { AuditEntry } from '../../../core/audit/audit-store.ts';
import type { ContactSource } from '../../../core/contacts/contact-store.ts';
import type { WalletPurpose } from '../../../core/wallets/wallet.ts';
import type { DeliveryState, FollowedFilter, WebhookEventType } from '../../../core/webhooks/webhook.ts';

/*
 * The entities of the tables that the stores of accounts, keys, publishers, listings, providers, wallets, contacts, webhooks
 * and the audit log read and write, row by row and in transactions (decision 14). A table that only written SQL uses has no
 * entity: the read model, operations and lanes, queues, claims, leases and counters, reports of listings, text that is
 * found by its hash, follow-ups and signatures. Nor have the tables that belong to a library: sessions, sign-in methods and verifications of
 * better-auth, and the schema of pg-boss. Migrations create all tables.
 */

export const PublisherEntity = defineEntity({
  name: 'Publisher',
  tableName: 'publisher',
  properties: {
    id: p.string().primary(),
    namespace: p.string().unique(),
    createdAt: p.datetime(),
    blockedReason: p.text().nullable(),
    displayName: p.text().nullable(),
    profileText: p.text().nullable(),
    links: p.array().$type<string[]>().nullable(),
    // A domain without this time is not proven.
    domain: p.text().nullable(),
    domainProvenAt: p.datetime().nullable(),
    domainCheckedAt: p.datetime().nullable(),
  },
});

const listingTexts = Object.fromEntries(LISTING_TEXTS.map((name) => [name, p.text()])) as Record<
  ListingText,
  ReturnType<typeof p.text>
>;

export const ListingEntity = defineEntity({
  name: 'Listing',
  tableName: 'listing',
  properties: {
    id: p.string().primary(),
    namespace: p.string(),
    publisherId: p.string().nullable(),
    sourceExternalId: p.string(),
    ...listingTexts,
    endDate: p.datetime().nullable(),
    /** Words, which `readFacts` reads. */
    facts: p.text().columnType('tsvector').nullable(),
    verified: p.boolean(),
    /** What the public sees: withdrawn also while the operator withholds the listing. */
    status: p.string().$type<ListingStatus>(),
    withheld: p.boolean(),
    hiddenReason: p.text().nullable(),
    uploadedPicture: p.text().nullable(),
    fetchedPicture: p.text().nullable(),
    // The image that was fetched last: the picture is that of another image when it differs.
    fetchedFrom: p.text().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export const AccountEntity = defineEntity({
  name: 'Account',
  tableName: 'user_account',
  properties: {
    id: p.string().primary(),
    email: p.string().unique(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: p.string().primary(),
    accountId: p.string(),
    providerId: p.string().nullable(),
    signer: p.string().nullable(),
    publisherId: p.string(),
    name: p.text(),
    hash: p.string().unique(),
    start: p.text(),
    end: p.text(),
    scopes: p.array().$type<Scope[]>(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
    rotatedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    expiresAt: p.datetime().nullable(),
    warnedAt: p.datetime().nullable(),
    creationId: p.string().nullable(),
  },
});

export const ProviderEntity = defineEntity({
  name: 'Provider',
  tableName: 'provider',
  properties: {
    id: p.string().primary(),
    name: p.text(),
    chainKey: p.string().unique(),
    defaultSigner: p.string().nullable(),
    createdAt: p.datetime(),
  },
});

export const ProviderMemberEntity = defineEntity({
  name: 'ProviderMember',
  tableName: 'provider_member',
  properties: {
    providerId: p.string().primary(),
    accountId: p.string().primary(),
    addedAt: p.datetime(),
  },
});

export const ServiceClientEntity = defineEntity({
  name: 'ServiceClient',
  tableName: 'service_client',
  properties: {
    id: p.string().primary(),
    name: p.text(),
    secretHash: p.text(),
    scopes: p.array(),
    createdAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
    creationId: p.string().nullable(),
  },
});

export const AuditEntryEntity = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  properties: {
    id: p.string().primary(),
    at: p.datetime(),
    actor: p.text(),
    action: p.text(),
    subject: p.text(),
    facts: p.json().$type<AuditEntry['facts']>(),
  },
});

export const WalletEntity = defineEntity({
  name: 'Wallet',
  tableName: 'wallet',
  properties: {
    id: p.string().primary(),
    address: p.string(),
    purpose: p.string().$type<WalletPurpose>(),
    providerId: p.string().nullable(),
    label: p.text(),
    ciphertext: p.blob(),
    nonce: p.blob(),
    tag: p.blob(),
    wrappedKey: p.blob(),
    keyId: p.string(),
    createdAt: p.datetime(),
  },
});

export const PassportContactEntity = defineEntity({
  name: 'PassportContact',
  tableName: 'passport_contact',
  properties: {
    providerId: p.string().primary(),
    passportId: p.bigint('number').primary(),
    owner: p.string(),
    transfersUsed: p.bigint('number'),
    source: p.string().$type<ContactSource>(),
    givenAt: p.datetime(),
    statedAt: p.datetime().nullable(),
    ciphertext: p.blob().nullable(),
    nonce: p.blob().nullable(),
    tag: p.blob().nullable(),
    wrappedKey: p.blob().nullable(),
    keyId: p.string().nullable(),
  },
});

export const EntryEvidenceEntity = defineEntity({
  name: 'EntryEvidence',
  tableName: 'entry_evidence',
  properties: {
    providerId: p.string().primary(),
    hash: p.string().primary(),
    salt: p.string().nullable(),
    evidence: p.text(),
    createdAt: p.datetime(),
  },
});

export const SeenOwnerEntity = defineEntity({
  name: 'SeenOwner',
  tableName: 'seen_owner',
  properties: {
    providerId: p.string().primary(),
    passportId: p.bigint('number').primary(),
    owner: p.string(),
    seenAt: p.datetime(),
  },
});

export const WebhookEntity = defineEntity({
  name: 'Webhook',
  tableName: 'webhook',
  properties: {
    id: p.string().primary(),
    providerId: p.string().nullable(),
    accountId: p.string().nullable(),
    filter: p.json().$type<FollowedFilter>().nullable(),
    url: p.text(),
    events: p.array().$type<WebhookEventType[]>(),
    ciphertext: p.blob(),
    nonce: p.blob(),
    tag: p.blob(),
    wrappedKey: p.blob(),
    keyId: p.string(),
    previousUntil: p.datetime().nullable(),
    failures: p.integer(),
    createdAt: p.datetime(),
    rotatedAt: p.datetime().nullable(),
    disabledAt: p.datetime().nullable(),
    pausedUntil: p.datetime().nullable(),
    creationId: p.string().nullable(),
    topic: p.text().nullable(),
    leaseUntil: p.datetime().nullable(),
  },
});

export const WebhookEventEntity = defineEntity({
  name: 'WebhookEvent',
  tableName: 'webhook_event',
  properties: {
    id: p.string().primary(),
    type: p.string().$type<WebhookEventType>(),
  },
});

export const WebhookDeliveryEntity = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  properties: {
    id: p.string().primary(),
    webhookId: p.string(),
    eventId: p.string(),
    state: p.string().$type<DeliveryState>(),
    dueAt: p.datetime(),
    createdAt: p.datetime(),
  },
});

export const WebhookAttemptEntity = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempt',
  properties: {
    deliveryId: p.string().primary(),
    number: p.integer().primary(),
    at: p.datetime(),
    durationMs: p.integer(),
    status: p.integer().nullable(),
    error: p.text().nullable(),
    body: p.text().nullable(),
  },
});

export type ApiKeyRow = InferEntity<typeof ApiKeyEntity>;
export type ServiceClientRow = InferEntity<typeof ServiceClientEntity>;
export type PublisherRow = InferEntity<typeof PublisherEntity>;
export type ListingRow = InferEntity<typeof ListingEntity>;
export type PassportContactRow = InferEntity<typeof PassportContactEntity>;
export type WalletRow = InferEntity<typeof WalletEntity>;
export type WebhookRow = InferEntity<typeof WebhookEntity>;
export type WebhookDeliveryRow = InferEntity<typeof WebhookDeliveryEntity>;

export const ENTITIES = [
  PublisherEntity,
  ListingEntity,
  AccountEntity,
  ApiKeyEntity,
  ProviderEntity,
  ProviderMemberEntity,
  ServiceClientEntity,
  AuditEntryEntity,
  WalletEntity,
  PassportContactEntity,
  SeenOwnerEntity,
  EntryEvidenceEntity,
  WebhookEntity,
  WebhookEventEntity,
  WebhookDeliveryEntity,
  WebhookAttemptEntity,
];
