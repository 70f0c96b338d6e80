import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import { defineUseCase } from '../use-case.ts';
import type { SignIn } from './sessions.ts';

/** Ends the session of the request; returns the Set-Cookie values that clear its cookie. */
export const signOut = defineUseCase({
  permission: 'account',
  input: z.object({ headers: z.instanceof(Headers) }),

  execute(ports: { signIn: SignIn } & Audited, account, { headers }) {
    return ports.transaction(async (stores) => {
      const cookies = await ports.signIn.close(headers);
      await record(ports, stores, account, 'signOut', account.sessionId);
      return cookies;
    });
  },
});
