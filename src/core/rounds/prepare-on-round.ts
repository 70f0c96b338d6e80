import type { Prepared, Work } from '../operations/provider-operation.ts';
import type { RoundNeed } from './pending-rounds.ts';
import { takeRound } from './take-round.ts';
import type { Uses } from '../ports.ts';

/**
 * Prepares an operation for the round that its request names, or else for the oldest one that needs it and that no other
 * operation has taken. The round is free again when it cannot be prepared.
 */
export async function prepareOnRound(
  ports: Uses<'contracts' | 'pendingRounds' | 'roundClaims'>,
  { operationId, input }: Work<{ readonly roundIndex?: number | null | undefined }>,
  { giveaway, need }: { readonly giveaway: string; readonly need: RoundNeed },
  prepare: (round: number) => Promise<Prepared>,
): Promise<Prepared> {
  const { roundClaims } = ports;
  const claim = { giveaway, need, operationId };
  if (input.roundIndex != null) {
    const round = input.roundIndex;
    const prepared = await prepare(round);
    // Calls that leave the round open go on to the next one.
    await roundClaims.take({ ...claim, round });
    return prepared;
  }
  const round = await takeRound(ports, claim);
  try {
    return await prepare(round);
  } catch (error) {
    // A claim that cannot be released now lapses.
    await roundClaims.release(operationId).catch(() => undefined);
    throw error;
  }
}
