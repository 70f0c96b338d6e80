import type { SqlEntityManager } from '@mikro-orm/sql';
import type { ContactRecord, ContactStore, ContactSubject } from '../../../core/contacts/contact-store.ts';
import type { SealedText } from '../../../core/secrets/sealing.ts';
import { PassportContactEntity, type PassportContactRow } from '../connection/entities.ts';

const PUT = `
  insert into passport_contact as c (provider_id, passport_id, owner, transfers_used, source, given_at, stated_at,
    ciphertext, nonce, tag, wrapped_key, key_id)
  values (?, ?, ?, ?, ?, ?, ?, decode(?, 'base64'), decode(?, 'base64'), decode(?, 'base64'), decode(?, 'base64'), ?)
  on conflict (provider_id, passport_id) do update set
    owner = excluded.owner, transfers_used = excluded.transfers_used, source = excluded.source,
    given_at = excluded.given_at, stated_at = coalesce(excluded.stated_at, c.stated_at),
    ciphertext = excluded.ciphertext, nonce = excluded.nonce, tag = excluded.tag,
    wrapped_key = excluded.wrapped_key, key_id = excluded.key_id`;
const STATE = `${PUT}
  where c.stated_at is null or c.stated_at < excluded.stated_at`;
const PROVISION = `${PUT}
  where c.transfers_used < excluded.transfers_used
    or (c.transfers_used = excluded.transfers_used and c.source = 'PROVISIONED')`;

const END_EARLIER = `
  update passport_contact set source = 'ENDED', ciphertext = null, nonce = null, tag = null, wrapped_key = null, key_id = null
  where passport_id = ? and transfers_used < ? and key_id is not null`;

const GIVEN_THEN = `provider_id = ? and passport_id = ? and given_at = ? and source = 'PROVISIONED'`;
const DELETE_PROVISIONED = `delete from passport_contact where ${GIVEN_THEN} and stated_at is null`;
// As that of the ownership before, so that the provider can give one again.
const END_PROVISIONED = `
  update passport_contact set source = 'ENDED', transfers_used = transfers_used - 1,
    ciphertext = null, nonce = null, tag = null, wrapped_key = null, key_id = null
  where ${GIVEN_THEN}`;

// A contact that was replaced meanwhile has another data key, which stays.
const REWRAP = `
  update passport_contact c set wrapped_key = decode(new.wrapped_key, 'base64'), key_id = new.key_id
  from json_to_recordset(?::json)
    as new (provider_id text, passport_id bigint, previous_wrapped_key text, key_id text, wrapped_key text)
  where c.provider_id = new.provider_id and c.passport_id = new.passport_id
    and c.wrapped_key = decode(new.previous_wrapped_key, 'base64')`;

export function createContactStore(em: SqlEntityManager): ContactStore {
  const run = async (statement: string, values: readonly unknown[]): Promise<number> => {
    const { affectedRows } = await em.execute<{ affectedRows: number }>(statement, [...values], 'run');
    return affectedRows;
  };
  const put = async (
    statement: string,
    { providerId, passportId, ownerWallet, transfersUsed }: ContactSubject,
    source: ContactRecord['source'],
    [givenAt, statedAt]: readonly [Date, Date | null],
    sealed: SealedText | null,
  ): Promise<boolean> => {
    const { ciphertext, nonce, tag, wrappedKey } = sealed ?? {};
    const bytes = [ciphertext, nonce, tag, wrappedKey].map((each) => (each ? toBase64(each) : null));
    const times = [givenAt.toISOString(), statedAt?.toISOString() ?? null];
    const values = [providerId, passportId, ownerWallet, transfersUsed, source, ...times, ...bytes];
    return (await run(statement, [...values, sealed?.keyId ?? null])) === 1;
  };
  const findByKey = (side: '$lt' | '$gt', keyId: string, limit: number): Promise<PassportContactRow[]> =>
    em.find(
      PassportContactEntity,
      { keyId: { [side]: keyId } },
      { orderBy: { keyId: 'asc', providerId: 'asc', passportId: 'asc' }, limit },
    );
  return {
    async find(providerId, passportId) {
      const row = await em.findOne(PassportContactEntity, { providerId, passportId }, { refresh: true });
      return row === null ? undefined : toRecord(row);
    },
    state: ({ statedAt, now, sealed, ...subject }) =>
      put(STATE, subject, sealed === null ? 'ENDED' : 'SHARED', [now, statedAt], sealed),
    provision: ({ now, sealed, ...subject }) => put(PROVISION, subject, 'PROVISIONED', [now, null], sealed),
    async removeProvisioned({ providerId, passportId, givenAt }) {
      const values = [providerId, passportId, givenAt.toISOString()];
      if ((await run(DELETE_PROVISIONED, values)) === 0) await run(END_PROVISIONED, values);
    },
    async endEarlier(passportId, transfersUsed) {
      await run(END_EARLIER, [passportId, transfersUsed]);
    },
    // Two index ranges around the current key, as in the wallet store.
    async findOutdated(currentKeyId, first) {
      const before = await findByKey('$lt', currentKeyId, first);
      const missing = first - before.length;
      const after = missing > 0 ? await findByKey('$gt', currentKeyId, missing) : [];
      return [...before, ...after].map(toRecord);
    },
    countOutdated: (currentKeyId) => em.count(PassportContactEntity, { keyId: { $ne: currentKeyId } }),
    async rewrap(keys) {
      if (keys.length === 0) return 0;
      const records = keys.map(({ providerId, passportId, previousWrappedKey, keyId, wrappedKey }) => ({
        provider_id: providerId,
        passport_id: passportId,
        previous_wrapped_key: toBase64(previousWrappedKey),
        key_id: keyId,
        wrapped_key: toBase64(wrappedKey),
      }));
      return run(REWRAP, [JSON.stringify(records)]);
    },
  };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}

function toRecord(row: PassportContactRow): ContactRecord {
  const { providerId, passportId, owner, transfersUsed, source, givenAt, statedAt } = row;
  const record = { providerId, passportId, ownerWallet: owner, transfersUsed, source, givenAt };
  return { ...record, statedAt: statedAt ?? null, sealed: toSealed(row) };
}

/** All columns of the secret are set or none, which a check of the table guarantees. */
function toSealed(row: PassportContactRow): SealedText | null {
  const { ciphertext, nonce, tag, wrappedKey, keyId } = row;
  return ciphertext && nonce && tag && wrappedKey && keyId != null
    ? { ciphertext, nonce, tag, wrappedKey, keyId }
    : null;
}
