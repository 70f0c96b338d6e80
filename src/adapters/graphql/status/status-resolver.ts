import { Ctx, Query, Resolver } from 'type-graphql';
import { status } from '../../../core/status/status.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { ServiceStatusType } from './status-types.ts';
import { Public } from '../guard/field-rules.ts';

@Resolver()
export class StatusResolver {
  @Public({ cache: 'chain' })
  @Query(() => ServiceStatusType, {
    description:
      'Whether each part of the service works now, as one of its instances sees it; at most some seconds old.',
  })
  async status(@Ctx() { run }: GraphqlContext): Promise<ServiceStatusType> {
    const { checkedAt, parts } = await run(status, {});
    return {
      checkedAt,
      parts: parts.map((part) => ({ ...part, reason: part.reason ?? null })),
    };
  }
}
