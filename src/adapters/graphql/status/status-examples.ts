import type { CallExamples } from '../examples/example.ts';

/** Example calls of the root fields of status. */
export const STATUS_EXAMPLES: CallExamples = {
  query: {
    status: [{}, 'checkedAt parts { part number state lagSeconds reason }'],
    diagnosis: [{}, 'signers { address canSign sent recorded } unknownTransactions { hash signer events }'],
  },
};
