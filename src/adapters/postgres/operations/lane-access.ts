import { LaneLost, type Lane } from '../../ports/lane-store.ts';
import type { Sql, Statement, TextRow } from '../connection/sql.ts';

/** The statements of the lanes of one chain. */
export interface LaneAccess {
  readonly sql: Sql;
  /** The id of the chain as a parameter. */
  readonly chain: string;
  /** Runs a statement of a lane's owner and returns its row. Throws LaneLost when the lane has another owner. */
  write(statement: Statement, lane: Lane, ...values: unknown[]): Promise<TextRow>;
}

export function openLanes(sql: Sql, chainId: bigint): LaneAccess {
  const chain = String(chainId);
  return {
    sql,
    chain,
    async write(statement, { signer, owner, fence }, ...values) {
      const [row] = await sql.query(statement, [chain, signer, owner, fence, ...values]);
      if (row === undefined || row[0] !== true) throw new LaneLost(signer);
      return row;
    },
  };
}
