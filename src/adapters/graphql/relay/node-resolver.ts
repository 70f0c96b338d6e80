import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { parseInput } from '../../../core/use-case.ts';
import { objectIds } from '../../../core/values/object-ids.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { findNode } from './find-node.ts';
import { Node } from './node-types.ts';
import { Public } from '../guard/field-rules.ts';
import { LOOK_UP_PRICE } from '../documents/prices.ts';

@Resolver(() => Node)
export class NodeResolver {
  @Public({ price: LOOK_UP_PRICE })
  @Query(() => Node, { nullable: true, description: 'Any object that the caller may see, by its id.' })
  node(@Arg('id', () => ID) id: string, @Ctx() context: GraphqlContext): Promise<Node | null> {
    return findNode(id, context);
  }

  @Public()
  @Query(() => [Node], {
    nullable: 'items',
    description: 'At most 100 objects by their ids, in the order of the ids; null for one that is unknown.',
  })
  nodes(@Arg('ids', () => [ID]) ids: string[], @Ctx() context: GraphqlContext): Promise<Node | null>[] {
    return parseInput(objectIds, { ids }).ids.map((id) => findNode(id, context));
  }
}
