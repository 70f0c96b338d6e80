import { setTimeout as after } from 'node:timers/promises';
import { send, type HttpResponse, type Sent } from '../../support/http/http.ts';
import type { Change, Ledger } from './ledger.ts';

/** A client as the documentation advises: it repeats a change with the same key until it is answered. */
export interface LoadClient {
  /** Sends one request; undefined when it failed. */
  sendRequest(what: string, method: string, path: string, sent?: Sent): Promise<HttpResponse | undefined>;
  /** Repeats the request of a change until it is answered, for two minutes at most. */
  change(change: Change, method: string, path: string, sent: Sent): Promise<HttpResponse | undefined>;
}

const GIVES_UP_AFTER_MS = 5_000;
const REPEATS_FOR_MS = 120_000;
const PAUSE_MS = 400;

/** Random between 0 and 1: the pauses and the order of the load repeat with the seed. */
type Random = () => number;

export function createLoadClient(url: string, ledger: Ledger, random: Random): LoadClient {
  async function sendRequest(what: string, method: string, path: string, sent: Sent = {}) {
    const startedAt = Date.now();
    const note = (failure?: string) =>
      ledger.note({ what, startedAt, endedAt: Date.now(), ...(failure !== undefined && { failure }) });
    try {
      const response = await send(method, `${url}${path}`, {
        ...sent,
        signal: AbortSignal.timeout(GIVES_UP_AFTER_MS),
      });
      const failure = failureOf(response);
      note(failure);
      return failure === undefined ? response : undefined;
    } catch (error) {
      note(describe(error));
      return undefined;
    }
  }

  return {
    sendRequest,
    async change(change, method, path, sent) {
      for (const deadline = Date.now() + REPEATS_FOR_MS; Date.now() < deadline;) {
        const response = await sendRequest(change.kind, method, path, sent);
        const operation: unknown = response?.body?.operation?.id;
        if (typeof operation === 'string') change.operations.add(operation);
        if (response?.status === 200 || response?.status === 202) {
          change.isAnswered = true;
          return response;
        }
        await after(PAUSE_MS * (0.5 + random()));
      }
      return undefined;
    },
  };
}

/** Undefined for success, and for a conflict that the client has to wait out. */
function failureOf({ status, text, body }: HttpResponse): string | undefined {
  const isGraphqlError = status === 200 && body?.errors !== undefined;
  if ((status < 300 || (status === 409 && body?.error?.retryable === true)) && !isGraphqlError)
    return undefined;
  const code = body?.error?.code ?? body?.errors?.[0]?.extensions?.code ?? body?.error?.message;
  return `${status} ${code ?? text.slice(0, 100)}`;
}

function describe(error: unknown): string {
  const { message, cause } = error as {
    readonly message?: string;
    readonly cause?: { readonly code?: string };
  };
  return cause?.code ?? message ?? String(error);
}
