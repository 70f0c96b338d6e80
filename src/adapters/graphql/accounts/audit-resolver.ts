import { Args, Ctx, FieldResolver, Query, Resolver } from 'type-graphql';
import { ACCOUNT_AUDIT_ORDER, accountAuditLog } from '../../../core/audit/account-audit-log.ts';
import { AUDIT_ORDER, auditLog } from '../../../core/audit/audit-log.ts';
import type { AuditEntry } from '../../../core/audit/audit-store.ts';
import { AuditEntryConnection, type AuditEntryType } from './audit-types.ts';
import { toConnection } from '../relay/connections.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { PageArgs } from '../relay/page-args.ts';
import { Viewer } from './account-types.ts';
import { Requires } from '../guard/field-rules.ts';

@Resolver()
export class AuditResolver {
  @Requires(auditLog)
  @Query(() => AuditEntryConnection, { description: 'Operator: the audit log, newest first.' })
  async auditLog(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { run }: GraphqlContext,
  ): Promise<AuditEntryConnection> {
    return toConnection(await run(auditLog, args), AUDIT_ORDER, ({ at }) => at, presentEntry);
  }
}

@Resolver(() => Viewer)
export class ViewerAuditResolver {
  @FieldResolver(() => AuditEntryConnection)
  async auditLog(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { run }: GraphqlContext,
  ): Promise<AuditEntryConnection> {
    return toConnection(await run(accountAuditLog, args), ACCOUNT_AUDIT_ORDER, ({ at }) => at, presentEntry);
  }
}

function presentEntry({ id, at, actor, action, subject, facts }: AuditEntry): AuditEntryType {
  return { id, at, actor, action, subject, facts };
}
