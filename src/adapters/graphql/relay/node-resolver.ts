import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { GraphqlContext } from '../gateway/context.ts';
import { Node } from './node-types.ts';
import { presentListing } from '../listings/present-listing.ts';
import { presentPublisher } from '../listings/present-publisher.ts';

@Resolver(() => Node)
export class NodeResolver {
  @Query(() => Node, { nullable: true, description: 'Any public object by its id.' })
  async node(@Arg('id', () => ID) id: string, @Ctx() { loaders }: GraphqlContext): Promise<Node | null> {
    if (id.startsWith('pub_')) {
      const publisher = await loaders.publishers.load(id);
      return publisher ? presentPublisher(publisher) : null;
    }
    if (!id.startsWith('lst_')) return loaders.reads.node(id);
    const listing = await loaders.listings.load(id);
    return listing ? presentListing(listing) : null;
  }
}
