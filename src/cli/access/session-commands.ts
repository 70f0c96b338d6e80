import type { CommandRow, Options } from '../command.ts';
import { AsOperator, AsPublisher, SignOut, Viewer } from '../documents.ts';
import { Failure } from '../failure.ts';
import { createGraphqlClient, type GraphqlClient } from '../graphql-client.ts';
import { printable, toFields } from '../print.ts';
import { findSession, sessionFile, storeSession } from './session.ts';
import { findToken } from './token.ts';

interface Identity {
  readonly kind: 'operator' | 'account' | 'API key' | 'service client';
  readonly id: string | null;
  readonly email: string | null;
}

export const SESSION_ROWS: readonly CommandRow[] = [
  {
    name: 'sign-out',
    what: 'ends the session that sign-in stored for this gateway, and deletes it',
    async work(_client, options) {
      const { url } = options;
      const source = sessionFile(options);
      const session = findSession(options);
      if (session === undefined) throw new Failure('NOT_SIGNED_IN', `${source} has no session for ${url}.`);
      await endSession(createGraphqlClient(url, { secret: session.token, source }));
      storeSession(options, undefined);
      return {
        document: { email: session.email, signedOut: true },
        text: `${printable(session.email)} is signed out.`,
      };
    },
  },
  {
    name: 'whoami',
    what: 'shows who the commands act for, and where their credential was found',
    async work(client, options) {
      const token = findToken(options);
      if (token === undefined)
        throw new Failure(
          'UNAUTHENTICATED',
          'There is no credential: giveaways sign-in gets one, or set GIVEAWAYS_TOKEN.',
        );
      const { kind, id, email } = await identify(client, token.secret);
      return {
        document: { url: options.url, kind, id, email, credential: token.source },
        text: toFields({ Gateway: options.url, As: email ?? kind, Id: id, Credential: token.source }),
      };
    },
  },
];

/** Stores a new session; returns where, or undefined when the folder cannot be written. */
export function tryToStore(options: Options, session: { token: string; email: string }): string | undefined {
  try {
    storeSession(options, session);
    return sessionFile(options);
  } catch {
    return undefined;
  }
}

/** A session that has ended already is as good as signed out. */
async function endSession(client: GraphqlClient): Promise<void> {
  try {
    await client.request(SignOut);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'UNAUTHENTICATED') throw error;
  }
}

async function identify(client: GraphqlClient, secret: string): Promise<Identity> {
  const nobody = { id: null, email: null };
  if (secret.startsWith('gop_')) {
    await client.request(AsOperator);
    return { kind: 'operator', ...nobody };
  }
  if (secret.startsWith('ggw_') || secret.split('.').length === 3) {
    await client.request(AsPublisher).catch(rethrowUnlessUnauthorized);
    return { kind: secret.startsWith('ggw_') ? 'API key' : 'service client', ...nobody };
  }
  const { viewer } = await client.request(Viewer);
  return { kind: 'account', ...(viewer ?? nobody) };
}

/** A key that may not publish is a key all the same. */
function rethrowUnlessUnauthorized(error: unknown): void {
  if (!(error instanceof Failure) || error.code !== 'UNAUTHORIZED') throw error;
}
