import { changeEntries } from './issue-entries.ts';

/**
 * Removes entries from a passport: those of the open round first, with carry-over then those of its earlier rounds, the newest
 * first (interface 4.2). The contracts refuse to take from earlier rounds while a closed round that counts them is unsettled.
 */
export const removeEntries = changeEntries('remove-entries');
