import { input, type CallExamples } from '../examples/example.ts';

/** Example calls of the root fields of status. */
export const STATUS_EXAMPLES: CallExamples = {
  query: {
    status: [{}, 'checkedAt parts { part number state lagSeconds reason }'],
    diagnosis: [{}, 'signers { address canSign sent recorded } unknownTransactions { hash signer events }'],
  },
  mutation: {
    takeSnapshot: [{}, 'folder'],
    recordVerifiedBackup: input(
      {
        checksum: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        takenAt: '2026-08-31T18:00:00Z',
      },
      'checksum takenAt',
    ),
  },
};
