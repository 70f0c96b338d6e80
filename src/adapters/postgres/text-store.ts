import type { TextStore } from '../../core/ports/text-store.ts';
import type { Sql } from './sql.ts';

const KEEP_PUBLIC = {
  name: 'keep-public-text',
  text: 'insert into public_text (hash, texts) values ($1, $2) on conflict do nothing',
};
const KEEP_EVIDENCE = {
  name: 'keep-evidence',
  text: `insert into entry_evidence (provider_id, hash, evidence) values ($1, $2, $3) on conflict do nothing`,
};

/** Texts by the hash that stands on chain for them. */
export function createTextStore(sql: Sql): TextStore {
  return {
    async keepPublic(hash, texts) {
      await sql.query(KEEP_PUBLIC, [hash, JSON.stringify(texts)]);
    },
    async keepEvidence(providerId, hash, evidence) {
      await sql.query(KEEP_EVIDENCE, [providerId, hash, evidence]);
    },
  };
}
