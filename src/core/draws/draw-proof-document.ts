import { z } from 'zod';
import { DomainError } from '../errors.ts';
import { isGiveawayId } from '../giveaways/giveaway-id.ts';
import type { DrawProofs } from './draw-proofs.ts';
import { roundIndex } from '../rounds/round-id.ts';
import { defineUseCase } from '../use-case.ts';

/**
 * The document that proves a draw to anybody who knows the hash of its block: every change of entries, the draw, the code of the
 * contracts, and Merkle proofs. `giveaway` is an id. Throws NOT_FOUND, CHAIN_UNAVAILABLE, PAYLOAD_TOO_LARGE.
 */
export const drawProofDocument = defineUseCase({
  permission: 'public',
  input: z.object({ giveaway: z.string('must be the id of a giveaway.'), round: roundIndex }),

  async execute(
    { drawProofs }: { drawProofs: DrawProofs },
    _caller,
    { giveaway, round },
  ): Promise<Uint8Array> {
    const document = isGiveawayId(giveaway) ? await drawProofs.read(giveaway, round) : undefined;
    if (document !== undefined) return document;
    const message =
      'No winner was drawn for this round: check the id of the giveaway and the number of the round.';
    throw new DomainError('NOT_FOUND', message);
  },
});
