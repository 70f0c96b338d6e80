import type {
  ContactRecord,
  ContactStore,
  ContactSubject,
} from '../../../src/core/contacts/contact-store.ts';
import type { MetOwner, SeenOwnerStore } from '../../../src/core/passports/seen-owner-store.ts';
import type { FollowUpStore } from '../../../src/core/provisioning/follow-up-store.ts';
import type { SealedFollowUp, Provisions } from '../../../src/core/provisioning/provisions.ts';
import type { SealedText } from '../../../src/core/secrets/sealing.ts';
import type { Memory } from './memory.ts';

export function createContacts(memory: Memory): ContactStore {
  const contacts = memory.table<ContactRecord>();
  const of =
    ({ providerId, passportId }: Pick<ContactSubject, 'providerId' | 'passportId'>) =>
    (row: ContactRecord) =>
      row.providerId === providerId && row.passportId === passportId;
  const put = (record: ContactRecord, mayReplace: (kept: ContactRecord) => boolean): boolean => {
    const kept = contacts.find(of(record));
    if (kept && !mayReplace(kept)) return false;
    contacts.remove(of(record));
    contacts.add({ ...record, statedAt: record.statedAt ?? kept?.statedAt ?? null });
    return true;
  };
  const isOutdated = (currentKeyId: string) => (row: ContactRecord) =>
    row.sealed !== null && row.sealed.keyId !== currentKeyId;
  return {
    find: async (providerId, passportId) => contacts.find(of({ providerId, passportId })),
    state: async ({ now, ...statement }) =>
      put(
        { ...statement, source: statement.sealed === null ? 'ENDED' : 'SHARED', givenAt: now },
        (kept) => kept.statedAt === null || kept.statedAt < statement.statedAt,
      ),
    provision: async ({ now, ...contact }) =>
      put(
        { ...contact, source: 'PROVISIONED', givenAt: now, statedAt: null },
        (kept) =>
          kept.transfersUsed < contact.transfersUsed ||
          (kept.transfersUsed === contact.transfersUsed && kept.source === 'PROVISIONED'),
      ),
    async removeProvisioned({ providerId, passportId, givenAt }) {
      const isGivenThen = (row: ContactRecord) =>
        of({ providerId, passportId })(row) &&
        row.source === 'PROVISIONED' &&
        row.givenAt.getTime() === givenAt.getTime();
      contacts.remove((row) => isGivenThen(row) && row.statedAt === null);
      contacts.update(isGivenThen, ({ transfersUsed }) => ({
        source: 'ENDED',
        transfersUsed: transfersUsed - 1,
        sealed: null,
      }));
    },
    async endEarlier(passportId, transfersUsed) {
      contacts.update(
        (row) => row.passportId === passportId && row.transfersUsed < transfersUsed && row.sealed !== null,
        () => ({ source: 'ENDED', sealed: null }),
      );
    },
    findOutdated: async (currentKeyId, first) =>
      contacts.rows.filter(isOutdated(currentKeyId)).slice(0, first),
    countOutdated: async (currentKeyId) => contacts.rows.filter(isOutdated(currentKeyId)).length,
    async rewrap(keys) {
      const changed = keys.map((key) =>
        contacts.update(
          (row) => of(key)(row) && hasKey(row.sealed, key.previousWrappedKey),
          ({ sealed }) => ({ sealed: sealed && { ...sealed, keyId: key.keyId, wrappedKey: key.wrappedKey } }),
        ),
      );
      return changed.flat().length;
    },
  };
}

function hasKey(sealed: SealedText | null, wrappedKey: Uint8Array): boolean {
  return sealed !== null && Buffer.from(sealed.wrappedKey).equals(wrappedKey);
}

/** Owners that providers know, and `meets` for what the chain would tell of them. */
export interface FakeSeenOwners extends SeenOwnerStore {
  meets(providerKey: string, passportId: number, met: MetOwner): void;
}

export function createSeenOwners(memory: Memory): FakeSeenOwners {
  const seen = memory.table<{
    readonly providerId: string;
    readonly passportId: number;
    readonly owner: string;
  }>();
  const met = new Map<string, MetOwner>();
  const find: SeenOwnerStore['find'] = async (providerId, passportId) =>
    seen.find((row) => row.providerId === providerId && row.passportId === passportId)?.owner;
  return {
    meets: (providerKey, passportId, owner) => void met.set(`${providerKey} ${passportId}`, owner),
    find,
    findMet: async (providerKey, passportId) => met.get(`${providerKey} ${passportId}`),
    async noteFirst(providerId, passportId, owner) {
      if ((await find(providerId, passportId)) === undefined) seen.add({ providerId, passportId, owner });
    },
    async note(providerId, passportId, owner) {
      seen.remove((row) => row.providerId === providerId && row.passportId === passportId);
      seen.add({ providerId, passportId, owner });
    },
  };
}

export function createProvisions(memory: Memory): {
  readonly provisions: Provisions;
  readonly followUps: FollowUpStore;
} {
  const followUps = memory.table<SealedFollowUp>();
  const managed = memory.table<{ readonly providerId: string; readonly address: string }>();
  const isManagedBy: Provisions['isManagedBy'] = async (providerId, address) =>
    managed.rows.some((row) => row.providerId === providerId && row.address === address);
  const isOutdated = (currentKeyId: string) => (row: SealedFollowUp) => row.sealed.keyId !== currentKeyId;
  return {
    provisions: {
      async saveFollowUp(followUp) {
        if (!followUps.find((row) => row.operationId === followUp.operationId)) followUps.add(followUp);
      },
      findFollowUp: async (operationId) => followUps.find((row) => row.operationId === operationId),
      async deleteFollowUp(operationId) {
        followUps.remove((row) => row.operationId === operationId);
      },
      async addManagedWallet(providerId, address) {
        if (!(await isManagedBy(providerId, address))) managed.add({ providerId, address });
      },
      isManagedBy,
    },
    followUps: {
      findOutdated: async (currentKeyId, first) =>
        followUps.rows.filter(isOutdated(currentKeyId)).slice(0, first),
      countOutdated: async (currentKeyId) => followUps.rows.filter(isOutdated(currentKeyId)).length,
      async rewrap(keys) {
        const changed = keys.map((key) =>
          followUps.update(
            (row) => row.operationId === key.operationId && hasKey(row.sealed, key.previousWrappedKey),
            ({ sealed }) => ({ sealed: { ...sealed, keyId: key.keyId, wrappedKey: key.wrappedKey } }),
          ),
        );
        return changed.flat().length;
      },
    },
  };
}
