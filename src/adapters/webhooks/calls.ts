import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type {
  SignedHeaders,
  SigningMessage,
  WebhookResponse,
  WebhookCall,
  WebhookCalls,
} from '../../core/webhooks/deliver/webhook-calls.ts';
import { PrivateAddress, type Resolve } from '../../runtime/outbound/checked-lookup.ts';
import { createOutboundRequests } from '../../runtime/outbound/outbound-requests.ts';
import { tracing, type SpanRequest } from '../../runtime/tracing/tracing.ts';
import { findFault } from './find-fault.ts';

const TIMEOUT_MS = 10_000;
/** The greatest stored length of a response's body. */
const KEPT_BYTES = 1_024;

export interface WebhookCallsOptions {
  /** Whether receivers may have private addresses, and be called without TLS. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
  /** What the subscriber of a topic gets for the messages of listings. */
  readonly toFeedMessage?: (topic: string, payloads: readonly string[]) => FeedMessage;
  /** Called after each call: `refused` by another status than 2xx, `failed` without a response. */
  readonly noteOutcome?: (outcome: 'delivered' | 'refused' | 'failed') => void;
}

/** A feed document with the new entries of a topic. */
interface FeedMessage {
  readonly contentType: string;
  readonly body: string;
  /** Its Link header. */
  readonly link: string;
}

/** Calls receivers over HTTP as Standard Webhooks 1.0 and WebSub specify; redirects are not followed. */
export function createWebhookCalls({
  allowPrivate,
  resolve,
  timeoutMs = TIMEOUT_MS,
  toFeedMessage,
  noteOutcome,
}: WebhookCallsOptions): WebhookCalls {
  const request = createOutboundRequests({ allowPrivate, resolve, timeoutMs, maxBytes: KEPT_BYTES });

  async function send(
    call: WebhookCall,
  ): Promise<Pick<WebhookResponse, 'status' | 'body' | 'retryAfterSeconds'>> {
    const { body, headers } = toMessage(call);
    const response = await request(call.url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-length': String(body.length),
        'user-agent': 'giveaway-gateway',
        ...tracing.headers(),
      },
      body,
    });
    const retryAfterSeconds = toSeconds(response.headers['retry-after']);
    return { status: response.status, body: toText(response.body), retryAfterSeconds };
  }

  function toMessage({ topic, messages, secrets, sentAt }: WebhookCall) {
    const payloads = messages.map(({ payload }) => payload);
    const feed = topic === null ? undefined : toFeedMessage?.(topic, payloads);
    if (feed === undefined) {
      const [{ messageId, payload }] = messages;
      const signed = toSignedHeaders({ secrets, sentAt, messageId, payload });
      return { body: Buffer.from(payload), headers: { ...signed, 'content-type': 'application/json' } };
    }
    const body = Buffer.from(feed.body);
    const { contentType, link } = feed;
    return { body, headers: { ...hubSignature(secrets, body), 'content-type': contentType, link } };
  }

  return {
    findFault: (url) => (allowPrivate ? undefined : findFault(url)),
    sign: toSignedHeaders,
    async post(call) {
      const begun = performance.now();
      const took = () => Math.round(performance.now() - begun);
      try {
        const response = await tracing.span(
          () => toSpan(call),
          () => send(call),
        );
        noteOutcome?.(isSuccess(response.status) ? 'delivered' : 'refused');
        return { ...response, error: null, durationMs: took() };
      } catch (error) {
        noteOutcome?.('failed');
        const none = { status: null, body: null, retryAfterSeconds: null };
        return { ...none, error: describe(error), durationMs: took() };
      }
    },
  };
}

/** A message about an operation belongs to the trace of that operation. */
function toSpan({ messages: [{ messageId, payload }] }: WebhookCall): SpanRequest {
  const [operation] = /opn_\w+/.exec(payload) ?? [];
  return {
    name: 'webhook POST',
    kind: 'client',
    facts: { 'giveaways.message.id': messageId },
    ...(operation !== undefined && { operations: [operation] }),
  };
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** The signature of a content distribution (WebSub, section 7.1); none without a secret. */
function hubSignature(secrets: readonly string[], body: Uint8Array): Readonly<Record<string, string>> {
  const [secret = ''] = secrets;
  if (secret === '') return {};
  return { 'x-hub-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
}

function toSignedHeaders({ secrets, messageId, sentAt, payload }: SigningMessage): SignedHeaders {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(messageId, sentAt, payload));
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}

/** The seconds of a Retry-After header (RFC 9110 10.2.3): a number of them, or a date. */
function toSeconds(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null;
  const seconds = /^\s*\d+\s*$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1_000);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

// PostgreSQL cannot store U+0000.
function toText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replaceAll('\0', '\uFFFD');
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'The call failed.';
  const text = 'code' in error && !(error instanceof PrivateAddress) ? String(error.code) : error.message;
  return toText(Buffer.from(text || error.name).subarray(0, KEPT_BYTES));
}
