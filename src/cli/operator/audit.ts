import type { Command } from 'commander';
import { addList } from '../connection.ts';
import { AuditLog } from '../documents/generated.ts';

/** giveaways audit */
export function addAudit(program: Command): void {
  addList(program.command('audit').description('shows who did what, newest first (operator)'), {
    document: AuditLog,
    page: ({ auditLog }) => auditLog,
    name: 'entries',
    headings: ['AT', 'ACTOR', 'ACTION', 'SUBJECT', 'FACTS'],
    row: ({ at, actor, action, subject, facts }) => [at, actor, action, subject, JSON.stringify(facts)],
    none: 'There are no entries.',
  });
}
