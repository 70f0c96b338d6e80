import type { Prepared, Work } from '../operations/provider-operation.ts';
import { placesFor, takeRound, type RoundPorts, type RoundWanted } from './take-round.ts';

/**
 * Prepares an operation on the round that its request names, else on the oldest round with this need that no other
 * operation has taken. Releases the round when the preparation fails.
 */
export async function prepareOnRound(
  ports: RoundPorts,
  { operationId, input }: Work<{ readonly roundIndex?: number | null | undefined }>,
  wanted: RoundWanted,
  prepare: (round: number) => Promise<Prepared>,
): Promise<Prepared> {
  const { roundClaims } = ports;
  const { giveaway, need, place = 0 } = wanted;
  if (input.roundIndex != null) {
    const round = input.roundIndex;
    const prepared = await prepare(round);
    // So that requests without a roundIndex take the next round.
    const isOne = need === 'receipt' || wanted.winners === undefined;
    const places = isOne ? ([place, place] as const) : await placesFor(ports, wanted, round);
    if (places !== undefined) await roundClaims.take({ giveaway, need, operationId, round, places });
    return prepared;
  }
  const round = await takeRound(ports, { ...wanted, operationId });
  try {
    return await prepare(round);
  } catch (error) {
    // A claim that cannot be released now expires.
    await roundClaims.release(operationId).catch(() => undefined);
    throw error;
  }
}
