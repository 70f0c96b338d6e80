import { toGiveawayId } from '../giveaways/giveaway-id.ts';
import { isSettled } from '../operations/operation.ts';
import type { DeliveryVerdict } from './delivery-checks.ts';
import { JobNotDue } from '../jobs.ts';
import type { Uses } from '../ports.ts';
import type { ProofFinding } from './proof-chains.ts';

/** How long to wait for the operation: the job is added before the operation is accepted, which may never happen. */
const UNKNOWN_FOR_SECONDS = 3_600;
/** How long a proof's transaction may take to become deep enough. */
const GIVE_UP_AFTER_SECONDS = 86_400;
const FINAL_AFTER_SECONDS = 600;

const VERDICTS: Readonly<Record<Exclude<ProofFinding, 'PENDING'>, DeliveryVerdict>> = {
  DELIVERED: 'VERIFIED',
  NOT_DELIVERED: 'MISMATCH',
  UNKNOWN_CHAIN: 'UNVERIFIABLE',
};

type VerifyPorts = Uses<'clock' | 'deliveryChecks' | 'operations' | 'proofChains'>;

/**
 * Compares a recorded prize delivery with the chain that its proof names (job 'verify-prize-delivery'). The proof's URI is
 * never fetched. The job ends when the recording is final: until then a reorganisation may replace it by another one,
 * which needs its own check. Throws JobNotDue while it has to wait, CHAIN_UNAVAILABLE when the chain gives no answer.
 */
export async function verifyPrizeDelivery(
  { clock, deliveryChecks, operations, proofChains }: VerifyPorts,
  { operationId, addedAt }: { readonly operationId: string; readonly addedAt: Date },
): Promise<void> {
  const operation = await operations.find(operationId);
  const age = secondsBetween(addedAt, clock.now());
  if (!operation) {
    if (age < UNKNOWN_FOR_SECONDS) throw JobNotDue.since(age);
    return;
  }
  const { call, status, transactionHash } = operation;
  if (call.kind !== 'record-prize-delivery' || status === 'FAILED') return;
  if (!isSettled(operation) || transactionHash === null) throw JobNotDue.since(age);

  const delivery = { giveawayId: toGiveawayId(call.giveaway), round: call.round, transactionHash };
  const check = await deliveryChecks.begin(delivery, clock.now());
  if (check.verdict === null) {
    const finding = await proofChains.inspect(call);
    await deliveryChecks.settle(delivery, toVerdict(finding, check.begunAt, clock.now()), clock.now());
  }
  if (status !== 'FINALIZED') throw new JobNotDue(FINAL_AFTER_SECONDS);
}

function toVerdict(finding: ProofFinding, begunAt: Date, now: Date): DeliveryVerdict {
  if (finding !== 'PENDING') return VERDICTS[finding];
  const age = secondsBetween(begunAt, now);
  if (age < GIVE_UP_AFTER_SECONDS) throw JobNotDue.since(age);
  return 'UNVERIFIABLE';
}

function secondsBetween(one: Date, other: Date): number {
  return (other.getTime() - one.getTime()) / 1_000;
}
