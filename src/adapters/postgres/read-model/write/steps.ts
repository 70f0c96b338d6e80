import type { ProjectedStep } from '../../../ports/projection.ts';
import type { Sql, Statement } from '../../connection/sql.ts';

const REMEMBERED = 512;

/** Remembers a step for the instances that do not project. */
export async function rememberStep(sql: Sql, step: ProjectedStep): Promise<void> {
  const ids = [step.giveawayIds, step.passportIds].map((list) => list && JSON.stringify(list));
  await sql.query(REMEMBER, [step.version, step.nextBlock, ids[0] ?? null, ids[1] ?? null]);
  await sql.query(FORGET, [step.version - REMEMBERED]);
}

/** The steps after a version, oldest first; undefined when some are forgotten. */
export async function readSteps(sql: Sql, after: number): Promise<ProjectedStep[] | undefined> {
  const rows = await sql.query(STEPS, [after]);
  const steps = rows.map(([version, next, giveaways, passports]) => ({
    version: Number(version),
    nextBlock: Number(next),
    giveawayIds: toList(giveaways),
    passportIds: toList(passports),
  }));
  const [first] = steps;
  return first && first.version > after + 1 ? undefined : steps;
}

const REMEMBER: Statement = {
  name: 'remember-step',
  text: 'insert into chain_step (version, next_block, giveaway_ids, passport_ids) values ($1, $2, $3, $4)',
};
const FORGET: Statement = { name: 'forget-steps', text: 'delete from chain_step where version <= $1' };
const STEPS: Statement = {
  name: 'read-steps',
  text: `
    select version, next_block, giveaway_ids::text, passport_ids::text
    from chain_step
    where version > $1
    order by version`,
};

function toList(text: string | boolean | null | undefined): readonly string[] | undefined {
  return typeof text === 'string' ? (JSON.parse(text) as string[]) : undefined;
}
