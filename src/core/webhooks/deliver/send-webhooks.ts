import { JobNotDue, type JobData } from '../../jobs.ts';
import type { Clock } from '../../clock.ts';
import type { Sealing } from '../../secrets/sealing.ts';
import type { WebhookResponse, WebhookCalls } from './webhook-calls.ts';
import type { AttemptOutcome, StartedAttempt, WebhookQueue } from './webhook-queue.ts';
import { pauseAfter } from './retry-schedule.ts';
import { isKeyElsewhere } from '../../secrets/key-elsewhere.ts';
import { openSigningSecrets, toSubscriberSecret } from '../signing-secrets.ts';

/** Longer than any call takes; a delivery whose instance died is free again after this time. */
const LEASE_SECONDS = 30;
/** How many messages a receiver gets at once while it answers. */
const AT_ONCE = 4;
/** The most entries that a subscriber gets in one document; a page of the feed has as many. */
const MAX_ENTRIES = 20;
/**
 * A call that took longer makes a webhook slow. It ends the run when it failed, so that other receivers of the provider get their turn,
 * and when the webhook was not slow before, so that the run continues among those of slow ones.
 */
export const SLOW_MS = 1_000;
/** The next run after one that failed as a whole, or whose messages only another instance can sign. */
const AFTER_FAULT_SECONDS = 10;
/** The longest time that a receiver can ask for by Retry-After. */
const LONGEST_WAIT_SECONDS = 3_600;
const GONE = 410;
/** The statuses whose Retry-After concerns the receiver as a whole (RFC 6585 4, RFC 9110 15.6.4). */
const OVERLOADED: ReadonlySet<number | null> = new Set([429, 503]);

const NOT_SIGNED: WebhookResponse = {
  durationMs: 0,
  status: null,
  error: 'Not sent: the service cannot open the signing secret of this webhook.',
  body: null,
  retryAfterSeconds: null,
};

/** What a run has found so far. */
interface Run {
  readonly failures: unknown[];
  /** Whether the webhook was slow at its latest call. */
  isSlow: boolean;
}
type WaitingRest = { readonly afterSeconds: number; readonly isSlow?: boolean };
type SendPorts = { clock: Clock; sealing: Sealing; webhookCalls: WebhookCalls; webhookQueue: WebhookQueue };

/**
 * Sends the due messages of a webhook in their order (jobs 'send-webhooks', 'send-feed-webhooks' and 'send-to-subscription'): one at
 * first, and several at once while the receiver answers. A subscriber gets those that are due as entries of one document. Throws JobNotDue while messages are left. Also deletes the messages of a deleted webhook, and gives up those of a disabled
 * one. When this instance dies during a call, the message may arrive twice, with the same id. Messages whose key-encryption key this
 * instance lacks wait for an instance that has it, without an attempt. One that cannot be signed otherwise counts as a failed
 * attempt, whose error is among the failures of JobNotDue. Stops early when `isTurnOver`, which is told whether the webhook is slow.
 */
export async function sendWebhooks(
  ports: SendPorts,
  { webhookId }: JobData['send-webhooks'],
  isTurnOver: (isSlow: boolean) => boolean = () => false,
): Promise<void> {
  const failures: unknown[] = [];
  const run: Run = { failures, isSlow: true };
  const isOver = () => isTurnOver(run.isSlow);
  let rest: WaitingRest | undefined;
  try {
    for (let width = 1; width > 0 && !isOver();) {
      const sent = await Promise.all(Array.from({ length: width }, () => sendNext(ports, webhookId, run)));
      if (sent.includes('elsewhere')) throw new JobNotDue(AFTER_FAULT_SECONDS, { failures });
      if (sent.includes('stop')) width = 0;
      else width = sent.includes('failed') ? 1 : AT_ONCE;
    }
    rest = await findRest(ports, webhookId, isOver);
  } catch (error) {
    if (error instanceof JobNotDue) throw error;
    // The messages are in the database, so the job must not be given up.
    throw new JobNotDue(AFTER_FAULT_SECONDS, { failures: [error] });
  }
  // Failures are reported by the wait, also when nothing is left to wait for.
  if (rest !== undefined || failures.length > 0)
    throw new JobNotDue(rest?.afterSeconds ?? 0, { failures }, rest?.isSlow);
}

