import { input, type CallExamples } from '../examples/example.ts';

const hash = `0x${'4e'.repeat(32)}`;

/** Example calls of the root fields of providers' references. */
export const EVIDENCE_EXAMPLES: CallExamples = {
  query: { entryEvidence: [{ hash }, 'text salt storedAt'] },
  mutation: { eraseEntryEvidence: input({ hash }, 'erased') },
};
