import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import type { Provider, ProviderStore } from './provider-store.ts';
import { requiredLabel } from '../values/text.ts';
import { defineUseCase } from '../use-case.ts';
import type { Digests } from '../values/digests.ts';

// Names appear in the subjects of e-mails. U+0000 is excluded here because every text refuses it with its own message.
const name = requiredLabel(120).refine(
  (value) => !/(?!\0)[\p{Cc}\p{Zl}\p{Zp}]/u.test(value),
  'must be one line without control characters.',
);

/** Creates a provider without members (interface 5.2). */
export const createProvider = defineUseCase({
  permission: 'operator',
  input: z.object({ name }),

  execute(
    ports: { digests: Digests } & Audited<{ providers: ProviderStore }>,
    operator,
    { name },
  ): Promise<Provider> {
    const id = ports.ids.next('prv');
    const provider = { id, name, chainKey: ports.digests.keccak256(id), createdAt: ports.clock.now() };
    return ports.transaction(async (stores) => {
      await stores.providers.add(provider);
      await record(ports, stores, operator, 'createProvider', id, { name });
      return provider;
    });
  },
});
