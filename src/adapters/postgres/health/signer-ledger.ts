import type { SignerLedger } from '../../../core/status/signer-ledger.ts';
import { toIsoInstant, type Sql, type Statement } from '../connection/sql.ts';

/** What the outbox and the read model know of the signers in custody. */
export function createSignerLedger(sql: Sql): SignerLedger {
  return {
    async signers() {
      const rows = await sql.query(SIGNERS, []);
      return rows.map(([address, keyId, recorded]) => ({
        address: String(address),
        keyId: String(keyId),
        recorded: recorded == null ? null : Number(recorded),
      }));
    },
    async unknownTransactions(limit) {
      const rows = await sql.query(UNKNOWN, [limit]);
      return rows.map(([hash, signer, blockNumber, minedAt, events]) => ({
        hash: String(hash),
        signer: String(signer),
        blockNumber: Number(blockNumber),
        minedAt: new Date(toIsoInstant(String(minedAt))),
        events: JSON.parse(String(events)) as string[],
      }));
    },
  };
}

const SIGNERS: Statement = {
  name: 'signers-and-lanes',
  text: `
    select w.address, w.key_id, max(l.next_nonce)
    from wallet w left join chain_lane l on l.signer = w.address
    where w.purpose = 'SIGNER' and (w.provider_id is not null or l.signer is not null)
    group by w.address, w.key_id order by w.address`,
};

/** How many events are looked at: of all, the newest. */
const MAX_EVENTS = 10_000;

// Operations and their transactions are stored for longer than 30 days. A signer does not send its own registration.
const UNKNOWN: Statement = {
  name: 'unknown-transactions',
  text: `
    select e.transaction_hash, e.signer, e.block_number, e.mined_at, json_agg(e.name order by e.log_index)
    from (
      select transaction_hash, coalesce(args ->> 'signer', args ->> 'by') as signer, block_number, mined_at, name, log_index
      from chain_event order by block_number desc, log_index desc limit ${MAX_EVENTS}
    ) e
    where e.mined_at > now() - interval '30 days' and e.name <> 'ProviderSignerSet'
      and exists (select from wallet w where w.address = e.signer and w.purpose = 'SIGNER')
      and not exists (select from chain_attempt a where a.hash = e.transaction_hash)
    group by e.transaction_hash, e.signer, e.block_number, e.mined_at
    order by e.block_number desc limit $1`,
};
