import { z } from 'zod';
import { record } from '../audit/record.ts';
import type { Provider } from '../ports/provider-store.ts';
import { requiredText } from '../text.ts';
import { defineUseCase } from '../use-case.ts';

/** Creates a provider, as yet without members (interface 5.2). */
export const createProvider = defineUseCase({
  permission: 'operator',
  input: z.object({ name: requiredText(120) }),

  execute(ports, operator, { name }): Promise<Provider> {
    const id = ports.ids.next('prv');
    const provider = { id, name, chainKey: ports.digests.keccak256(id), createdAt: ports.clock.now() };
    return ports.transaction(async (stores) => {
      await stores.providers.add(provider);
      await record(ports, stores, operator, 'createProvider', id, { name });
      return provider;
    });
  },
});
