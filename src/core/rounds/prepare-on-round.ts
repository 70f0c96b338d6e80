import type { Prepared, Work } from '../operations/provider-operation.ts';
import type { RoundNeed } from './pending-rounds.ts';
import { takeRound, type RoundPorts } from './take-round.ts';

/**
 * Prepares an operation on the round that its request names, else on the oldest round with this need that no other
 * operation has taken. Releases the round when the preparation fails.
 */
export async function prepareOnRound(
  ports: RoundPorts,
  { operationId, input }: Work<{ readonly roundIndex?: number | null | undefined }>,
  { giveaway, need }: { readonly giveaway: string; readonly need: RoundNeed },
  prepare: (round: number) => Promise<Prepared>,
): Promise<Prepared> {
  const { roundClaims } = ports;
  const claim = { giveaway, need, operationId };
  if (input.roundIndex != null) {
    const round = input.roundIndex;
    const prepared = await prepare(round);
    // So that requests without a roundIndex take the next round.
    await roundClaims.take({ ...claim, round });
    return prepared;
  }
  const round = await takeRound(ports, claim);
  try {
    return await prepare(round);
  } catch (error) {
    // A claim that cannot be released now expires.
    await roundClaims.release(operationId).catch(() => undefined);
    throw error;
  }
}
