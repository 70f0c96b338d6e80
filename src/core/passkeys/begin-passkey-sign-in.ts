import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { defineUseCase } from '../use-case.ts';
import type { PasskeyCeremonies } from './passkey-ceremonies.ts';

/** The options by which a browser signs in with a passkey. They name no account, and nothing is stored. */
export const beginPasskeySignIn = defineUseCase({
  permission: 'public',
  input: z.object({}),

  execute: ({ clock, passkeyCeremonies }: { clock: Clock; passkeyCeremonies: PasskeyCeremonies }) =>
    passkeyCeremonies.beginSignIn(clock.now()),
});
