import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { AUDIT_ORDER, auditLog } from '../../../core/audit/audit-log.ts';
import { AuditEntryConnection } from './audit-types.ts';
import { toConnection } from '../relay/connections.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { PageArgs } from '../relay/page-args.ts';

@Resolver()
export class AuditResolver {
  @Query(() => AuditEntryConnection, { description: 'Operator: the audit log, newest first.' })
  async auditLog(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { run }: GraphqlContext,
  ): Promise<AuditEntryConnection> {
    return toConnection(
      await run(auditLog, args),
      AUDIT_ORDER,
      ({ at }) => at,
      (entry) => ({
        id: entry.id,
        at: entry.at,
        actor: entry.actor,
        action: entry.action,
        subject: entry.subject,
        facts: entry.facts,
      }),
    );
  }
}
