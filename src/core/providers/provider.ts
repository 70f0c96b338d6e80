import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';
import { providerId } from './provider-reference.ts';
import type { ProviderStore } from './provider-store.ts';

/** A provider, for the operator and its members; undefined for everybody else, as if it did not exist. */
export const provider = defineUseCase({
  permission: 'providers',
  input: z.object({ id: providerId }),

  execute: ({ providers }: { providers: ProviderStore }, caller, { id }) =>
    caller.kind === 'operator' ? providers.find(id) : providers.findOfMember(id, caller.accountId),
});
