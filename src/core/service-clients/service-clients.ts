import { z } from 'zod';
import { pageArguments, readPage } from '../values/paging.ts';
import { defineUseCase } from '../use-case.ts';
import type { ServiceClientStore } from './service-client-store.ts';

/** The order's name in the cursors of service clients. */
export const SERVICE_CLIENTS_ORDER = 'SERVICE_CLIENTS';

/** Pages through the clients of the embedded issuer, newest first, revoked ones included. */
export const serviceClients = defineUseCase({
  permission: 'operator',
  input: z.object(pageArguments),

  execute: ({ serviceClients }: { serviceClients: ServiceClientStore }, _operator, page) =>
    serviceClients.page(readPage(page, SERVICE_CLIENTS_ORDER)),
});
