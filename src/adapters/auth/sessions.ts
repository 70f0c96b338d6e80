import { betterAuth, type BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { bearer } from 'better-auth/plugins';
import { z } from 'zod';
import type { AccountCaller } from '../../core/access/callers.ts';
import type { AccountStore } from '../../core/accounts/account-store.ts';
import type { Ids } from '../../core/ids.ts';
import type { SignIn } from '../../core/accounts/sessions.ts';
import type { CredentialHeaders } from './authenticator.ts';

const SESSION_SECONDS = 30 * 86_400;
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

/** Sessions of accounts, which better-auth stores in the tables of this service. */
export function createSessions({
  publicUrl,
  secret,
  kysely,
  accounts,
  ids,
  sendCode,
}: SessionsOptions): Sessions {
  const auth = betterAuth({
    baseURL: publicUrl,
    secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    // better-auth's own copy of the Kysely types differs in name only.
    database: { db: kysely as never, type: 'postgres' },
    advanced: { cookiePrefix: COOKIE_PREFIX, database: { generateId: () => ids.next('acc') } },
    // better-auth has a model of its own named account, so the table has another name.
    user: { modelName: 'user_account', fields: { emailVerified: 'email_verified', ...TIMES } },
    session: {
      modelName: 'session',
      expiresIn: SESSION_SECONDS,
      fields: {
        userId: 'account_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...TIMES,
      },
    },
    account: {
      modelName: 'sign_in_method',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...TIMES,
      },
    },
    // better-auth requires the table, but nothing is stored there.
    verification: { modelName: 'verification', fields: { expiresAt: 'expires_at', ...TIMES } },
    plugins: [
      // A stored token is no credential: it lacks the signature.
      bearer({ requireSignature: true }),
      sessionOpener,
    ],
  });

  return {
    sendCode,
    async open(accountId) {
      const { headers } = await auth.api.openSession({ body: { accountId }, returnHeaders: true });
      const token = decodeURIComponent(headers.get('set-auth-token') ?? '');
      return { token, cookies: headers.getSetCookie() };
    },
    async close(headers) {
      const { headers: answered } = await auth.api.signOut({ headers, returnHeaders: true });
      return answered.getSetCookie();
    },
    async find(headers) {
      const session = await auth.api.getSession({ headers: toHeaders(headers) });
      const account = session && (await accounts.find(session.user.id));
      if (!account) return undefined;
      return {
        kind: 'account',
        accountId: account.id,
        email: account.email,
        publisherId: account.publisherId,
        namespace: `account:${account.id}`,
      };
    },
  };
}

// An endpoint without a path can be called only within this process.
const sessionOpener = {
  id: 'session-opener',
  endpoints: {
    openSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ accountId: z.string() }) },
      async (context) => {
        const { internalAdapter } = context.context;
        const user = await internalAdapter.findUserById(context.body.accountId);
        if (user === null) throw new Error('A session needs an existing account.');
        if (!user.emailVerified) await internalAdapter.updateUser(user.id, { emailVerified: true });
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(context, { session, user });
        return context.json({ opened: true });
      },
    ),
  },
} satisfies BetterAuthPlugin;

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' };

function toHeaders({ authorization, cookie }: CredentialHeaders): Headers {
  const headers = new Headers();
  if (authorization !== undefined) headers.set('authorization', authorization);
  else if (cookie !== undefined) headers.set('cookie', cookie);
  return headers;
}
