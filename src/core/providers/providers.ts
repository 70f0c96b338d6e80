import { z } from 'zod';
import { pageArguments, readPage } from '../values/paging.ts';
import { defineUseCase } from '../use-case.ts';
import type { Uses } from '../ports.ts';

/** The name in the cursors of the list of providers. */
export const PROVIDERS_ORDER = 'PROVIDERS';

/** Providers, newest first: all of them for the operator, those it is a member of for an account. */
export const providers = defineUseCase({
  permission: 'providers',
  input: z.object(pageArguments),

  execute({ providers }: Uses<'providers'>, caller, raw) {
    const page = readPage(raw, PROVIDERS_ORDER);
    return caller.kind === 'operator' ? providers.page(page) : providers.pageOfMember(caller.accountId, page);
  },
});
