import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import type { SessionStore } from './session-store.ts';
import { defineUseCase } from '../use-case.ts';

/** Ends all sessions of the account except the one of the request; returns how many ended. */
export const endOtherSessions = defineUseCase({
  permission: 'account',
  input: z.object({}),

  execute(ports: Audited<{ sessions: SessionStore }>, account): Promise<number> {
    const { accountId, sessionId } = account;
    const now = ports.clock.now();
    return ports.transaction(async (stores) => {
      const ended = await stores.sessions.endOthers(accountId, sessionId, now);
      if (ended > 0) await record(ports, stores, account, 'endOtherSessions', sessionId, { ended });
      return ended;
    });
  },
});
