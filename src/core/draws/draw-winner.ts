import { z } from 'zod';
import { DomainError } from '../errors.ts';
import { defineOperation } from '../operations/provider-operation.ts';
import { requireGiveaway, type GiveawayPorts } from '../giveaways/require-giveaway.ts';
import { attemptAfterEnd } from '../rounds/attempt-after-end.ts';
import { prepareOnRound } from '../rounds/prepare-on-round.ts';
import type { BeaconSource } from './beacon-source.ts';
import type { ChainCall } from '../chain/chain-call.ts';
import type { Contracts } from '../chain/contracts.ts';
import { giveawayId } from '../giveaways/giveaway-id.ts';
import { countPlaces } from '../rounds/places.ts';
import { roundIndex } from '../rounds/round-id.ts';
import { findStep, mostGas } from './draw-steps.ts';
import type { RoundPorts } from '../rounds/take-round.ts';

/**
 * Draws the winner of a closed round on chain, with the signature of the beacon round that decides it (interface 3.2). Of several
 * places it draws as many as a transaction may; a further operation goes on.
 */
export const drawWinner = defineOperation({
  endpoint: 'draw-winner',
  permission: 'provider:giveaways',
  input: z.object({ giveawayId, roundIndex: roundIndex.nullish() }),

  async prepare(ports: { beacon: BeaconSource } & GiveawayPorts & RoundPorts, work) {
    const { giveawayId } = work.input;
    const giveaway = await requireGiveaway(ports, work, giveawayId);
    const counts = await ports.contracts.places(giveaway);
    const places = counts === undefined ? 1 : countPlaces(counts);
    // One draw takes all places of a round, or goes on with them.
    const wanted = { giveaway, need: 'winner', winners: places === 1 ? undefined : 1 } as const;
    return prepareOnRound(ports, work, wanted, async (round) => {
      await requireDrawable(ports, { giveaway, round, places }, work.signer);
      const signature = await signatureFor(ports, await ports.contracts.beaconRound(giveaway, round));
      const call = { kind: 'draw-winner', giveaway, round, signature } as const;
      return {
        call: places === 1 ? call : await toLargestStep(ports, call, work.signer),
        facts: { giveawayId, roundIndex: round },
      };
    });
  },
});

/** The draw of as many tickets as a transaction may draw. */
async function toLargestStep(
  ports: { contracts: Contracts },
  call: Parameters<typeof findStep>[1],
  signer: string,
): Promise<ChainCall> {
  const limit = await mostGas(ports);
  return (await findStep(ports, call, { signer, from: limit, limit })).call;
}

/** Checks everything but the signature first, so that a draw that can never succeed does not wait for the beacon. */
async function requireDrawable(
  ports: { contracts: Contracts },
  { giveaway, round, places }: { readonly giveaway: string; readonly round: number; readonly places: number },
  signer: string,
): Promise<void> {
  const signature = `0x${'00'.repeat(48)}`;
  const tickets = places === 1 ? undefined : 1;
  const call = { kind: 'draw-winner', giveaway, round, signature, tickets } as const;
  const refusal = await attemptAfterEnd(ports, call, signer);
  if (refusal !== undefined && refusal.reason !== 'BEACON_SIGNATURE_INVALID') throw refusal;
}

async function signatureFor(
  { beacon, contracts }: { beacon: BeaconSource; contracts: Contracts },
  round: bigint,
): Promise<string> {
  const signature = await beacon.signatureOf(round);
  if (signature !== undefined) return signature;
  const due = beacon.genesis + (Number(round) - 1) * beacon.period;
  const wait = Math.max(1, due - (await contracts.time()));
  throw new DomainError(
    'CONTRACT_REVERT',
    `The beacon round ${round} that decides the draw is not signed yet.`,
    {
      reason: 'BEACON_NOT_READY',
      values: { beaconRound: String(round) },
      retryAfterSeconds: wait,
    },
  );
}
