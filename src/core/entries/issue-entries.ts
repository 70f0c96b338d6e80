import { changeEntries } from './change-entries.ts';

/** Adds entries to what a passport holds in the open round (interface 4.2). */
export const issueEntries = changeEntries('issue-entries');
