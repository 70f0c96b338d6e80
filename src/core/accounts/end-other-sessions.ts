import { z } from 'zod';
import { record } from '../audit/record.ts';
import type { InTransaction, Uses } from '../ports.ts';
import { defineUseCase } from '../use-case.ts';

/** Ends all sessions of the account except the one of the request; returns how many ended. */
export const endOtherSessions = defineUseCase({
  permission: 'account',
  input: z.object({}),

  execute(ports: Uses<'clock' | 'ids'> & InTransaction<'audit' | 'sessions'>, account): Promise<number> {
    const { accountId, sessionId } = account;
    const now = ports.clock.now();
    return ports.transaction(async (stores) => {
      const ended = await stores.sessions.endOthers(accountId, sessionId, now);
      if (ended > 0) await record(ports, stores, account, 'endOtherSessions', sessionId, { ended });
      return ended;
    });
  },
});
