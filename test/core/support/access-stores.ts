import type { Publisher, PublisherStore } from '../../../src/core/accounts/publisher-store.ts';
import { isProviderScope } from '../../../src/core/access/callers.ts';
import type { ApiKey } from '../../../src/core/api-keys/api-key.ts';
import type { ApiKeyStore } from '../../../src/core/api-keys/api-key-store.ts';
import type { AuditEntry, AuditLog } from '../../../src/core/audit/audit-store.ts';
import type { Session, SessionStore } from '../../../src/core/accounts/session-store.ts';
import type { Ids } from '../../../src/core/ids.ts';
import type {
  ServiceClient,
  ServiceClientStore,
  StoredServiceClient,
} from '../../../src/core/service-clients/service-client-store.ts';
import { NO_PROFILE } from '../../../src/core/accounts/publishers/publisher-profile.ts';
import { pageNewestFirst, type Memory } from './memory.ts';
import type { FakeAccounts } from './sign-in.ts';

export function createPublishers(memory: Memory, ids: Ids): PublisherStore {
  const publishers = memory.table<Publisher>();
  return {
    findMany: async (wanted) => publishers.rows.filter(({ id }) => wanted.includes(id)),
    findByNamespace: async (namespace) => publishers.find((row) => row.namespace === namespace),
    setBlocked: async (id, blockedReason) =>
      publishers.update(
        (row) => row.id === id,
        () => ({ blockedReason }),
      )[0],
    lock: async (id) => publishers.find((row) => row.id === id),
    async setProfile(id, profile) {
      publishers.update(
        (row) => row.id === id,
        () => ({ profile }),
      );
    },
    countListings: async () => new Map(),
    async findOrCreate(namespace, now) {
      const existing = publishers.find((row) => row.namespace === namespace);
      if (existing) return existing;
      const id = ids.next('pub');
      const none = { blockedReason: null, profile: NO_PROFILE, provenDomain: null };
      const created = { id, namespace, createdAt: now, ...none };
      publishers.add(created);
      return created;
    },
  };
}

export interface KeptKey extends ApiKey {
  readonly publisherId: string;
  readonly hash: string;
  readonly creationId: string | null;
  readonly warnedAt: Date | null;
  readonly attempts: number;
  readonly warnAfter: Date | null;
}

/** The keys with what the store never hands out. */
export interface FakeApiKeys extends ApiKeyStore {
  kept(id: string): KeptKey | undefined;
  noteUse(id: string, at: Date): void;
}

export function createApiKeys(memory: Memory, accounts: FakeAccounts): FakeApiKeys {
  const keys = memory.table<KeptKey>();
  const change = async (accountId: string, id: string, changed: Partial<KeptKey>) => {
    const [key] = keys.update(
      (row) => isLive(row, accountId) && row.id === id,
      () => changed,
    );
    return key && toApiKey(key);
  };
  return {
    kept: (id) => keys.find((row) => row.id === id),
    noteUse(id, at) {
      keys.update(
        (row) => row.id === id,
        () => ({ lastUsedAt: at }),
      );
    },
    async add(key, stored) {
      const { hash } = stored;
      if (keys.find((row) => row.id === key.id || row.hash === hash))
        throw new Error('The key is there already.');
      keys.add({ ...key, ...stored, warnedAt: null, attempts: 0, warnAfter: null });
    },
    async findCreated(accountId, creationId) {
      const key = keys.find((row) => row.accountId === accountId && row.creationId === creationId);
      return key && { apiKey: toApiKey(key), hash: key.hash };
    },
    async pageOf(accountId, page) {
      const own = keys.rows.filter((row) => row.accountId === accountId);
      const { items, ...neighbours } = pageNewestFirst(own, (row) => row.createdAt, page);
      return { items: items.map(toApiKey), ...neighbours };
    },
    async countLive(accountId, now) {
      memory.requireTransaction();
      if (!(await accounts.find(accountId))) throw new Error('There is no such account.');
      const isUnexpired = ({ expiresAt }: KeptKey) => expiresAt === null || expiresAt > now;
      return keys.rows.filter((row) => isLive(row, accountId) && isUnexpired(row)).length;
    },
    async findLocked(accountId, id) {
      memory.requireTransaction();
      const key = keys.find((row) => isLive(row, accountId) && row.id === id);
      return key && { apiKey: toApiKey(key), hash: key.hash };
    },
    rotate: (accountId, id, { hash, start, end }, now) =>
      change(accountId, id, { hash, start, end, rotatedAt: now }),
    async claimExpiring(now, until, limit) {
      const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
      const isDue = ({ revokedAt, expiresAt, warnedAt, warnAfter, createdAt }: KeptKey) =>
        revokedAt === null &&
        (warnedAt === null || warnedAt > hours(24)) &&
        (warnAfter === null || warnAfter <= now || warnAfter > hours(13)) &&
        expiresAt !== null &&
        expiresAt > now &&
        expiresAt < until &&
        expiresAt.getTime() - createdAt.getTime() > until.getTime() - now.getTime();
      const due = new Set(keys.rows.filter(isDue).slice(0, limit));
      const claimed = keys.update(
        (row) => due.has(row),
        ({ attempts }) => ({
          attempts: attempts + 1,
          warnedAt: null,
          warnAfter: new Date(now.getTime() + Math.min(600_000 * 2 ** attempts, 43_200_000)),
        }),
      );
      return Promise.all(
        claimed.map(async ({ id, name, start, expiresAt, accountId, attempts }) => ({
          attempt: attempts,
          id,
          name,
          start,
          expiresAt: expiresAt as Date,
          email: (await accounts.find(accountId))?.email ?? '',
          language: accounts.languageOf(accountId),
        })),
      );
    },
    async endWarning(id, now) {
      keys.update(
        (row) => row.id === id,
        () => ({ warnedAt: now }),
      );
    },
    async unclaimExpiring(ids) {
      keys.update(
        (row) => ids.includes(row.id),
        ({ attempts }) => ({ attempts: attempts - 1, warnAfter: null }),
      );
    },
    revoke: (accountId, id, now) => change(accountId, id, { revokedAt: now }),
    async findLive(accountId, id) {
      const key = keys.find((row) => isLive(row, accountId) && row.id === id);
      return key && toApiKey(key);
    },
    change: (accountId, id, { name, scopes, expiresAt }) =>
      change(accountId, id, { name, scopes, expiresAt }),
    setSigner: (accountId, id, signer) => change(accountId, id, { signer }),
    async releaseSigner(providerId, signer) {
      const released = keys.update(
        (row) => row.providerId === providerId && row.signer === signer,
        () => ({ signer: null }),
      );
      return released
        .filter((row) => row.revokedAt === null)
        .map(({ id }) => id)
        .toSorted();
    },
    async leaveProvider(accountId, providerId, now) {
      const isLeft = (row: KeptKey) => isLive(row, accountId) && row.providerId === providerId;
      const revoked = keys.update(
        (row) => isLeft(row) && row.scopes.every(isProviderScope),
        () => ({ revokedAt: now }),
      );
      const narrowed = keys.update(isLeft, ({ scopes }) => ({
        providerId: null,
        signer: null,
        scopes: scopes.filter((scope) => !isProviderScope(scope)),
      }));
      return {
        revoked: revoked.map(({ id }) => id).toSorted(),
        narrowed: narrowed.map(({ id }) => id).toSorted(),
      };
    },
  };
}