/** Undefined when there is nothing left to do. */
async function findRest(
  { webhookQueue }: SendPorts,
  webhookId: string,
  isOver: () => boolean,
): Promise<WaitingRest | undefined> {
  for (;;) {
    const rest = await webhookQueue.rest(webhookId);
    if (rest.kind === 'waiting') return rest;
    if (rest.kind === 'none' || !(await webhookQueue.discard(webhookId))) return undefined;
    if (isOver()) return { afterSeconds: 0 };
  }
}

/**
 * Makes one attempt of the next messages: 'stop' when none is due, or when the receiver should be left alone for now; 'elsewhere'
 * when another instance has the key of its signature.
 */
async function sendNext(
  ports: SendPorts,
  webhookId: string,
  run: Run,
): Promise<'delivered' | 'failed' | 'stop' | 'elsewhere'> {
  const { clock, sealing, webhookCalls, webhookQueue } = ports;
  const started = await webhookQueue.take(webhookId, LEASE_SECONDS, MAX_ENTRIES);
  if (started === undefined) return 'stop';
  const { deliveries, url, topic, tries } = started;
  run.isSlow = started.isSlow;
  const at = clock.now();
  const { secrets, fault } = await openSecrets(sealing, webhookId, started, at);
  if (isKeyElsewhere(fault)) {
    await webhookQueue.giveBack(deliveries);
    return 'elsewhere';
  }
  const response = secrets
    ? await webhookCalls.post({ url, topic, secrets, sentAt: at, messages: deliveries })
    : NOT_SIGNED;
  // Nobody can read what a subscriber has answered.
  const kept = topic === null ? response : { ...response, body: null };
  const outcome = decideOutcome(at, kept, tries);
  const { isFailing, hasRecovered } = await webhookQueue.end(deliveries, outcome);
  if (fault) run.failures.push(fault);
  // The receiver was down for all of them, so the others are sent at once.
  if (hasRecovered) while (await webhookQueue.hasten(webhookId));
  const isLong = response.durationMs > SLOW_MS;
  if (outcome.state === 'DELIVERED') return isLong && !started.isSlow ? 'stop' : 'delivered';
  const isStop = isFailing || outcome.isGone || outcome.pauseSeconds !== null || isLong;
  return isStop ? 'stop' : 'failed';
}

function decideOutcome(
  at: Date,
  { retryAfterSeconds, ...response }: WebhookResponse,
  tries: number,
): AttemptOutcome {
  const { status } = response;
  const attempt = { at, ...response };
  const isGone = status === GONE;
  const none = { attempt, retryAfter: null, pauseSeconds: null, isGone };
  if (status !== null && status >= 200 && status < 300) return { ...none, state: 'DELIVERED' };
  const requested = Math.min(retryAfterSeconds ?? 0, LONGEST_WAIT_SECONDS);
  const pauseSeconds = requested > 0 && OVERLOADED.has(status) ? requested : null;
  const scheduled = isGone ? undefined : pauseAfter(tries, jitterOf(at));
  if (scheduled === undefined) return { ...none, pauseSeconds, state: 'FAILED' };
  return { ...none, pauseSeconds, state: 'PENDING', retryAfter: Math.max(scheduled, requested) };
}

/** The secrets that sign now; `fault` is the error when they do not open. */
async function openSecrets(
  sealing: Sealing,
  webhookId: string,
  { secrets: stored, topic }: StartedAttempt,
  now: Date,
): Promise<{ readonly secrets?: readonly string[]; readonly fault?: Error }> {
  try {
    const secrets = await openSigningSecrets(sealing, webhookId, stored, now);
    return { secrets: topic === null ? secrets : secrets.map(toSubscriberSecret) };
  } catch (error) {
    return { fault: error as Error };
  }
}

/** A pseudo-random number from 0 to 1: the milliseconds of an instant are random enough for jitter. */
function jitterOf(at: Date): number {
  return at.getMilliseconds() / 1_000;
}
