/** What the commands of the operator need of the server's own modules: they are loaded with the first of these commands. */
export { backUpEmbedded } from './back-up-embedded.ts';
export { backUpServer } from './back-up-server.ts';
export { recordVerification } from './record-verification.ts';
export { move } from './move.ts';
export { reindex } from './reindex.ts';
export { reindexEmbedded } from './reindex-embedded.ts';
export { restoreBackup } from './restore-backup.ts';
export { verifyBackup } from './verify-backup.ts';
