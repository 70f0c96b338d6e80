import { changeEntries } from './issue-entries.ts';

/** Takes entries from what a passport holds in the open round (interface 4.2). */
export const removeEntries = changeEntries('remove-entries');
