import { z } from 'zod';
import { DomainError } from '../errors.ts';
import { defineOperation } from '../operations/provider-operation.ts';
import { requireGiveaway, type GiveawayPorts } from '../giveaways/require-giveaway.ts';
import { attemptAfterEnd } from '../rounds/attempt-after-end.ts';
import { prepareOnRound } from '../rounds/prepare-on-round.ts';
import type { BeaconSource } from './beacon-source.ts';
import type { Contracts } from '../chain/contracts.ts';
import { giveawayId } from '../giveaways/giveaway-id.ts';
import { roundIndex } from '../rounds/round-id.ts';
import type { RoundPorts } from '../rounds/take-round.ts';

/** Draws the winner of a closed round on chain, with the signature of the beacon round that decides it (interface 3.2). */
export const drawWinner = defineOperation({
  endpoint: 'draw-winner',
  permission: 'provider:giveaways',
  input: z.object({ giveawayId, roundIndex: roundIndex.nullish() }),

  async prepare(ports: { beacon: BeaconSource } & GiveawayPorts & RoundPorts, work) {
    const { giveawayId } = work.input;
    const giveaway = await requireGiveaway(ports, work, giveawayId);
    return prepareOnRound(ports, work, { giveaway, need: 'winner' }, async (round) => {
      await requireDrawable(ports, giveaway, round, work.signer);
      const signature = await signatureFor(ports, await ports.contracts.beaconRound(giveaway, round));
      return {
        call: { kind: 'draw-winner', giveaway, round, signature },
        facts: { giveawayId, roundIndex: round },
      };
    });
  },
});

/** Checks everything but the signature first, so that a draw that can never succeed does not wait for the beacon. */
async function requireDrawable(
  ports: { contracts: Contracts },
  giveaway: string,
  round: number,
  signer: string,
): Promise<void> {
  const call = { kind: 'draw-winner', giveaway, round, signature: `0x${'00'.repeat(48)}` } as const;
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
