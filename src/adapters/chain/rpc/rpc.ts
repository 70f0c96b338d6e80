import { tracing, type SpanRequest } from '../../../runtime/tracing/tracing.ts';
import { createRpcTransport } from './rpc-transport.ts';

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
  const send = createRpcTransport(url, timeoutMs);
  let lastId = 0;

  async function batch(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    if (calls.length === 0) return [];
    const first = lastId + 1;
    lastId += calls.length;
    const body = calls.map(({ method, params = [] }, index) => ({
      jsonrpc: '2.0',
      id: first + index,
      method,
      params,
    }));
    const responses = toResponses(
      await tracing.step(
        () => toSpan(calls),
        () => post(send, body.length === 1 ? body[0] : body),
      ),
    );
    return calls.map((call, index) => {
      const response = responses.get(first + index);
      if (response === undefined) throw new RpcUnreachable(`The node gave no answer to ${call.method}.`);
      return toOutcome(response);
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

interface RpcResponse {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown } | null;
}

async function post(send: ReturnType<typeof createRpcTransport>, body: unknown): Promise<unknown> {
  try {
    const { status, text } = await send(JSON.stringify(body));
    // Some nodes send JSON-RPC errors with a status other than 200: the body counts if it is JSON.
    const isOk = status >= 200 && status < 300;
    if (!isOk && !text.startsWith('{') && !text.startsWith('['))
      throw new Error(`The node answered HTTP ${status}.`);
    return JSON.parse(text);
  } catch (error) {
    throw new RpcUnreachable('The node cannot be reached.', error);
  }
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

function toOutcome({ result, error }: RpcResponse): unknown {
  if (error === undefined || error === null) return result;
  const message = typeof error.message === 'string' ? error.message : 'The node named no reason.';
  return new RpcError(Number(error.code ?? 0), message, error.data);
}
