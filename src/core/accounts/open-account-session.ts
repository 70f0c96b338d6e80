import type { AccountCaller } from '../access/callers.ts';
import type { AccountMailStore } from '../account-mails/account-mail-store.ts';
import type { AuditLog } from '../audit/audit-store.ts';
import { record } from '../audit/record.ts';
import type { Clock } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type { Language } from '../languages.ts';
import type { Mail } from '../mail.ts';
import type { Account, AccountStore } from './account-store.ts';
import { describeClient } from './devices/describe-client.ts';
import type { DeviceStore } from './devices/device.ts';
import type { OpenedSession, SignIn } from './sessions.ts';

interface NewSession {
  readonly account: Account;
  readonly now: Date;
  readonly network: string;
  /** The language of later mails to the account; null leaves it. */
  readonly language: Language | null;
  /** The headers of the request, with its User-Agent and the cookie of its device. */
  readonly headers: Headers;
  /** The passkey that signed in; absent for a code. */
  readonly passkey?: { readonly id: string; readonly name: string };
}

/**
 * Opens a session of an account that has proven who it is, in the transaction of these stores, with an audit entry. The account
 * hears by e-mail of a device that is new to it.
 */
export async function openAccountSession(
  ports: { clock: Clock; ids: Ids; mail: Mail; signIn: SignIn },
  stores: { accountMails: AccountMailStore; accounts: AccountStore; audit: AuditLog; devices: DeviceStore },
  { account, now, network, language, headers, passkey }: NewSession,
): Promise<OpenedSession & { readonly account: Account }> {
  const client = describeClient(headers.get('user-agent'));
  const device = ports.signIn.deviceOf(headers);
  const session = await ports.signIn.open(account.id, { client, network });
  const caller: AccountCaller = {
    kind: 'account',
    accountId: account.id,
    email: account.email,
    publisherId: account.publisherId,
    namespace: `account:${account.id}`,
    sessionId: session.id,
    role: 'OWNER',
  };
  await record(ports, stores, caller, 'signIn', session.id, {
    ...(client !== null && { client }),
    ...(passkey && { passkey: passkey.id }),
  });
  if (language !== null) await stores.accounts.setLanguage(account.id, language);
  const isNew = await stores.devices.note(account.id, device.hash, now);
  // The first sign-in of an account tells its owner nothing new.
  const isFirst = account.createdAt.getTime() === now.getTime();
  if (isNew && !isFirst && ports.mail.hasServer) {
    const facts = { accountId: account.id, sessionId: session.id, at: now, client, network };
    await stores.accountMails.queue({ kind: 'SIGNED_IN', ...facts, passkey: passkey?.name ?? null });
  }
  return { ...session, cookies: [...session.cookies, device.cookie], account };
}
