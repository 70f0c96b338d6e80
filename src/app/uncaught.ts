/** The two kinds of errors that nothing caught. */
export type UncaughtKind = 'unhandledRejection' | 'uncaughtException';

/**
 * Reports uncaught errors of this thread instead of ending the process, as Node would: one unhandled rejection of one request
 * must not end all other requests.
 */
export function reportUncaught(report: (kind: UncaughtKind, error: unknown) => void): void {
  process
    .on('unhandledRejection', (reason: unknown) => report('unhandledRejection', reason))
    .on('uncaughtException', (error: unknown) => report('uncaughtException', error));
}
