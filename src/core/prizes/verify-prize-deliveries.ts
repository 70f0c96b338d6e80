import type {
  DeliveredTransfer,
  DeliveryCheck,
  DeliveryReason,
  RecordedDelivery,
  DeliveryChecks,
} from './delivery-checks.ts';
import { JobNotDue } from '../jobs.ts';
import type { Clock } from '../clock.ts';
import { isClockWrong } from '../status/is-clock-wrong.ts';
import type { ServiceHealth } from '../status/service-health.ts';
import type { ProofFinding, ProofChains } from './proof-chains.ts';

/** How long a proof's transaction may take to become deep enough. */
const GIVE_UP_AFTER_SECONDS = 86_400;
/** An operator may configure a node of the chain later. */
const NODE_AGAIN_SECONDS = 3_600;
const AT_ONCE = 20;

type VerifyPorts = {
  clock: Clock;
  deliveryChecks: DeliveryChecks;
  proofChains: ProofChains;
  serviceHealth: ServiceHealth;
};
type Result = Pick<DeliveryCheck, 'verdict' | 'reason' | 'transfer'>;

/**
 * Compares recorded prize deliveries, whoever recorded them, with the chains that their proofs name. A delivery is VERIFIED when
 * its transaction moved the asset to the recipient after the winner was decided, and that transfer proves no other delivery. The
 * proof's URI is never fetched. Returns the errors of nodes without a reliable response, whose deliveries are checked again later;
 * stops early when `isOver`.
 */
export async function verifyPrizeDeliveries(
  ports: VerifyPorts,
  isOver: () => boolean,
): Promise<readonly unknown[]> {
  const { clock, deliveryChecks } = ports;
  const errors: unknown[] = [];
  for (;;) {
    const due = await deliveryChecks.find(clock.now(), AT_ONCE);
    for (const delivery of due) {
      if (isOver()) return errors;
      if (delivery.verdict === null) await check(ports, delivery, errors);
      else await deliveryChecks.end(delivery);
    }
    if (due.length < AT_ONCE) return errors;
  }
}

async function check(ports: VerifyPorts, delivery: RecordedDelivery, errors: unknown[]): Promise<void> {
  const { clock, deliveryChecks, proofChains } = ports;
  const begunAt = earlier(delivery.begunAt, clock.now());
  let result: Result;
  try {
    result = await decideOutcome(ports, delivery, await proofChains.inspect(delivery));
  } catch (error) {
    errors.push(error);
    result = open('NO_ANSWER');
  }
  const checkedAt = clock.now();
  const age = (checkedAt.getTime() - begunAt.getTime()) / 1_000;
  if (result.reason === 'WAITING' && age >= GIVE_UP_AFTER_SECONDS && !(await isClockWrong(ports)))
    result = { ...result, verdict: 'UNVERIFIABLE', reason: 'NOT_FOUND' };
  const seconds =
    result.reason === 'NO_NODE'
      ? NODE_AGAIN_SECONDS
      : result.verdict === null
        ? JobNotDue.since(age).afterSeconds
        : null;
  const again = seconds === null ? null : new Date(checkedAt.getTime() + seconds * 1_000);
  await deliveryChecks.save(delivery, { ...result, begunAt, checkedAt, again });
}

/** A beginning in the future is of a clock that was ahead. */
function earlier(begunAt: Date | null, now: Date): Date {
  return begunAt === null || begunAt > now ? now : begunAt;
}

async function decideOutcome(
  { deliveryChecks }: VerifyPorts,
  delivery: RecordedDelivery,
  finding: ProofFinding,
): Promise<Result> {
  if (finding.kind === 'PENDING') return open('WAITING');
  if (finding.kind === 'UNKNOWN_CHAIN') return { ...open('NO_NODE'), verdict: 'UNVERIFIABLE' };
  if (finding.kind === 'FAILED') return mismatch('FAILED');
  const { at, sender, transfers } = finding;
  if (transfers.length === 0) return mismatch('NO_TRANSFER');
  if (at < delivery.decidedAt) return mismatch('BEFORE_DECISION');
  let reason: DeliveryReason = 'USED_BEFORE';
  for (const transfer of transfers) {
    const owner = await deliveryChecks.ownerOf(delivery.providerKey, [transfer.from, sender]);
    // Otherwise somebody could use up the deliveries of others as proofs of their own.
    if (owner === 'OTHER') reason = 'OTHER_PROVIDER';
    else if (await deliveryChecks.claim(delivery, transfer.index)) {
      const moved: DeliveredTransfer = { ...transfer, sender, byProvider: owner === 'OWN', at };
      return { verdict: 'VERIFIED', reason: null, transfer: moved };
    }
  }
  return mismatch(reason);
}

const open = (reason: DeliveryReason): Result => ({ verdict: null, reason, transfer: null });
const mismatch = (reason: DeliveryReason): Result => ({ ...open(reason), verdict: 'MISMATCH' });
