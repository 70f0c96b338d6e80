import { record, type Audited } from '../audit/record.ts';
import type { EvidenceStore } from './evidence-store.ts';
import { defineUseCase } from '../use-case.ts';
import { evidenceHash } from './evidence-hash.ts';

/**
 * Erases the provider's own reference and its salt, so that nobody can find the reference by the hash on chain. Returns
 * whether it was stored. A hash without a salt still names its reference.
 */
export const eraseEntryEvidence = defineUseCase({
  permission: 'provider:entries',
  input: evidenceHash,

  execute: (ports: Audited<{ evidence: EvidenceStore }>, caller, { hash }): Promise<boolean> =>
    ports.transaction(async (stores) => {
      const erased = await stores.evidence.erase(caller.providerId, hash);
      if (erased)
        await record(ports, stores, caller, 'eraseEntryEvidence', hash, { provider: caller.providerId });
      return erased;
    }),
});
