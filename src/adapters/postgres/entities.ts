import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Scope } from '../../core/callers.ts';
import type { ListingStatus } from '../../core/listings/listing.ts';
import type { AuditEntry } from '../../core/ports/audit-log.ts';
import type { WalletPurpose } from '../../core/wallets/wallet.ts';

export const PublisherEntity = defineEntity({
  name: 'Publisher',
  tableName: 'publisher',
  properties: {
    id: p.string().primary(),
    namespace: p.string().unique(),
    createdAt: p.datetime(),
  },
});

export const ListingEntity = defineEntity({
  name: 'Listing',
  tableName: 'listing',
  properties: {
    id: p.string().primary(),
    namespace: p.string(),
    publisherId: p.string().nullable(),
    sourceExternalId: p.string(),
    title: p.text(),
    description: p.text(),
    landingUrl: p.text(),
    provider: p.text(),
    image: p.text(),
    platform: p.text(),
    worth: p.text(),
    instructions: p.text(),
    endDate: p.datetime().nullable(),
    verified: p.boolean(),
    status: p.string().$type<ListingStatus>(),
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
  },
});

export const ProviderEntity = defineEntity({
  name: 'Provider',
  tableName: 'provider',
  properties: {
    id: p.string().primary(),
    name: p.text(),
    chainKey: p.string().unique(),
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
    label: p.text(),
    ciphertext: p.blob(),
    nonce: p.blob(),
    tag: p.blob(),
    wrappedKey: p.blob(),
    keyId: p.string(),
    createdAt: p.datetime(),
  },
});

export type ApiKeyRow = InferEntity<typeof ApiKeyEntity>;
export type ServiceClientRow = InferEntity<typeof ServiceClientEntity>;
export type ListingRow = InferEntity<typeof ListingEntity>;
export type WalletRow = InferEntity<typeof WalletEntity>;

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
];
