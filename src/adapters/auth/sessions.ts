import type { AccountCaller } from '../../core/access/callers.ts';
import type { AccountStore } from '../../core/accounts/account-store.ts';
import type { Ids } from '../../core/ids.ts';
import type { SignIn } from '../../core/accounts/sessions.ts';
import { lazy } from '../../runtime/lazy.ts';
import type { CredentialHeaders } from './authenticator.ts';

const COOKIE_PREFIX = 'giveaways';
/** The name (without a __Secure- prefix) of the cookie that carries a session. */
export const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`;

interface SessionsOptions {
  readonly publicUrl: string;
  readonly secret: string;
  /** A Kysely that reads timestamps as dates. */
  readonly kysely: object;
  readonly accounts: AccountStore;
  readonly ids: Ids;
  readonly sendCode: (email: string, code: string) => Promise<void>;
}

interface Sessions extends SignIn {
  /** The account of the live session in the headers. */
  find(headers: CredentialHeaders): Promise<AccountCaller | undefined>;
}

/** Sessions of accounts, which better-auth stores in the tables of this service; its many modules are loaded at the first use. */
export function createSessions({
  publicUrl,
  secret,
  kysely,
  accounts,
  ids,
  sendCode,
}: SessionsOptions): Sessions {
  const auth = lazy(async () => {
    const { createBetterAuth } = await import('./better-auth.ts');
    return createBetterAuth({ publicUrl, secret, kysely, ids, cookiePrefix: COOKIE_PREFIX });
  });

  return {
    sendCode,
    async open(accountId, { client, network }) {
      const { headers, response } = await (
        await auth()
      ).api.openSession({ body: { accountId, client: client ?? '', network }, returnHeaders: true });
      const token = decodeURIComponent(headers.get('set-auth-token') ?? '');
      return { id: response.id, token, cookies: headers.getSetCookie() };
    },
    async close(headers) {
      const { headers: answered } = await (await auth()).api.signOut({ headers, returnHeaders: true });
      return answered.getSetCookie();
    },
    async find(headers) {
      const session = await (await auth()).api.getSession({ headers: toHeaders(headers) });
      const account = session && (await accounts.find(session.user.id));
      if (!account) return undefined;
      return {
        kind: 'account',
        accountId: account.id,
        email: account.email,
        publisherId: account.publisherId,
        namespace: `account:${account.id}`,
        sessionId: session.session.id,
      };
    },
  };
}

function toHeaders({ authorization, cookie }: CredentialHeaders): Headers {
  const headers = new Headers();
  if (authorization !== undefined) headers.set('authorization', authorization);
  else if (cookie !== undefined) headers.set('cookie', cookie);
  return headers;
}
