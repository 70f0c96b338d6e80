import type { AccountCaller } from '../../core/access/callers.ts';
import type { AccountStore } from '../../core/accounts/account-store.ts';
import type { Ids } from '../../core/ids.ts';
import { MAX_SESSION_DAYS } from '../../core/accounts/session-store.ts';
import type { SignIn } from '../../core/accounts/sessions.ts';
import { lazy } from '../../runtime/lazy.ts';
import type { CredentialHeaders } from './authenticator.ts';

const COOKIE_PREFIX = 'giveaways';
const MAX_SESSION_MS = MAX_SESSION_DAYS * 86_400_000;
/** The name (without a __Host- prefix) of the cookie that carries a session. */
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
      const { api } = await auth();
      const sent = toHeaders(headers);
      const session = await api.getSession({ headers: sent });
      if (session && Date.now() - session.session.createdAt.getTime() >= MAX_SESSION_MS) {
        await api.signOut({ headers: sent });
        return undefined;
      }
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
