import { z } from 'zod';
import type { Jobs } from '../jobs.ts';
import type { Sealing } from '../secrets/sealing.ts';
import { followUpContext } from '../secrets/sealing-contexts.ts';
import type { SealedFollowUp, Provisions } from './provisions.ts';

/** What is to be done for the entrant after a provision. */
export interface FollowUp {
  readonly operationId: string;
  readonly providerId: string;
  readonly email: string;
  readonly notify: boolean;
  /** '' without one. */
  readonly claimUrl: string;
}

const personal = z.object({ email: z.string(), notify: z.boolean(), claimUrl: z.string() });

/** Stores a follow-up, sealed, and adds the job that carries it out once the operation is confirmed. Safe to repeat. */
export async function saveFollowUp(
  { sealing, provisions, jobs }: { sealing: Sealing; provisions: Provisions; jobs: Jobs },
  { operationId, providerId, ...rest }: FollowUp,
): Promise<void> {
  const sealed = await sealing.seal(JSON.stringify(rest), followUpContext(operationId));
  await provisions.saveFollowUp({ operationId, providerId, sealed });
  await jobs.add('finish-provision', { operationId }, { key: operationId, group: providerId });
}

/** Opens a stored follow-up. */
export async function openFollowUp(
  { sealing }: { sealing: Sealing },
  { operationId, providerId, sealed }: SealedFollowUp,
): Promise<FollowUp> {
  const opened = personal.parse(JSON.parse(await sealing.open(sealed, followUpContext(operationId))));
  return { operationId, providerId, ...opened };
}
