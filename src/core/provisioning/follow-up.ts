import { z } from 'zod';
import type { Uses } from '../ports.ts';
import type { ProvisionErrand } from './provisions.ts';

/** What a provision leaves to be done for the entrant. */
export interface Errand {
  readonly operationId: string;
  readonly providerId: string;
  readonly email: string;
  readonly notify: boolean;
  /** '' without one. */
  readonly claimUrl: string;
}

const personal = z.object({ email: z.string(), notify: z.boolean(), claimUrl: z.string() });

/** Keeps an errand, encrypted, and has it done once the operation is confirmed. Safe to repeat. */
export async function keepErrand(
  { sealing, provisions, jobs }: Uses<'sealing' | 'provisions' | 'jobs'>,
  { operationId, providerId, ...rest }: Errand,
): Promise<void> {
  const sealed = await sealing.seal(JSON.stringify(rest), contextOf(operationId));
  await provisions.keepErrand({ operationId, providerId, sealed });
  await jobs.add('finish-provision', { operationId }, { key: operationId, group: providerId });
}

/** The errand as it was kept. */
export async function openErrand(
  { sealing }: Uses<'sealing'>,
  { operationId, providerId, sealed }: ProvisionErrand,
): Promise<Errand> {
  const opened = personal.parse(JSON.parse(await sealing.open(sealed, contextOf(operationId))));
  return { operationId, providerId, ...opened };
}

/** What binds a sealed errand to its operation. */
export function contextOf(operationId: string): string {
  return `errand of ${operationId}`;
}
