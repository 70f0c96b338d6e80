import type { ReportingNode } from './chain-node.ts';
import { VerificationError } from '../verification-error.ts';

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 256 * 1024 * 1024;

interface HttpNodeOptions {
  /** Instead of the host. */
  readonly name?: string;
  /** See ReportingNode. */
  readonly source?: string | undefined;
  /** The longest time until a response is complete; a minute by default. */
  readonly timeoutMs?: number;
  /** Ends all requests. */
  readonly signal?: AbortSignal;
  /** Called with the number of responses so far. */
  readonly answered?: (count: number) => void;
}

/** A node behind an HTTP address, as browsers and Node.js reach it. Its name is the host, because a path may hold a key. */
export function createHttpNode(url: string, options: HttpNodeOptions = {}): ReportingNode {
  const { name = new URL(url).host, source } = options;
  let id = 0;
  let responses = 0;
  return {
    name,
    ...(source !== undefined && { source }),
    async send(method, params) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: (id += 1), method, params });
      let response = await post(url, name, body, options);
      const isTooMany = () => response.error?.code === TOO_MANY_REQUESTS;
      // A smaller question would not help against a node that allows fewer requests a second.
      for (let pause = 500; isTooMany() && pause < 16_000; pause *= 2) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        response = await post(url, name, body, options);
      }
      options.answered?.((responses += 1));
      const { error, result } = response;
      if (error === undefined || error === null) return result;
      throw isTooMany() ? unreachable(name, 'too many requests') : new Error(describe(error.message));
    },
  };
}

interface RpcResponse {
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown } | null;
}

const TOO_MANY_REQUESTS = 429;

function unreachable(name: string, cause: unknown): VerificationError {
  return new VerificationError('NODE_UNREACHABLE', `${name} cannot be reached: ${String(cause)}`, cause);
}

function describe(message: unknown): string {
  return typeof message === 'string' ? message.slice(0, 200) : 'it refuses';
}

async function post(
  url: string,
  name: string,
  body: string,
  { timeoutMs = TIMEOUT_MS, signal }: HttpNodeOptions,
): Promise<RpcResponse> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  let response: Response | undefined;
  let text: string;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: ended,
    });
    text = await readLimited(response);
  } catch (error) {
    // A smaller question does not help against a node that stopped in the middle of a response.
    if (response !== undefined && !ended.aborted) throw error;
    throw unreachable(name, ended.aborted ? ended.reason : error);
  }
  if (response.status === TOO_MANY_REQUESTS) return { error: { code: TOO_MANY_REQUESTS } };
  try {
    const reply: unknown = JSON.parse(text);
    if (typeof reply === 'object' && reply !== null) return reply;
  } catch {
    // Reported below, with the status.
  }
  throw new Error(`it answers ${response.status} without JSON`);
}

/** The text of a response; a longer one than 256 MiB would fill the memory. */
async function readLimited(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) return parts.join('') + decoder.decode();
    bytes += part.value.byteLength;
    if (bytes > MAX_BYTES) {
      await reader?.cancel();
      throw new Error('its answer is too long');
    }
    parts.push(decoder.decode(part.value, { stream: true }));
  }
}
