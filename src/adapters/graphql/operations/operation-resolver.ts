import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { operation } from '../../../core/operations/find-operation.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { Operation } from './operation-types.ts';
import { presentOperation } from './present-operation.ts';

@Resolver(() => Operation)
export class OperationResolver {
  @Query(() => Operation, { description: 'An operation of your provider.' })
  async operation(@Arg('id', () => ID) id: string, @Ctx() { run }: GraphqlContext): Promise<Operation> {
    return presentOperation(await run(operation, { id }));
  }
}
