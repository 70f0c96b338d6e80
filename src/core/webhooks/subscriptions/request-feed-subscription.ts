import { z } from 'zod';
import type { Credentials } from '../../access/credentials.ts';
import type { RateLimits } from '../../access/rate-limits.ts';
import { requireAllowance } from '../../access/require-allowance.ts';
import type { Clock } from '../../clock.ts';
import { DomainError, invalidPayload } from '../../errors.ts';
import { feedArguments } from '../../feed/feed-query.ts';
import type { Jobs } from '../../jobs.ts';
import type { Sealing } from '../../secrets/sealing.ts';
import { webhookContext } from '../../secrets/sealing-contexts.ts';
import type { InTransaction } from '../../transaction.ts';
import { defineUseCase } from '../../use-case.ts';
import type { Digests } from '../../values/digests.ts';
import { requiredText, requiredUrl } from '../../values/text.ts';
import { toFollowed, toMatchableFilter } from '../follow/followed-filter.ts';
import { toSealable } from '../signing-secrets.ts';
import { hostOf, LEASE_SECONDS, MAX_SUBSCRIPTIONS, type SubscriptionRequest } from './feed-subscription.ts';
import type { FeedSubscriptionStore } from './feed-subscription-store.ts';
import type { SubscriberCalls } from './subscriber-calls.ts';

/** WebSub, section 5.1: "less than 200 bytes". */
const MAX_SECRET_BYTES = 199;
const BUSY_SECONDS = 60;
const FULL_SECONDS = 3_600;

interface RequestPorts extends InTransaction<{ feedSubscriptions: FeedSubscriptionStore }> {
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly digests: Digests;
  readonly feedSubscriptions: FeedSubscriptionStore;
  readonly jobs: Jobs;
  readonly rateLimits: RateLimits;
  readonly sealing: Sealing;
  readonly subscriberCalls: SubscriberCalls;
}

/**
 * Accepts a request to subscribe a callback to a filter of the feed, to renew that, or to end it (WebSub, section 5.1); a job asks the
 * callback whether it wants so. The members have the names of the parameters, and unknown ones are ignored. Requests are limited by
 * network, and by network, callback and topic together. Throws INVALID_PAYLOAD and RATE_LIMITED.
 */
export const requestFeedSubscription = defineUseCase({
  permission: 'public',
  input: z.object({
    'hub.mode': z.enum(['subscribe', 'unsubscribe'], 'must be subscribe or unsubscribe.'),
    'hub.topic': requiredText(2048),
    'hub.callback': requiredUrl(),
    'hub.lease_seconds': z
      .string()
      .regex(/^\d{1,10}$/, 'must be a number of seconds.')
      .optional()
      .transform((seconds) => (seconds === undefined ? LEASE_SECONDS.usual : toLease(Number(seconds)))),
    'hub.secret': z
      .string()
      .refine((secret) => secret.isWellFormed(), 'must be UTF-8.')
      .refine(
        (secret) => new TextEncoder().encode(secret).length <= MAX_SECRET_BYTES,
        `is too long: shorten it to ${MAX_SECRET_BYTES} bytes.`,
      )
      .optional()
      .transform((secret) => secret ?? ''),
    /** What the topic has, which the API reads; only the filter matters, but a topic is an address that can be read. */
    ...feedArguments.pick({ filter: true, first: true, orderBy: true }).shape,
    /** The client network of the request; the API sets it, not the caller. */
    network: z.string(),
  }),

  async execute(ports: RequestPorts, _caller, input): Promise<void> {
    const { 'hub.mode': mode, 'hub.callback': callback, 'hub.topic': topic, network } = input;
    const { rateLimits, subscriberCalls, digests } = ports;
    const id = `sub_${digests.sha256(JSON.stringify([callback, topic])).slice(0, 32)}`;
    requireAllowance(await rateLimits.consume('feed-subscription-by-network', network));
    requireAllowance(await rateLimits.consume('feed-subscription', network, id));
    const fault = subscriberCalls.findFault(callback);
    if (fault !== undefined) throw invalidPayload([{ path: ['hub.callback'], message: fault }]);
    // A subscription can end after the last instant of its filter.
    if (mode === 'subscribe') toMatchableFilter(input.filter, ports.clock.now());
    // The answer is the same, so that strangers do not learn what a callback is subscribed to.
    if (mode === 'unsubscribe' && (await ports.feedSubscriptions.find(id)) === undefined) return;
    const filter = toFollowed(input.filter);
    await store(ports, input, {
      id,
      mode,
      callback,
      topic,
      filter,
      leaseSeconds: input['hub.lease_seconds'],
    });
    // A request whose job was not stored got no 202 either, so its subscriber repeats it.
    await ports.jobs.add('confirm-subscription', { subscriptionId: id }, { group: hostOf(callback) });
  },
});

async function store(
  { credentials, sealing, transaction }: RequestPorts,
  { network, 'hub.secret': secret }: { readonly network: string; readonly 'hub.secret': string },
  request: SubscriptionRequest,
): Promise<void> {
  const stored = {
    request,
    host: hostOf(request.callback),
    networkKey: credentials.pseudonymOf(network),
    sealed: await sealing.seal(toSealable(secret), webhookContext(request.id)),
  };
  const outcome = await transaction(({ feedSubscriptions }) => feedSubscriptions.request(stored));
  if (outcome === 'busy')
    throw tooMany('This callback is being asked, or too many requests wait for theirs.', BUSY_SECONDS);
  if (outcome === 'full')
    throw tooMany(
      `There are ${MAX_SUBSCRIPTIONS.ofHost} subscriptions of this host, ${MAX_SUBSCRIPTIONS.ofNetwork} of your network or ${MAX_SUBSCRIPTIONS.inTotal} in total, which is the limit.`,
      FULL_SECONDS,
    );
}

function tooMany(what: string, retryAfterSeconds: number): DomainError {
  const message = `${what} Try again in ${retryAfterSeconds / 60} minutes.`;
  return new DomainError('RATE_LIMITED', message, { retryAfterSeconds });
}

function toLease(seconds: number): number {
  return Math.min(Math.max(seconds, LEASE_SECONDS.shortest), LEASE_SECONDS.longest);
}
