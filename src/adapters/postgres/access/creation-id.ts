import { createHash } from 'node:crypto';

/** What is stored of a creation id: with the id, the database and the installation's secret would derive the issued secret. */
export function hashCreationId<Id extends string | null>(creationId: Id): Id | string {
  return creationId === null ? creationId : createHash('sha256').update(creationId).digest('base64url');
}
