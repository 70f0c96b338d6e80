import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { findOperation } from '../../../core/operations/find-operation.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { OperationType } from './operation-types.ts';
import { presentOperation } from './present-operation.ts';
import { Requires } from '../guard/field-rules.ts';

@Resolver(() => OperationType)
export class OperationResolver {
  @Requires(findOperation)
  @Query(() => OperationType, { description: 'An operation of your provider.' })
  async operation(@Arg('id', () => ID) id: string, @Ctx() { run }: GraphqlContext): Promise<OperationType> {
    return presentOperation(await run(findOperation, { id }));
  }
}
