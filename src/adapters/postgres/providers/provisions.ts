import type { SealedFollowUp, Provisions } from '../../../core/provisioning/provisions.ts';
import type { Sql, TextRow } from '../connection/sql.ts';

const SAVE_FOLLOW_UP = {
  name: 'save-follow-up',
  text: `insert into provision_errand (operation_id, provider_id, ciphertext, nonce, tag, wrapped_key, key_id)
    values ($1, $2, decode($3, 'base64'), decode($4, 'base64'), decode($5, 'base64'), decode($6, 'base64'), $7)
    on conflict do nothing`,
};
const SEALED_COLUMNS = `operation_id, provider_id, key_id, encode(ciphertext, 'base64'), encode(nonce, 'base64'),
  encode(tag, 'base64'), encode(wrapped_key, 'base64')`;
const FIND_FOLLOW_UP = {
  name: 'find-follow-up',
  text: `select ${SEALED_COLUMNS} from provision_errand where operation_id = $1`,
};
const DELETE_FOLLOW_UP = {
  name: 'delete-follow-up',
  text: 'delete from provision_errand where operation_id = $1',
};
const ADD_WALLET = {
  name: 'add-managed-wallet',
  text: `insert into managed_wallet (provider_id, address, entrant_wallet) values ($1, $2, $3) on conflict do nothing`,
};
const FIND_WALLET = {
  name: 'find-managed-wallet',
  text: 'select 1 from managed_wallet where provider_id = $1 and address = $2',
};

/** Follow-ups of provisions (the table provision_errand) and managed wallets, in the database. */
export function createProvisions(sql: Sql): Provisions {
  return {
    async saveFollowUp({ operationId, providerId, sealed }) {
      const { ciphertext, nonce, tag, wrappedKey, keyId } = sealed;
      const bytes = [ciphertext, nonce, tag, wrappedKey].map((each) => Buffer.from(each).toString('base64'));
      await sql.query(SAVE_FOLLOW_UP, [operationId, providerId, ...bytes, keyId]);
    },
    async findFollowUp(operationId) {
      const [row] = await sql.query(FIND_FOLLOW_UP, [operationId]);
      return row && toFollowUp(row);
    },
    async deleteFollowUp(operationId) {
      await sql.query(DELETE_FOLLOW_UP, [operationId]);
    },
    async addManagedWallet(providerId, address, entrantWallet) {
      await sql.query(ADD_WALLET, [providerId, address, entrantWallet]);
    },
    isManagedBy: async (providerId, address) =>
      (await sql.query(FIND_WALLET, [providerId, address])).length > 0,
  };
}

function toFollowUp(row: TextRow): SealedFollowUp {
  const [operationId = '', providerId = '', keyId = '', ...bytes] = row.map(String);
  const [ciphertext, nonce, tag, wrappedKey] = bytes.map((text) => Buffer.from(text, 'base64'));
  if (!ciphertext || !nonce || !tag || !wrappedKey) throw new Error('A follow-up lacks its bytes.');
  return { operationId, providerId, sealed: { ciphertext, nonce, tag, wrappedKey, keyId } };
}
