import type { AccountCaller } from '../../core/access/callers.ts';
import type { AccountStore } from '../../core/accounts/account-store.ts';
import type { Ids } from '../../core/ids.ts';
import { MAX_SESSION_DAYS } from '../../core/accounts/session-store.ts';
import type { SignIn } from '../../core/accounts/sessions.ts';
import { deviceOf } from './devices.ts';
import { lazy } from '../../runtime/lazy.ts';
import type { CredentialHeaders } from './authenticator.ts';
import type { AuthSecrets } from './secrets.ts';
import { createSessionTokens } from './session-tokens.ts';

const COOKIE_PREFIX = 'giveaways';
const MAX_SESSION_MS = MAX_SESSION_DAYS * 86_400_000;
const DEVICE_COOKIE = `${COOKIE_PREFIX}.device`;
/** The name (without a __Host- prefix) of the cookie that carries a session. */
export const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`;

/** The whole name of the cookie that carries a session. */
export function sessionCookieOf(publicUrl: string): string {
  return `${prefixOf(publicUrl)}${SESSION_COOKIE}`;
}

/** With __Host- no other host of the domain can set a cookie (RFC 6265bis, section 4.1.3.2). */
function prefixOf(publicUrl: string): '__Host-' | '' {
  return publicUrl.startsWith('https:') ? '__Host-' : '';
}

interface SessionsOptions {
  readonly publicUrl: string;
  readonly secrets: AuthSecrets;
  /** A Kysely that reads timestamps as dates. */
  readonly kysely: object;
  readonly accounts: AccountStore;
  readonly ids: Ids;
  readonly sendCode: SignIn['sendCode'];
}

interface Sessions extends SignIn {
  /** The account of the live session in the headers. */
  find(headers: CredentialHeaders): Promise<AccountCaller | undefined>;
}

/** Sessions of accounts, which better-auth stores in the tables of this service; its many modules are loaded at the first use. */
export function createSessions({
  publicUrl,
  secrets,
  kysely,
  accounts,
  ids,
  sendCode,
}: SessionsOptions): Sessions {
  const secure = prefixOf(publicUrl);
  const tokens = createSessionTokens(secrets, sessionCookieOf(publicUrl));
  const auth = lazy(async () => {
    const { createBetterAuth } = await import('./better-auth.ts');
    const cookiePrefix = `${secure}${COOKIE_PREFIX}`;
    return createBetterAuth({ publicUrl, secret: secrets[0], kysely, ids, cookiePrefix });
  });

  return {
    sendCode,
    deviceOf: (headers) => deviceOf(headers, `${secure}${DEVICE_COOKIE}`, secure !== ''),
    async open(accountId, { client, network }) {
      const { headers, response } = await (
        await auth()
      ).api.openSession({ body: { accountId, client: client ?? '', network }, returnHeaders: true });
      const token = decodeURIComponent(headers.get('set-auth-token') ?? '');
      return { id: response.id, token, cookies: headers.getSetCookie() };
    },
    async close(headers) {
      const [authorization, cookie] = ['authorization', 'cookie'].map(
        (name) => headers.get(name) ?? undefined,
      );
      const { api } = await auth();
      let cookies: string[] = [];
      for (const sent of [new Headers(), ...tokens.toStored({ authorization, cookie })])
        cookies = (await api.signOut({ headers: sent, returnHeaders: true })).headers.getSetCookie();
      return cookies;
    },
    async find(headers) {
      const stored = tokens.toStored(headers);
      if (stored.length === 0) return undefined;
      const { api } = await auth();
      const found = await findFirst(stored, async (sent) => {
        const session = await api.getSession({ headers: sent });
        return session && { session, sent };
      });
      if (!found) return undefined;
      const { session, sent } = found;
      if (Date.now() - session.session.createdAt.getTime() >= MAX_SESSION_MS) {
        await api.signOut({ headers: sent });
        return undefined;
      }
      const account = await accounts.find(session.user.id);
      if (!account) return undefined;
      return {
        kind: 'account',
        accountId: account.id,
        email: account.email,
        publisherId: account.publisherId,
        namespace: `account:${account.id}`,
        sessionId: session.session.id,
        role: 'OWNER',
      };
    },
  };
}

async function findFirst<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Promise<Found | null>,
): Promise<Found | undefined> {
  for (const item of items) {
    const found = await find(item);
    if (found) return found;
  }
  return undefined;
}
