import { listRow } from '../connection.ts';
import { AuditLog } from '../documents.ts';

export const AUDIT = listRow({
  command: 'audit',
  what: 'shows who did what, newest first (operator)',
  document: AuditLog,
  page: ({ auditLog }) => auditLog,
  name: 'entries',
  headings: ['AT', 'ACTOR', 'ACTION', 'SUBJECT', 'FACTS'],
  row: ({ at, actor, action, subject, facts }) => [at, actor, action, subject, JSON.stringify(facts)],
  none: 'There are no entries.',
});
