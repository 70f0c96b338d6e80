import type { ProjectedStep } from '../../../ports/projection.ts';
import type { Sql, Statement } from '../../connection/sql.ts';

const STORED_STEPS = 512;

/** A step with the giveaways that it changed. */
export interface StoredStep extends ProjectedStep {
  /** Undefined when there are too many to list: anything may have changed. */
  readonly giveawayIds: readonly string[] | undefined;
}

/** Stores a step for the live updates of all instances, and deletes old ones. */
export async function storeStep(sql: Sql, step: StoredStep): Promise<void> {
  const ids = step.giveawayIds === undefined ? null : JSON.stringify(step.giveawayIds);
  await sql.query(STORE, [step.version, step.nextBlock, ids]);
  await sql.query(DELETE_OLD, [step.version - STORED_STEPS]);
}

const STORE: Statement = {
  name: 'remember-step',
  text: 'insert into chain_step (version, next_block, giveaway_ids) values ($1, $2, $3)',
};
const DELETE_OLD: Statement = { name: 'forget-steps', text: 'delete from chain_step where version <= $1' };
