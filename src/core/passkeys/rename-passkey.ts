import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import { defineUseCase } from '../use-case.ts';
import { optionalText, requiredLabel, requiredText } from '../values/text.ts';
import { noPasskey, passkeyChanged } from './passkey-errors.ts';
import type { Passkey, PasskeyStore } from './passkey-store.ts';
import { MAX_PASSKEY_NAME } from './register-passkey.ts';

/**
 * Gives a passkey of the account another name. A change that expects another name than the present one is refused, unless it would
 * change nothing. Throws NOT_FOUND and INVALID_PAYLOAD (PASSKEY_CHANGED).
 */
export const renamePasskey = defineUseCase({
  permission: 'account',
  input: z.object({
    id: requiredText(64),
    name: requiredLabel(MAX_PASSKEY_NAME),
    /** The name that the caller has seen. */
    expected: optionalText(MAX_PASSKEY_NAME, null),
  }),

  execute(ports: Audited<{ passkeys: PasskeyStore }>, account, { id, name, expected }): Promise<Passkey> {
    const { accountId } = account;
    return ports.transaction(async (stores) => {
      const present = await stores.passkeys.lock(accountId, id);
      // Also for a change that is repeated because its response was lost.
      if (present?.name === name) return present;
      if (present && expected !== null && present.name !== expected) throw passkeyChanged();
      const renamed = await stores.passkeys.rename(accountId, id, name);
      if (renamed === undefined) throw noPasskey();
      await record(ports, stores, account, 'renamePasskey', id, { name });
      return renamed;
    });
  },
});
