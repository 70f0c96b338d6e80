import type { ServiceHealth } from './service-health.ts';

/** Whether the clock of this instance is known to be wrong: what would be ended for good by such a clock waits meanwhile. */
export async function isClockWrong({
  serviceHealth,
}: {
  readonly serviceHealth: ServiceHealth;
}): Promise<boolean> {
  const { parts } = await serviceHealth.read();
  return parts.some(({ part, state }) => part === 'CLOCK' && state === 'LATE');
}
