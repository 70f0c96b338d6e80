import type { Command } from 'commander';
import { act, toWholeNumber } from '../command.ts';
import { toTable } from '../print.ts';

const AUDIT = `query ($first: Int, $after: String) {
  auditLog(first: $first, after: $after) {
    edges { node { id at actor action subject facts } }
    pageInfo { hasNextPage endCursor }
  }
}`;

interface AuditPage {
  readonly edges: readonly {
    readonly node: {
      readonly id: string;
      readonly at: string;
      readonly actor: string;
      readonly action: string;
      readonly subject: string;
      readonly facts: string;
    };
  }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** giveaways audit */
export function addAudit(program: Command): void {
  program
    .command('audit')
    .description('shows who did what, newest first (operator)')
    .option('--first <count>', 'how many, at most 100', toWholeNumber)
    .option('--after <cursor>', 'only what follows this cursor')
    .action(
      act(async (client, { first, after }) => {
        const { auditLog } = await client.request<{ auditLog: AuditPage }>(AUDIT, { first, after });
        const entries = auditLog.edges.map(({ node }) => node);
        const rows = entries.map(({ at, actor, action, subject, facts }) => [
          at,
          actor,
          action,
          subject,
          facts,
        ]);
        const { hasNextPage, endCursor } = auditLog.pageInfo;
        const more = hasNextPage ? `\n\nMore: --after ${endCursor}` : '';
        return {
          document: {
            entries: entries.map((entry) => ({ ...entry, facts: JSON.parse(entry.facts) as unknown })),
            pageInfo: auditLog.pageInfo,
          },
          text: `${toTable(['AT', 'ACTOR', 'ACTION', 'SUBJECT', 'FACTS'], rows)}${more}`,
        };
      }),
    );
}
