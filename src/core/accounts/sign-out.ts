import { z } from 'zod';
import { record } from '../audit/record.ts';
import { defineUseCase } from '../use-case.ts';
import type { InTransaction, Uses } from '../ports.ts';

/** Ends the session of the request; returns the Set-Cookie values that clear its cookie. */
export const signOut = defineUseCase({
  permission: 'account',
  input: z.object({ headers: z.instanceof(Headers) }),

  execute(ports: Uses<'clock' | 'ids' | 'signIn'> & InTransaction<'audit'>, account, { headers }) {
    return ports.transaction(async (stores) => {
      const cookies = await ports.signIn.close(headers);
      await record(ports, stores, account, 'signOut', account.sessionId);
      return cookies;
    });
  },
});
