import { betterAuth } from 'better-auth';
import { bearer, emailOTP } from 'better-auth/plugins';
import { APIError } from 'better-auth/api';
import type { AccountCaller } from '../../core/callers.ts';
import type { AccountStore } from '../../core/ports/accounts.ts';
import type { Ids } from '../../core/ports/ids.ts';
import type { SignIn } from '../../core/ports/sign-in.ts';
import type { CredentialHeaders } from './authenticator.ts';

const CODE_SECONDS = 600;
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
  /** The account whose live session the headers carry. */
  find(headers: CredentialHeaders): Promise<AccountCaller | undefined>;
}

/** Sign-in by a one-time code to an e-mail address, kept by better-auth in the tables of this service. */
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
    // A table named account would be taken for better-auth's own model of that name.
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
    verification: { modelName: 'verification', fields: { expiresAt: 'expires_at', ...TIMES } },
    plugins: [
      // The database alone signs nobody in: what it keeps lacks the signature.
      bearer({ requireSignature: true }),
      emailOTP({
        otpLength: 6,
        expiresIn: CODE_SECONDS,
        allowedAttempts: 5,
        storeOTP: 'hashed',
        sendVerificationOTP: () => Promise.reject(new Error('Codes are sent by sendCode.')),
      }),
    ],
  });

  return {
    async sendCode(email) {
      // Made and sent in two steps, so that a mail that cannot be sent is an error that the caller sees.
      const code = await auth.api.createVerificationOTP({ body: { email, type: 'sign-in' } });
      await sendCode(email, code);
    },
    async open(email, code) {
      try {
        const { headers, response } = await auth.api.signInEmailOTP({
          body: { email, otp: code },
          returnHeaders: true,
        });
        const token = decodeURIComponent(headers.get('set-auth-token') ?? '');
        return { token, cookies: headers.getSetCookie(), accountId: response.user.id };
      } catch (error) {
        if (error instanceof APIError && error.statusCode < 500) return undefined;
        throw error;
      }
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

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' };

function toHeaders({ authorization, cookie }: CredentialHeaders): Headers {
  const headers = new Headers();
  if (authorization !== undefined) headers.set('authorization', authorization);
  else if (cookie !== undefined) headers.set('cookie', cookie);
  return headers;
}