function isLive(row: KeptKey, accountId: string): boolean {
  return row.accountId === accountId && row.revokedAt === null;
}

function toApiKey(kept: KeptKey): ApiKey {
  const {
    publisherId: _publisherId,
    hash: _hash,
    creationId: _creationId,
    warnedAt: _warnedAt,
    attempts: _attempts,
    warnAfter: _warnAfter,
    ...key
  } = kept;
  return key;
}

/** The audit log with all of its entries at hand, oldest first. */
export interface FakeAuditLog extends AuditLog {
  readonly entries: readonly AuditEntry[];
}

export function createAudit(memory: Memory): FakeAuditLog {
  const entries = memory.table<AuditEntry>();
  return {
    get entries() {
      return entries.rows;
    },
    async add(entry) {
      if (entries.find(({ id }) => id === entry.id)) throw new Error('The entry is there already.');
      entries.add(entry);
    },
    page: async (page) => pageNewestFirst(entries.rows, (row) => row.at, page),
    async pageOfAccount(accountId, page) {
      const isOwn = ({ actor, facts }: AuditEntry) =>
        (facts['account'] ?? (actor.startsWith('account:') ? actor.slice(8) : undefined)) === accountId;
      return pageNewestFirst(entries.rows.filter(isOwn), (row) => row.at, page);
    },
  };
}

/** The sessions, with a way to open one. */
export interface FakeSessions extends SessionStore {
  open(accountId: string, session: Session): void;
}

export function createSessionStore(memory: Memory): FakeSessions {
  const sessions = memory.table<Session & { readonly accountId: string }>();
  return {
    open: (accountId, session) => sessions.add({ ...session, accountId }),
    async pageOf(accountId, now, page) {
      const live = sessions.rows.filter((row) => row.accountId === accountId && row.expiresAt > now);
      const { items, ...neighbours } = pageNewestFirst(live, (row) => row.createdAt, page);
      return { items: items.map(({ accountId: _accountId, ...session }) => session), ...neighbours };
    },
    end: async (accountId, id, now) =>
      sessions.remove((row) => row.accountId === accountId && row.id === id && row.expiresAt > now).length >
      0,
    endOthers: async (accountId, id, now) =>
      sessions
        .remove((row) => row.accountId === accountId && row.id !== id)
        .filter(({ expiresAt }) => expiresAt > now).length,
  };
}

export function createServiceClients(memory: Memory): ServiceClientStore {
  const clients = memory.table<StoredServiceClient & { readonly creationId: string | null }>();
  const namespaces = new Map<string, string>();
  const isLive = (id: string) => (row: ServiceClient) => row.id === id && row.revokedAt === null;
  const toStored = ({ creationId: _creationId, ...client }: (typeof clients.rows)[number]) => client;
  const toClient = (row: (typeof clients.rows)[number]): ServiceClient => {
    const { secretHash: _secretHash, ...client } = toStored(row);
    return client;
  };
  return {
    async add(client, stored) {
      const { creationId } = stored;
      const created = creationId === null ? undefined : clients.find((row) => row.creationId === creationId);
      if (created !== undefined) return toStored(created);
      clients.add({ ...client, ...stored });
      return undefined;
    },
    async findLive(id) {
      const client = clients.find(isLive(id));
      return client && toStored(client);
    },
    async settleNamespace(id, namespace) {
      namespaces.set(id, namespaces.get(id) ?? namespace);
      return namespaces.get(id) ?? namespace;
    },
    async page(page) {
      const { items, ...neighbours } = pageNewestFirst(clients.rows, (row) => row.createdAt, page);
      return { items: items.map(toClient), ...neighbours };
    },
    async revoke(id, now) {
      const [revoked] = clients.update(isLive(id), () => ({ revokedAt: now }));
      return revoked && toClient(revoked);
    },
  };
}
