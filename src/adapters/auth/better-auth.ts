import { betterAuth, type BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { bearer } from 'better-auth/plugins';
import { z } from 'zod';
import type { Ids } from '../../core/ids.ts';
import { hashSecret } from './secrets.ts';
import { newSessionToken } from './session-tokens.ts';

const SESSION_SECONDS = 30 * 86_400;
/** A use later than this after the last noted one is noted, and prolongs the session. */
const NOTED_SECONDS = 3_600;

interface BetterAuthOptions {
  readonly publicUrl: string;
  readonly secret: string;
  /** A Kysely that reads timestamps as dates. */
  readonly kysely: object;
  readonly ids: Ids;
  readonly cookiePrefix: string;
}

/**
 * better-auth over the tables of this service, with an endpoint that opens sessions. It stores and looks up the hashes of tokens
 * only: `createSessionTokens` translates what a request presents.
 */
export function createBetterAuth({ publicUrl, secret, kysely, ids, cookiePrefix }: BetterAuthOptions) {
  const isSecure = publicUrl.startsWith('https:');
  return betterAuth({
    baseURL: publicUrl,
    secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    // better-auth's own copy of the Kysely types differs in name only.
    database: { db: kysely as never, type: 'postgres' },
    advanced: {
      cookiePrefix,
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure },
      database: {
        generateId: ({ model }) => ids.next(model === 'session' ? 'ses' : 'acc'),
        // The migrations are tested with it; the check needs a connection of its own, also within a transaction.
        validateSchema: false,
      },
    },
    // better-auth has a model of its own named account, so the table has another name.
    user: { modelName: 'user_account', fields: { emailVerified: 'email_verified', ...TIMES } },
    session: {
      modelName: 'session',
      expiresIn: SESSION_SECONDS,
      updateAge: NOTED_SECONDS,
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
    plugins: [bearer({ requireSignature: true }), sessionOpener],
  });
}

// An endpoint without a path can be called only within this process.
const sessionOpener = {
  id: 'session-opener',
  endpoints: {
    openSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ accountId: z.string(), client: z.string(), network: z.string() }) },
      async (context) => {
        const { internalAdapter } = context.context;
        const { accountId, client, network } = context.body;
        const user = await internalAdapter.findUserById(accountId);
        if (user === null) throw new Error('A session needs an existing account.');
        if (!user.emailVerified) await internalAdapter.updateUser(user.id, { emailVerified: true });
        const token = newSessionToken();
        const stored = { userAgent: client, ipAddress: network, token: hashSecret(token) };
        const session = await internalAdapter.createSession(user.id, false, stored, true);
        await setSessionCookie(context, { session: { ...session, token }, user });
        return context.json({ id: session.id });
      },
    ),
  },
} satisfies BetterAuthPlugin;

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' };
