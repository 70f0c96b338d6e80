import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { SubscriptionRequest } from '../../core/webhooks/subscriptions/feed-subscription.ts';
import type { SubscriberCalls } from '../../core/webhooks/subscriptions/subscriber-calls.ts';
import type { Resolve } from '../../runtime/outbound/checked-lookup.ts';
import { createOutboundRequests } from '../../runtime/outbound/outbound-requests.ts';
import { findFault } from './find-fault.ts';

const TIMEOUT_MS = 10_000;
const CHALLENGE_BYTES = 32;
/** Longer answers are no challenge. */
const READ_BYTES = 256;

interface SubscriberCallsOptions {
  /** Whether callbacks may have private addresses and any port, and be called without TLS. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
  /** Called after each request for a confirmation. */
  readonly noteConfirmation?: (outcome: 'confirmed' | 'not_confirmed') => void;
}

/** Calls callbacks of subscriptions over HTTP; redirects are not followed. */
export function createSubscriberCalls({
  allowPrivate,
  resolve,
  timeoutMs = TIMEOUT_MS,
  noteConfirmation,
}: SubscriberCallsOptions): SubscriberCalls {
  const request = createOutboundRequests({ allowPrivate, resolve, timeoutMs, maxBytes: READ_BYTES });
  const get = (callback: string, parameters: Readonly<Record<string, string>>) =>
    request(withParameters(callback, parameters), {
      method: 'GET',
      headers: { 'user-agent': 'giveaway-gateway' },
    });

  async function isConfirmed({ mode, topic, callback, leaseSeconds }: SubscriptionRequest): Promise<boolean> {
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
    const { status, body } = await get(callback, {
      'hub.mode': mode,
      'hub.topic': topic,
      'hub.challenge': challenge,
      ...(mode === 'subscribe' && { 'hub.lease_seconds': String(leaseSeconds) }),
    });
    const expected = Buffer.from(challenge);
    const isSuccess = status !== null && status >= 200 && status < 300;
    return isSuccess && body.length === expected.length && timingSafeEqual(body, expected);
  }

  return {
    findFault(callback) {
      if (allowPrivate) return undefined;
      // Other ports would let strangers look for services by the hub.
      const { port } = new URL(callback);
      return findFault(callback) ?? (port === '' ? undefined : 'must have the port 443.');
    },
    async confirm(asked) {
      // An answer that does not come confirms nothing.
      const confirmed = await isConfirmed(asked).catch(() => false);
      noteConfirmation?.(confirmed ? 'confirmed' : 'not_confirmed');
      return confirmed;
    },
    async notifyDenied({ callback, topic }) {
      const reason = 'The operator has ended the subscription.';
      const parameters = { 'hub.mode': 'denied', 'hub.topic': topic, 'hub.reason': reason };
      await get(callback, parameters).catch(() => undefined);
    },
  };
}

/** Appends parameters; those of the callback stay as they are (WebSub, section 5.3). */
function withParameters(callback: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(callback);
  const added = new URLSearchParams(parameters).toString();
  url.search = url.search === '' ? added : `${url.search}&${added}`;
  return url.href;
}
