import type { LaneStore } from '../../ports/lane-store.ts';
import type { LaneAccess } from './lane-access.ts';
import * as statements from './lane-statements.ts';

/** What became of transactions and their operations. */
export function laneOutcomes({ write }: LaneAccess) {
  return {
    async reject(lane, rejections) {
      await write(statements.REFUSE, lane, JSON.stringify(rejections));
    },
    async saveMined(lane, transactions) {
      await write(
        statements.SAVE_MINED,
        lane,
        JSON.stringify(transactions.map(toMinedRecord)),
        JSON.stringify(
          transactions.flatMap(({ id, outcomes }) =>
            outcomes.map((outcome) => ({ ...outcome, transaction_id: id })),
          ),
        ),
      );
    },
    async confirm(lane, ids) {
      await write(statements.ADVANCE_TRANSACTIONS, lane, ids, 'MINED', 'CONFIRMED');
    },
    async finalize(lane, ids) {
      await write(statements.ADVANCE_TRANSACTIONS, lane, ids, 'CONFIRMED', 'FINALIZED');
    },
    async unmine(lane, ids) {
      await write(statements.UNMINE, lane, ids);
    },
    async adopt(lane, operationId, transaction) {
      await write(
        statements.ADOPT,
        lane,
        operationId,
        JSON.stringify([toMinedRecord(transaction)]),
        JSON.stringify(transaction.outcomes),
      );
    },
  } satisfies Partial<LaneStore>;
}

function toMinedRecord({ id, state, blockNumber, blockHash, hash, cost }: MinedRecord) {
  return { id, state, block_number: blockNumber, block_hash: blockHash, hash, cost: cost?.toString() };
}

type MinedRecord = Parameters<LaneStore['saveMined']>[1][number];
