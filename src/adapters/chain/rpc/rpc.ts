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

const TIMEOUT_MS = 15_000;

/** Connects to the node at `url`; a call without a response within `timeoutMs` throws RpcUnreachable. */
export function createRpc(url: string, timeoutMs = TIMEOUT_MS): Rpc {
  const post = createPost(url, timeoutMs);
  let lastId = 0;

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
    const body = await tracing.step(
      () => toSpan(calls),
      () => post(requests.length === 1 ? requests[0] : requests),
    );
    const responses = toResponses(body);
    return calls.map(({ method }, index) => {
      const outcome = toOutcome(responses.get(first + index));
      if (outcome === undefined)
        throw new RpcUnreachable(`The node gave no answer to ${method}.`, toRefusal(body));
      return outcome;
    });
  }

  return {
    batch,
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
    const isOk = status >= 200 && status < 300;
    // Some nodes send JSON-RPC errors with a status other than 200: the body counts if it is JSON.
    const isJson = isOk || text.startsWith('{') || text.startsWith('[');
    if (!isOk && retryAfter > 0) {
      const until = performance.now() + Math.min(retryAfter * 1_000, MAX_PAUSE_MS);
      refusal = { until, error: toError(status, text) };
    }
    if (!isJson) throw toError(status, text);
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
function toError(status: number, text: string): Error {
  const words = text.startsWith('<') ? '' : text.replace(/\s+/g, ' ').trim().slice(0, MOST_WORDS);
  return new Error(`The node answered HTTP ${status}${words === '' ? '.' : `: ${words}`}`);
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

/** The error of a response to the request as a whole, in the node's words. */
function toRefusal(body: unknown): Error | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { error, message } = body as RpcResponse;
  const refusal = toOutcome({ error: error ?? (typeof message === 'string' ? message : null) });
  return refusal instanceof Error ? refusal : undefined;
}
