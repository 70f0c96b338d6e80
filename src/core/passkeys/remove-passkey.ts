import { z } from 'zod';
import type { AccountMailStore } from '../account-mails/account-mail-store.ts';
import { describeClient } from '../accounts/devices/describe-client.ts';
import { record, type Audited } from '../audit/record.ts';
import type { Mail } from '../mail.ts';
import { defineUseCase } from '../use-case.ts';
import { requiredText } from '../values/text.ts';
import { noPasskey } from './passkey-errors.ts';
import type { PasskeyStore } from './passkey-store.ts';

/** Removes a passkey of the account, which hears of it by e-mail. Sessions that it opened stay. Throws NOT_FOUND. */
export const removePasskey = defineUseCase({
  permission: 'account',
  input: z.object({
    id: requiredText(64),
    /** The client network and the headers of the request; the API sets them, not the caller. */
    network: z.string(),
    headers: z.instanceof(Headers),
  }),

  execute(
    ports: { mail: Mail } & Audited<{ accountMails: AccountMailStore; passkeys: PasskeyStore }>,
    account,
    { id, network, headers },
  ): Promise<{ readonly id: string }> {
    const { accountId } = account;
    const client = describeClient(headers.get('user-agent'));
    return ports.transaction(async (stores) => {
      const removed = await stores.passkeys.remove(accountId, id);
      if (removed === undefined) throw noPasskey();
      const { name } = removed;
      await record(ports, stores, account, 'removePasskey', id, { name });
      const facts = { accountId, passkeyId: id, name, at: ports.clock.now(), client, network };
      if (ports.mail.hasServer) await stores.accountMails.queue({ kind: 'PASSKEY_REMOVED', ...facts });
      return { id };
    });
  },
});
