import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import { DomainError } from '../errors.ts';
import type { SessionStore } from './session-store.ts';
import { defineUseCase } from '../use-case.ts';
import { requiredText } from '../values/text.ts';

/** Ends a session of the account, at once and on every instance; also the session of the request. Throws NOT_FOUND. */
export const endSession = defineUseCase({
  permission: 'account',
  input: z.object({ id: requiredText(64) }),

  execute(ports: Audited<{ sessions: SessionStore }>, account, { id }): Promise<{ readonly id: string }> {
    const now = ports.clock.now();
    return ports.transaction(async (stores) => {
      if (!(await stores.sessions.end(account.accountId, id, now))) throw noSession();
      await record(ports, stores, account, 'endSession', id);
      return { id };
    });
  },
});

function noSession(): DomainError {
  return new DomainError(
    'NOT_FOUND',
    'This account has no live session with this id: list its sessions to find the right one.',
  );
}
