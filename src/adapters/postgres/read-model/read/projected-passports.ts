import type { ProjectedPassports } from '../../../../core/passports/projected-passports.ts';
import type { ChainReads } from '../../../ports/chain-reads.ts';

/** The passports of the read model, as the core needs them. */
export function createProjectedPassports(reads: Pick<ChainReads, 'read'>): ProjectedPassports {
  return {
    async ownerOf(passportId) {
      const [row] = await reads.read('passport', [[passportId]], ['passport.owner']);
      const owner = row?.[1];
      return typeof owner === 'string' ? owner : undefined;
    },
    async heldBy(owner, limit) {
      const page = { size: limit, backward: false, after: undefined, before: undefined };
      const rows = await reads.read('passportsOfOwner', [[owner]], ['passport.id'], page);
      return rows.slice(0, limit).map((row) => Number(row[1]));
    },
  };
}
