import type { OperationHold } from '../../../core/operations/operation.ts';
import type { LaneStore } from '../../ports/lane-store.ts';
import type { LaneAccess } from './lane-access.ts';
import * as statements from './lane-statements.ts';

/** The leases of lanes, and why they wait. */
export function laneLeases({ sql, chain, write }: LaneAccess) {
  return {
    async take(owner, leaseMs, except = []) {
      const rows = await sql.query(statements.TAKE, [chain, owner, leaseMs, except]);
      return rows.map(([signer, fence, nextNonce, hold]) => ({
        signer: String(signer),
        owner,
        fence: Number(fence),
        nextNonce: nextNonce == null ? null : Number(nextNonce),
        hold: typeof hold === 'string' ? (hold as OperationHold) : null,
      }));
    },
    async renew(lanes, leaseMs) {
      const rows = await sql.query(statements.RENEW, [chain, JSON.stringify(lanes), leaseMs]);
      const owned = new Map(rows.map(([signer, hasQueued]) => [String(signer), hasQueued === true]));
      return { owned, mayTake: rows.length === 0 || rows.some(([, , hasFree]) => hasFree === true) };
    },
    async release(lanes) {
      await sql.query(statements.RELEASE_LANES, [chain, JSON.stringify(lanes)]);
    },
    async hold(lane, reason) {
      await write(statements.HOLD, lane, reason);
    },
  } satisfies Partial<LaneStore>;
}
