import type { Command } from 'commander';
import { act } from '../command.ts';
import { AFTER, FIRST, nodesOf, presentPage, selectPage, type Connection } from '../connection.ts';

const AUDIT = `query ($first: Int, $after: String) {
  auditLog(first: $first, after: $after) {
    ${selectPage('id at actor action subject facts')}
  }
}`;

interface AuditNode {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly facts: object;
}

/** giveaways audit */
export function addAudit(program: Command): void {
  program
    .command('audit')
    .description('shows who did what, newest first (operator)')
    .addOption(FIRST)
    .addOption(AFTER)
    .action(
      act(async (client, { first, after }) => {
        const { auditLog } = await client.request<{ auditLog: Connection<AuditNode> }>(AUDIT, {
          first,
          after,
        });
        const entries = nodesOf(auditLog);
        const rows = entries.map(({ at, actor, action, subject, facts }) => [
          at,
          actor,
          action,
          subject,
          JSON.stringify(facts),
        ]);
        return presentPage(
          {
            entries,
            pageInfo: auditLog.pageInfo,
          },
          {
            headings: ['AT', 'ACTOR', 'ACTION', 'SUBJECT', 'FACTS'],
            rows,
            none: 'There are no entries.',
          },
        );
      }),
    );
}
