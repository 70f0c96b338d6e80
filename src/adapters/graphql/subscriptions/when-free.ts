import { setTimeout as after } from 'node:timers/promises';
import { DomainError } from '../../../core/errors.ts';
import { retryMs } from './newest.ts';

/** What is needed of a connection. */
interface Waiting {
  readonly socket: { readonly readyState: number; readonly OPEN: number };
  /** Lets the next message of the client be processed. */
  begun: () => void;
}

/**
 * Repeats work that fails because the service is busy, until it succeeds or the connection is closed: clients do not repeat a
 * subscription that ended with an error. `failuresOf` finds errors in a result.
 */
export async function whenFree<Result>(
  connection: Waiting,
  work: () => Promise<Result>,
  failuresOf: (result: Result) => readonly unknown[] | undefined = () => undefined,
): Promise<Result> {
  const isOpen = () => connection.socket.readyState === connection.socket.OPEN;
  for (;;) {
    try {
      const result = await work();
      if (!failuresOf(result)?.some(isBusy) || !isOpen()) return result;
    } catch (error) {
      if (!isBusy(error) || !isOpen()) throw error;
    }
    // Other subscriptions of the connection need not wait for this one.
    connection.begun();
    await after(retryMs(), undefined, { ref: false });
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE';
}
