import { Arg, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import type { GraphqlContext } from '../gateway/context.ts';
import { DrawProof, Winner } from './draw-types.ts';
import { Passport } from '../passports/passport-types.ts';
import { presentWithin, type Placed } from '../plans/reads/present.ts';
import { Round } from './round-types.ts';

@Resolver(() => DrawProof)
export class DrawProofResolver {
  @Query(() => DrawProof, {
    nullable: true,
    description: 'How the winner of a round was drawn; null if it was not drawn.',
  })
  drawProof(
    @Arg('giveaway', () => ID, { description: 'The id of the giveaway.' }) giveaway: string,
    @Arg('round', () => Int, { description: 'The index of the round.' }) round: number,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<DrawProof | null> {
    return loaders.reads.rootOne('drawProof', { giveaway, round });
  }

  @FieldResolver(() => Round)
  round(@Root() proof: DrawProof & Placed): Round | null {
    return presentWithin(proof, 'round');
  }

  @FieldResolver(() => Winner)
  winner(@Root() proof: DrawProof & Placed): Winner | null {
    return presentWithin(proof, 'winner');
  }
}

@Resolver(() => Winner)
export class WinnerResolver {
  @FieldResolver(() => Passport)
  passport(@Root() winner: Winner & Placed): Passport | null {
    return presentWithin(winner, 'passport');
  }
}
