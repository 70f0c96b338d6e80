/** The two ways in which an error reaches nobody. */
export type UncaughtKind = 'unhandledRejection' | 'uncaughtException';

/**
 * Reports, from now on, what nobody caught in this thread, where Node would end the process: one forgotten promise of one
 * request must not end the requests of all others.
 */
export function reportUncaught(report: (kind: UncaughtKind, error: unknown) => void): void {
  process
    .on('unhandledRejection', (reason: unknown) => report('unhandledRejection', reason))
    .on('uncaughtException', (error: unknown) => report('uncaughtException', error));
}
