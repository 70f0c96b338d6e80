import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';
import type { Uses } from '../ports.ts';

/** Ends the session of the request; returns the Set-Cookie values that clear its cookie. */
export const signOut = defineUseCase({
  permission: 'account',
  input: z.object({ headers: z.instanceof(Headers) }),

  execute: ({ signIn }: Uses<'signIn'>, _account, { headers }) => signIn.close(headers),
});
