import { changeEntries } from './issue-entries.ts';

/** Removes entries from a passport in the open round (interface 4.2). */
export const removeEntries = changeEntries('remove-entries');
