import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type {
  SignedHeaders,
  WebhookAnswer,
  WebhookCall,
  WebhookCalls,
} from '../../core/webhooks/deliver/webhook-calls.ts';
import { tracing, type SpanRequest } from '../../runtime/tracing/tracing.ts';
import { createCheckedLookup, PrivateAddress, type Resolve } from './checked-lookup.ts';
import { isPublicAddress } from './public-addresses.ts';
import { createNameResolver } from './resolve-name.ts';

const TIMEOUT_MS = 10_000;
/** The greatest stored length of an answer's body. */
const KEPT_BYTES = 1_024;

export interface WebhookCallsOptions {
  /** Whether receivers may have private addresses, and be called without TLS. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
  /** Called after each call: `refused` by another status than 2xx, `failed` without an answer. */
  readonly noteOutcome?: (outcome: 'delivered' | 'refused' | 'failed') => void;
}

/** Calls receivers over HTTP as Standard Webhooks 1.0 specifies; redirects are not followed. */
export function createWebhookCalls({
  allowPrivate,
  resolve = createNameResolver(),
  timeoutMs = TIMEOUT_MS,
  noteOutcome,
}: WebhookCallsOptions): WebhookCalls {
  const lookup = createCheckedLookup(resolve);

  function send({
    url,
    payload,
    ...message
  }: WebhookCall): Promise<Pick<WebhookAnswer, 'status' | 'body' | 'retryAfterSeconds'>> {
    const target = new URL(url);
    const body = Buffer.from(payload);
    const request = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, {
      method: 'POST',
      // Each attempt opens a connection, so that it goes to an address that was just checked.
      agent: false,
      ...(!allowPrivate && { lookup }),
      headers: {
        ...toSignedHeaders({ payload, ...message }),
        'content-type': 'application/json',
        'content-length': body.length,
        'user-agent': 'giveaway-gateway',
        ...tracing.headers(),
      },
    });
    return new Promise((settle, fail) => {
      let end = fail;
      const deadline = setTimeout(() => {
        end(new Error(`There was no answer within ${timeoutMs / 1_000} seconds.`));
        request.destroy();
      }, timeoutMs);
      request.on('response', (response) => {
        const { statusCode: status = null, headers } = response;
        const retryAfterSeconds = toSeconds(headers['retry-after']);
        end = readStart(response, (body) => settle({ status, body, retryAfterSeconds }));
      });
      request.on('error', (error) => end(error));
      // Other ends of the connection, such as an upgrade to another protocol.
      request.on('close', () => {
        clearTimeout(deadline);
        end(new Error('The connection was closed without an answer.'));
      });
      request.end(body);
    });
  }

  return {
    findFault(url) {
      if (allowPrivate) return undefined;
      if (new URL(url).protocol !== 'https:') return 'must be an https:// URL.';
      return isPrivateLiteral(url) ? 'must not name a private or reserved address.' : undefined;
    },
    sign: toSignedHeaders,
    async post(call) {
      const begun = performance.now();
      const took = () => Math.round(performance.now() - begun);
      try {
        // A URL with an IP address needs no lookup.
        if (!allowPrivate && isPrivateLiteral(call.url)) throw new PrivateAddress();
        const answer = await tracing.span(
          () => toSpan(call),
          () => send(call),
        );
        noteOutcome?.(isSuccess(answer.status) ? 'delivered' : 'refused');
        return { ...answer, error: null, durationMs: took() };
      } catch (error) {
        noteOutcome?.('failed');
        const none = { status: null, body: null, retryAfterSeconds: null };
        return { ...none, error: describe(error), durationMs: took() };
      }
    },
  };
}

/** A message about an operation belongs to the trace of that operation. */
function toSpan({ messageId, payload }: WebhookCall): SpanRequest {
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

function toSignedHeaders({ secrets, messageId, sentAt, payload }: Omit<WebhookCall, 'url'>): SignedHeaders {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(messageId, sentAt, payload));
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * Calls back with the beginning of the body; an answer that breaks off keeps its status. The returned function ends the
 * reading.
 */
function readStart(response: IncomingMessage, done: (text: string) => void): () => void {
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = () => {
    done(toText(Buffer.concat(chunks).subarray(0, KEPT_BYTES)));
    response.destroy();
  };
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= KEPT_BYTES) finish();
  });
  response.on('end', finish);
  response.on('error', finish);
  response.on('close', finish);
  return finish;
}

/** The seconds of a Retry-After header (RFC 9110 10.2.3): a number of them, or a date. */
function toSeconds(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null;
  const seconds = /^\s*\d+\s*$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1_000);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

/** Whether the host is a private IP address; the URL parser has normalised other notations (WHATWG URL 3.5). */
function isPrivateLiteral(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 ? !isPublicAddress(host) : isLocalName(host);
}

// Names of this machine, whatever they resolve to (RFC 6761 6.3).
function isLocalName(host: string): boolean {
  return /(?:^|\.)localhost\.?$/i.test(host);
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
