import type { LaneStore } from '../../ports/lane-store.ts';
import type { LaneAccess } from './lane-access.ts';
import { AT_NONCE, EFFECTS, NEXT_BLOCK, OVERTAKEN, REFUSED_EARLY, RENEW_KEYS } from './effect-statements.ts';
import { toTransaction } from './lane-rows.ts';
import * as statements from './lane-statements.ts';

/** What is repaired when the chain, a node or the database does not show what was sent. */
export function laneRecovery({ sql, chain, write }: LaneAccess) {
  return {
    async reopen(lane, nonce, hubs) {
      const [, ids] = await write(statements.REOPEN, lane, nonce, hubs);
      return JSON.parse(String(ids ?? '[]')) as number[];
    },
    async reopenAbove(blockNumber, hubs) {
      return (await sql.query(statements.REOPEN_ABOVE, [chain, blockNumber, hubs])).length;
    },
    async requeue(lane, transactionId, state, operationIds) {
      await write(statements.REQUEUE, lane, transactionId, state, operationIds);
    },
    async revive(lane, nonce) {
      const [, id] = await write(statements.REVIVE, lane, nonce);
      if (typeof id !== 'string') return undefined;
      return (await sql.query(statements.TRANSACTIONS, [[Number(id)]])).map(toTransaction)[0];
    },
    async effects({ signer }, traces) {
      if (traces.length === 0) return [];
      const columns = [
        traces.map(({ id }) => id),
        traces.map(({ opKey }) => opKey),
        traces.map(({ passportId = null }) => passportId),
        traces.map(({ giveaway = null }) => giveaway),
        traces.map(({ event = null }) => event),
        traces.map(({ round = null }) => round),
        traces.map(({ place = null }) => place),
        traces.map(({ winner = null }) => winner),
      ];
      const rows = await sql.query(EFFECTS, [signer, ...columns]);
      return rows.map(([id, hash, transactionId, isOld]) => ({
        operationId: String(id),
        hash: String(hash),
        transactionId: transactionId == null ? null : Number(transactionId),
        isOld: isOld === true,
      }));
    },
    async nextBlock() {
      const [row] = await sql.query(NEXT_BLOCK, [chain]);
      return row && Number(row[0]);
    },
    async atNonce({ signer }, nonce) {
      const [row] = await sql.query(AT_NONCE, [chain, signer, nonce]);
      return row && { id: Number(row[0]), hashes: JSON.parse(String(row[1])) as string[] };
    },
    async renewKeys(lane, keys) {
      const records = keys.map(({ operationId, opKey }) => ({ id: operationId, op_key: opKey }));
      await write(RENEW_KEYS, lane, JSON.stringify(records));
    },
    async overtaken({ signer }, operationIds) {
      const rows = await sql.query(OVERTAKEN, [chain, signer, operationIds]);
      return rows.map(([id, isFinal]) => ({ operationId: String(id), isFinal: isFinal === true }));
    },
    async refusedEarly({ signer }, transactionIds) {
      const rows = await sql.query(REFUSED_EARLY, [chain, signer, transactionIds]);
      return rows.map(([transactionId, id]) => ({
        transactionId: Number(transactionId),
        operationId: String(id),
      }));
    },
    async highestBlock() {
      const [row] = await sql.query(statements.HIGHEST_BLOCK, [chain]);
      return Number(row?.[0] ?? 0);
    },
  } satisfies Partial<LaneStore>;
}
