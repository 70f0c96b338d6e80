import { z } from 'zod';
import { record } from '../audit/record.ts';
import { defineUseCase } from '../use-case.ts';
import type { Uses } from '../ports.ts';

/** Ends the session of the request; returns the Set-Cookie values that clear its cookie. */
export const signOut = defineUseCase({
  permission: 'account',
  input: z.object({ headers: z.instanceof(Headers) }),

  async execute(ports: Uses<'audit' | 'clock' | 'ids' | 'signIn'>, account, { headers }) {
    const cookies = await ports.signIn.close(headers);
    await record(ports, ports, account, 'signOut', account.sessionId);
    return cookies;
  },
});
