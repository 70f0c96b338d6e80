import { JobNotDue } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';
import type { WebhookAnswer } from '../ports/webhook-calls.ts';
import type { StartedAttempt } from '../ports/webhook-queue.ts';
import { pauseAfter } from './retry-schedule.ts';
import { contextOf, type DeliveryState } from './webhook.ts';

/** Longer than any call takes; whoever dies with a delivery in hand gives it free so. */
const LEASE_SECONDS = 30;
const GONE = 410;

type Needed = Pick<Ports, 'clock' | 'sealing' | 'webhookCalls' | 'webhookQueue'>;

/**
 * Makes one attempt of a delivery. The job of 'send-webhook': throws JobNotDue until the receiver answered with 2xx or
 * 410, or all attempts were made. A message may arrive twice, under the same id, when this instance dies on the way.
 */
export async function sendWebhook(
  { clock, sealing, webhookCalls, webhookQueue }: Needed,
  { deliveryId }: { readonly deliveryId: string },
): Promise<void> {
  const begun = await webhookQueue.begin(deliveryId, LEASE_SECONDS);
  if (begun.kind === 'over') return;
  if (begun.kind === 'later') throw new JobNotDue(begun.afterSeconds);
  const at = clock.now();
  const { url, messageId, payload, run, tries } = begun;
  const secrets = await openSecrets(sealing, begun, at);
  const answer = await webhookCalls.post({ url, secrets, messageId, sentAt: at, payload });
  const next = judge(answer, tries, chanceOf(at));
  await webhookQueue.end(deliveryId, run, {
    attempt: { at, ...answer },
    ...next,
    isGone: answer.status === GONE,
  });
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

/** The previous secret signs too, while its receiver may not know the new one yet. */
async function openSecrets(
  sealing: Ports['sealing'],
  { webhookId, secrets: { sealed, previousUntil } }: StartedAttempt,
  now: Date,
): Promise<readonly string[]> {
  const all = (await sealing.open(sealed, contextOf({ id: webhookId }))).split(' ');
  return previousUntil !== null && previousUntil > now ? all : all.slice(0, 1);
}

/** The milliseconds of an instant are as good as chance. */
function chanceOf(at: Date): number {
  return at.getMilliseconds() / 1_000;
}
