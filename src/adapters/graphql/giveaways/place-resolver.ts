import { GraphQLSafeInt } from 'graphql-scalars';
import { Arg, Args, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { GraphqlContext } from '../gateway/context.ts';
import { presentWithin, type ResolvedRow } from '../plans/reads/present.ts';
import { PageArgs } from '../relay/page-args.ts';
import { PrizeDelivery, PrizeDeliveryConnection } from './delivery-types.ts';
import { Winner } from './draw-types.ts';
import { PlaceDraw, RoundPlace, RoundPlaceConnection } from './place-types.ts';
import { Receipt, Round } from './round-types.ts';

@Resolver(() => Round)
export class RoundPlacesResolver {
  @FieldResolver(() => RoundPlaceConnection, {
    description: 'Its places that have a winner, in their order: the winners, then the alternates.',
  })
  places(
    @Root() round: Round,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<RoundPlaceConnection> {
    return loaders.reads.list(round, 'places', args);
  }

  @FieldResolver(() => RoundPlace, {
    nullable: true,
    description: 'One of its places by the number, counted from 0; null while the place has no winner.',
  })
  place(
    @Root() round: Round,
    @Arg('place', () => Int, { description: 'The number of the place.' }) place: number,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<RoundPlace | null> {
    return loaders.reads.one(round, 'place', { place });
  }

  @FieldResolver(() => RoundPlace, {
    nullable: true,
    description: 'The place that a passport has won; null when it has none.',
  })
  placeOf(
    @Root() round: Round,
    @Arg('passportId', () => GraphQLSafeInt, { description: 'The number of the passport in this service.' })
    passportId: number,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<RoundPlace | null> {
    return loaders.reads.one(round, 'placeOf', { passportId });
  }
}

@Resolver(() => RoundPlace)
export class PlaceResolver {
  @FieldResolver(() => Winner, { description: 'The passport of the place, and its owner at that time.' })
  winner(@Root() place: RoundPlace & ResolvedRow): Winner | null {
    return presentWithin(place, 'winner');
  }

  @FieldResolver(() => PlaceDraw, { nullable: true, description: 'Null unless the place was drawn.' })
  draw(@Root() place: RoundPlace & ResolvedRow): PlaceDraw | null {
    return presentWithin(place, 'draw');
  }

  @FieldResolver(() => Receipt, { nullable: true, description: 'Null until receipt is confirmed.' })
  receipt(@Root() place: RoundPlace & ResolvedRow): Receipt | null {
    return presentWithin(place, 'receipt');
  }

  @FieldResolver(() => PrizeDelivery, {
    nullable: true,
    description: 'The latest recorded delivery of its prize; null until one is recorded.',
  })
  delivery(@Root() place: RoundPlace & ResolvedRow): PrizeDelivery | null {
    return presentWithin(place, 'delivery');
  }

  @FieldResolver(() => PrizeDeliveryConnection, {
    description: 'All recorded deliveries of its prize, by revision: each corrects the one before it.',
  })
  deliveries(
    @Root() place: RoundPlace,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<PrizeDeliveryConnection> {
    return loaders.reads.list(place, 'deliveries', args);
  }
}
