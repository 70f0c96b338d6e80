import { z } from 'zod';
import { pageArguments, readPage } from '../values/paging.ts';
import { defineUseCase } from '../use-case.ts';
import type { ProviderStore } from './provider-store.ts';

/** The order's name in the cursors of providers. */
export const PROVIDERS_ORDER = 'PROVIDERS';

/** Pages through providers, newest first: the operator sees all, an account those that it is a member of. */
export const providers = defineUseCase({
  permission: 'providers',
  input: z.object(pageArguments),

  execute({ providers }: { providers: ProviderStore }, caller, raw) {
    const page = readPage(raw, PROVIDERS_ORDER);
    return caller.kind === 'operator' ? providers.page(page) : providers.pageOfMember(caller.accountId, page);
  },
});
