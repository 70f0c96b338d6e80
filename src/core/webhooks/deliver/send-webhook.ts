import { JobNotDue } from '../../jobs.ts';
import type { Uses } from '../../ports.ts';
import type { Sealing } from '../../secrets/sealing.ts';
import type { WebhookAnswer } from './webhook-calls.ts';
import type { StartedAttempt } from './webhook-queue.ts';
import { pauseAfter } from './retry-schedule.ts';
import { isKeyElsewhere } from '../../secrets/key-elsewhere.ts';
import { webhookContext } from '../../secrets/sealing-contexts.ts';
import type { DeliveryState } from '../webhook.ts';

/** Longer than any call takes; a delivery whose instance died is free again after this time. */
const LEASE_SECONDS = 30;
const GONE = 410;

const NOT_SIGNED: WebhookAnswer = {
  durationMs: 0,
  status: null,
  error: 'Not sent: the service cannot open the signing secret of this webhook.',
  body: null,
};

type SendPorts = Uses<'clock' | 'sealing' | 'webhookCalls' | 'webhookQueue'>;

/**
 * Makes one attempt of a delivery (job 'send-webhook'). Throws JobNotDue until the receiver answers 2xx or 410, or all
 * attempts were made. When this instance dies during the call, the message may arrive twice, with the same id. A message
 * whose key-encryption key this instance lacks waits for an instance that has it, without an attempt. One that cannot be
 * signed otherwise counts as a failed attempt; then the error of the signing is thrown.
 */
export async function sendWebhook(
  { clock, sealing, webhookCalls, webhookQueue }: SendPorts,
  { deliveryId }: { readonly deliveryId: string },
  addedAt: Date,
): Promise<void> {
  const begun = await webhookQueue.begin(deliveryId, LEASE_SECONDS);
  if (begun.kind === 'over') return;
  if (begun.kind === 'later') throw new JobNotDue(begun.afterSeconds);
  const at = clock.now();
  const { url, messageId, payload, run, tries } = begun;
  const { secrets, fault } = await openSecrets(sealing, begun, at);
  if (isKeyElsewhere(fault)) {
    await webhookQueue.giveBack(deliveryId, run);
    throw JobNotDue.since((at.getTime() - addedAt.getTime()) / 1_000);
  }
  const answer = secrets
    ? await webhookCalls.post({ url, secrets, messageId, sentAt: at, payload })
    : NOT_SIGNED;
  const next = judge(answer, tries, chanceOf(at));
  await webhookQueue.end(deliveryId, run, {
    attempt: { at, ...answer },
    ...next,
    isGone: answer.status === GONE,
  });
  // Rethrown so that the failure is logged; the retry time is stored.
  if (fault) throw fault;
  if (next.retryAfter !== null) throw new JobNotDue(next.retryAfter);
}

function judge({ status }: WebhookAnswer, tries: number, chance: number): Next {
  if (status !== null && status >= 200 && status < 300) return { state: 'DELIVERED', retryAfter: null };
  const retryAfter = status === GONE ? null : (pauseAfter(tries, chance) ?? null);
  return { state: retryAfter === null ? 'FAILED' : 'PENDING', retryAfter };
}

interface Next {
  readonly state: DeliveryState;
  readonly retryAfter: number | null;
}

/** The secrets that sign now: after a rotation also the previous one, for a day. `fault` is the error when they do not open. */
async function openSecrets(
  sealing: Sealing,
  { webhookId, secrets: { sealed, previousUntil } }: StartedAttempt,
  now: Date,
): Promise<{ readonly secrets?: readonly string[]; readonly fault?: Error }> {
  try {
    const all = (await sealing.open(sealed, webhookContext(webhookId))).split(' ');
    return { secrets: previousUntil !== null && previousUntil > now ? all : all.slice(0, 1) };
  } catch (error) {
    return { fault: error as Error };
  }
}

/** A pseudo-random number from 0 to 1: the milliseconds of an instant are random enough for jitter. */
function chanceOf(at: Date): number {
  return at.getMilliseconds() / 1_000;
}
