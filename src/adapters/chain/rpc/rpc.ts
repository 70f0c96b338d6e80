import { tracing, type SpanRequest } from '../../../runtime/tracing/tracing.ts';
import { createRpcTransport } from './http/rpc-transport.ts';
import { hideSecretsOf } from './http/url-secrets.ts';

/** One JSON-RPC call to a node. */
export interface RpcCall {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** A node's JSON-RPC 2.0 over HTTP. */
export interface Rpc {
  /** Throws RpcError for an error of the node, RpcUnreachable without a response to this call. */
  call(method: string, params?: readonly unknown[]): Promise<unknown>;
  /**
   * Sends all calls as one request. Returns for each, in their order, the result or the node's error. Throws
   * RpcUnreachable.
   */
  batch(calls: readonly RpcCall[]): Promise<readonly unknown[]>;
  /** How many calls one request may have; unknown when left out. */
  readonly mostCalls?: () => number;
}

/** The node's error object (JSON-RPC 2.0, section 5.1). */
export class RpcError extends Error {
  readonly code: number;
  /** For example the revert data, 0x hex. */
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

/** No response, or an unreadable one: it is unknown whether the calls were executed. */
export class RpcUnreachable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'RpcUnreachable';
  }
}

/** The node takes fewer calls in a request, and is sent no more from now on. */
export class TooManyCalls extends RpcUnreachable {}

const TIMEOUT_MS = 15_000;
/** Many nodes and proxies refuse more calls in a request. */
const MOST_CALLS = 25;
/** With fewer calls, what one node has to answer together could not be asked together. */
const LEAST_CALLS = 6;

/** Connects to the node at `url`; a call without a response within `timeoutMs` throws RpcUnreachable. */
export function createRpc(url: string, timeoutMs = TIMEOUT_MS): Rpc {
  const post = createPost(url, timeoutMs);
  let lastId = 0;
  let most = MOST_CALLS;

  function refused(count: number, refusal: unknown): RpcUnreachable {
    const message = `The node refuses ${count} calls in one request`;
    if (count <= LEAST_CALLS)
      return new RpcUnreachable(`${message}: this service needs ${LEAST_CALLS}.`, refusal);
    most = Math.max(LEAST_CALLS, Math.min(most, Math.floor(count / 2)));
    return new TooManyCalls(`${message}.`, refusal);
  }

  async function batch(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    if (calls.length === 0) return [];
    const first = lastId + 1;
    lastId += calls.length;
    const requests = calls.map(({ method, params = [] }, index) => ({
      jsonrpc: '2.0',
      id: first + index,
      method,
      params,
    }));
    const body = await tracing
      .step(
        () => toSpan(calls),
        () => post(requests.length === 1 ? requests[0] : requests),
      )
      .catch((error: unknown) => {
        throw isRefusalOfBatch(calls, causeOf(error)) ? refused(calls.length, causeOf(error)) : error;
      });
    const refusal = toRefusal(body);
    if (isRefusalOfBatch(calls, refusal)) throw refused(calls.length, refusal);
    const responses = toResponses(body);
    return calls.map(({ method }, index) => {
      const outcome = toOutcome(responses.get(first + index));
      if (outcome === undefined) throw new RpcUnreachable(`The node gave no answer to ${method}.`, refusal);
      return outcome;
    });
  }

  return {
    batch,
    mostCalls: () => most,
    async call(method, params = []) {
      const [outcome] = await batch([{ method, params }]);
      if (outcome instanceof RpcError) throw outcome;
      return outcome;
    },
  };
}

function toSpan(calls: readonly RpcCall[]): SpanRequest {
  const methods = [...new Set(calls.map(({ method }) => method))];
  const name = `RPC ${methods.join(', ')}`;
  return {
    name,
    kind: 'client',
    facts: { 'rpc.system.name': 'jsonrpc', 'giveaways.rpc.calls': calls.length },
  };
}

/** A node that asks for a longer pause is asked again nevertheless, since it may be another one by then. */
const MAX_PAUSE_MS = 30_000;

/**
 * Posts JSON, and returns the JSON of the response, without the keys of the URL. Throws RpcUnreachable; while the node wants no
 * request, it throws that refusal again.
 */
function createPost(url: string, timeoutMs: number): (body: unknown) => Promise<unknown> {
  const send = createRpcTransport(url, timeoutMs);
  const hideSecrets = hideSecretsOf(url);
  let refusal: { readonly until: number; readonly error: Error } | undefined;

  async function read(body: unknown): Promise<unknown> {
    const { status, text: sent, retryAfter } = await send(JSON.stringify(body));
    const text = hideSecrets(sent);
    if (status >= 200 && status < 300) return JSON.parse(text);
    const error = toError(status, text, Array.isArray(body) ? body.length : 1);
    if (retryAfter > 0)
      refusal = { until: performance.now() + Math.min(retryAfter * 1_000, MAX_PAUSE_MS), error };
    // Some nodes send JSON-RPC errors with such a status.
    if (!text.startsWith('{') && !text.startsWith('[')) throw error;
    return JSON.parse(text);
  }

  return async (body) => {
    try {
      if (refusal !== undefined && performance.now() < refusal.until) throw refusal.error;
      return await read(body);
    } catch (error) {
      throw new RpcUnreachable('The node cannot be reached.', error);
    }
  };
}

const MOST_WORDS = 200;

/** The text of a page tells little. */
function toError(status: number, text: string, calls: number): Error {
  const words = text.startsWith('<') ? '' : text.slice(0, MOST_WORDS).replace(/\s+/g, ' ').trim();
  const request = calls > 1 ? ` to ${calls} calls in one request` : '';
  return new Error(`The node answered HTTP ${status}${request}${words === '' ? '.' : `: ${words}`}`);
}

interface RpcResponse {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?:
    | string
    | { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown }
    | null;
  /** Of proxies that answer in a format of their own. */
  readonly message?: unknown;
}

function toResponses(body: unknown): Map<unknown, RpcResponse> {
  const list: readonly unknown[] = Array.isArray(body) ? body : [body];
  const responses = new Map<unknown, RpcResponse>();
  for (const item of list) {
    if (typeof item !== 'object' || item === null) throw new RpcUnreachable('The node answered no JSON-RPC.');
    responses.set((item as RpcResponse).id, item);
  }
  return responses;
}

/** The result or the error of a call; undefined for neither. */
function toOutcome(response: RpcResponse | undefined): unknown {
  const { result, error } = response ?? {};
  if (error === undefined || error === null) return result;
  const { code, message, data } = typeof error === 'string' ? { message: error } : error;
  const words = typeof message === 'string' ? message : 'The node named no reason.';
  return new RpcError(Number(code) || 0, words, data);
}

/** The error of a response to the request as a whole, in the node's words; of some nodes it is that of the first call. */
function toRefusal(body: unknown): Error | undefined {
  const only: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body;
  if (typeof only !== 'object' || only === null || Array.isArray(only)) return undefined;
  const { error, message } = only as RpcResponse;
  const refusal = toOutcome({ error: error ?? (typeof message === 'string' ? message : null) });
  return refusal instanceof Error ? refusal : undefined;
}

/** Whether a node refuses a request for its many calls, or for its size. */
function isRefusalOfBatch(calls: readonly RpcCall[], refusal: unknown): boolean {
  return calls.length > 1 && refusal instanceof Error && /batch|HTTP 413/i.test(refusal.message);
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
