import type { ProjectedStep } from '../../../ports/projection.ts';
import type { Sql, Statement } from '../../connection/sql.ts';

const REMEMBERED = 512;

/** A step with what it changed. */
export interface RememberedStep extends ProjectedStep {
  /** Undefined when there are too many to name: anything may have changed. */
  readonly giveawayIds: readonly string[] | undefined;
  readonly passportIds: readonly string[] | undefined;
}

/** Remembers a step for those who follow rounds, on whichever instance. */
export async function rememberStep(sql: Sql, step: RememberedStep): Promise<void> {
  const ids = [step.giveawayIds, step.passportIds].map((list) => list && JSON.stringify(list));
  await sql.query(REMEMBER, [step.version, step.nextBlock, ids[0] ?? null, ids[1] ?? null]);
  await sql.query(FORGET, [step.version - REMEMBERED]);
}

const REMEMBER: Statement = {
  name: 'remember-step',
  text: 'insert into chain_step (version, next_block, giveaway_ids, passport_ids) values ($1, $2, $3, $4)',
};
const FORGET: Statement = { name: 'forget-steps', text: 'delete from chain_step where version <= $1' };
