import { defineUseCase } from '../use-case.ts';
import { evidenceHash } from './evidence-hash.ts';
import type { StoredEvidence, EvidenceStore } from './evidence-store.ts';

/** The provider's own reference behind a hash on chain; undefined when it is another provider's, erased or unknown. */
export const entryEvidence = defineUseCase({
  permission: 'provider:entries',
  input: evidenceHash,

  execute: (
    { evidence }: { evidence: EvidenceStore },
    caller,
    { hash },
  ): Promise<StoredEvidence | undefined> => evidence.find(caller.providerId, hash),
});
