import { GraphQLJSONObject } from 'graphql-scalars';
import { Arg, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { drawProofDocument } from '../../../core/draws/draw-proof-document.ts';
import { drawProof } from '../../../core/draws/draw-proof.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { proofTooLarge, MAX_PROOF_BYTES } from '../guard/limits.ts';
import { DrawProof, Winner } from './draw-types.ts';
import { Passport } from '../passports/passport-types.ts';
import { presentWithin, type ResolvedRow } from '../plans/reads/present.ts';
import { Round } from './round-types.ts';
import { Public, Requires } from '../guard/field-rules.ts';
import { LOOK_UP_PRICE, PROOF_PRICE } from '../documents/prices.ts';

@Resolver(() => DrawProof)
export class DrawProofResolver {
  @Requires(drawProof, { cache: 'chain', offloadable: true, price: LOOK_UP_PRICE })
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

  @FieldResolver(() => Round, { description: 'The round that was drawn.' })
  round(@Root() proof: DrawProof & ResolvedRow): Round | null {
    return presentWithin(proof, 'round');
  }

  @Public({ cache: 'chain', offloadable: false, price: PROOF_PRICE })
  @FieldResolver(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'The whole proof in the format giveaway-draw-proof/2: every change of entries, the draw, the code and the birth of the contracts, Merkle proofs of their state in a block and of the receipts that show when it happened. `giveaways verify-draw --proof` verifies it as a file. Null, with an error, while the chain does not answer, and for a document above 1 MB, which is only at /giveaways/{id}/rounds/{index}/proof.json.',
  })
  async document(@Root() proof: DrawProof & ResolvedRow, @Ctx() { run }: GraphqlContext): Promise<object> {
    const above = presentWithin(proof, 'round') as Round & ResolvedRow;
    const [giveaway, round] = [presentWithin(above, 'giveaway')?.id, above.index];
    const bytes = await run(drawProofDocument, { giveaway, round });
    if (bytes.length > MAX_PROOF_BYTES) throw proofTooLarge();
    return JSON.parse(new TextDecoder().decode(bytes)) as object;
  }

  @FieldResolver(() => Winner, { description: 'The winner that the ticket leads to.' })
  winner(@Root() proof: DrawProof & ResolvedRow): Winner | null {
    return presentWithin(proof, 'winner');
  }
}

@Resolver(() => Winner)
export class WinnerResolver {
  @FieldResolver(() => Passport, { description: 'The winning passport, with its present owner.' })
  passport(@Root() winner: Winner & ResolvedRow): Passport | null {
    return presentWithin(winner, 'passport');
  }
}
