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
      const response = await postPatiently(url, name, body, options);
      options.answered?.((responses += 1));
      if (response.error !== undefined && response.error !== null)
        throw new Error(describe(response.error.message));
      return response.result;
    },
  };
}

interface RpcResponse {
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown } | null;
}

const TOO_MANY_REQUESTS = 429;
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];

/** Asks again after a pause when the node allows fewer requests a second; a smaller question would not help. */
async function postPatiently(
  url: string,
  name: string,
  body: string,
  options: HttpNodeOptions,
): Promise<RpcResponse> {
  for (const pause of PAUSES_MS) {
    const response = await post(url, name, body, options);
    if (response !== TOO_MANY_REQUESTS && response.error?.code !== TOO_MANY_REQUESTS) return response;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new VerificationError(
    'NODE_UNREACHABLE',
    `${name} allows fewer requests (HTTP 429): try again later.`,
  );
}

function describe(message: unknown): string {
  return typeof message === 'string' ? message.slice(0, 200) : 'it refuses';
}

async function post(
  url: string,
  name: string,
  body: string,
  { timeoutMs = TIMEOUT_MS, signal }: HttpNodeOptions,
): Promise<RpcResponse | typeof TOO_MANY_REQUESTS> {
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
    const cause: unknown = ended.aborted ? ended.reason : error;
    throw new VerificationError('NODE_UNREACHABLE', `${name} cannot be reached: ${String(cause)}`, cause);
  }
  if (response.status === TOO_MANY_REQUESTS) return TOO_MANY_REQUESTS;
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
