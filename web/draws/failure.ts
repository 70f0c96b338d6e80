import type { VerificationError } from '../../src/verification/verification-error.ts';

/** Why a node gave no answer, for readers; other failures have a message of their own. */
export type FailureKind = 'cancelled' | 'timedOut' | 'blocked' | 'unreachable';

const PROBE_MS = 4_000;

/** Finds out why a node gave no answer; undefined for any other failure. */
export async function failureKind(
  error: unknown,
  node: string,
  cancelled: AbortSignal,
): Promise<FailureKind | undefined> {
  if (cancelled.aborted) return 'cancelled';
  if ((error as Partial<VerificationError>).code !== 'NODE_UNREACHABLE') return undefined;
  if (((error as Error).cause as Error | undefined)?.name === 'TimeoutError') return 'timedOut';
  return (await answersAnybody(node)) ? 'blocked' : 'unreachable';
}

/** Whether an address answers a request whose answer a page may not read: a browser says "Failed to fetch" for both. */
function answersAnybody(node: string): Promise<boolean> {
  const request = {
    method: 'POST',
    mode: 'no-cors',
    body: '{}',
    signal: AbortSignal.timeout(PROBE_MS),
  } as const;
  return fetch(node, request).then(
    () => true,
    () => false,
  );
}
