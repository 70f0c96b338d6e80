import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import { defineUseCase } from '../use-case.ts';
import { requiredLabel, requiredText } from '../values/text.ts';
import { noPasskey } from './passkey-errors.ts';
import type { Passkey, PasskeyStore } from './passkey-store.ts';
import { MAX_PASSKEY_NAME } from './register-passkey.ts';

/** Gives a passkey of the account another name. Throws NOT_FOUND. */
export const renamePasskey = defineUseCase({
  permission: 'account',
  input: z.object({ id: requiredText(64), name: requiredLabel(MAX_PASSKEY_NAME) }),

  execute(ports: Audited<{ passkeys: PasskeyStore }>, account, { id, name }): Promise<Passkey> {
    return ports.transaction(async (stores) => {
      const renamed = await stores.passkeys.rename(account.accountId, id, name);
      if (renamed === undefined) throw noPasskey();
      await record(ports, stores, account, 'renamePasskey', id, { name });
      return renamed;
    });
  },
});
