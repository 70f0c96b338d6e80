import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { findProfile, profileFile, type ProfileOptions } from './profiles.ts';
import { findSession, keyOf, sessionFile } from './session.ts';

/** The credential of a command, and where it was found. */
export interface Token {
  readonly secret: string;
  readonly source: string;
}

interface Options extends ProfileOptions {
  readonly url: string;
  readonly token?: string;
  readonly dataDir: string;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The credential to send: that of the options, else that of the profile, else the session that was stored for this address, else the
 * operator token in the data folder of a gateway on this machine. A profile's credential is for its address only. The operator token is
 * read for loopback addresses only, so that it is never sent to another machine. Throws Failure for a credential that cannot be one.
 */
export function findToken(options: Options): Token | undefined {
  const found = find(options);
  return found && requireCredential(found);
}

/** Throws Failure for a text that no header can carry, which fetch would report as a failure of the network. */
export function requireCredential(found: Token): Token {
  if (/^[\x21-\x7e]+$/.test(found.secret)) return found;
  throw new Failure(
    'UNAUTHENTICATED',
    `The credential of ${found.source} has a character that no credential has: copy it whole.`,
  );
}

function find(options: Options): Token | undefined {
  const { url, token, dataDir } = options;
  if (token) return { secret: token.trim(), source: '--token or GIVEAWAYS_TOKEN' };
  const profile = findProfile(options);
  if (profile?.token !== undefined && keyOf(profile.url) === keyOf(url))
    return { secret: profile.token, source: `the profile ${profile.name} in ${profileFile(options)}` };
  const session = findSession(options);
  if (session !== undefined) return { secret: session.token, source: sessionFile(options) };
  if (!isLoopback(url)) return undefined;
  const file = join(dataDir || '.data', 'operator-token');
  const secret = readIfPresent(file);
  return secret ? { secret, source: file } : undefined;
}

/** Whether an address is of this machine by its name or number. */
export function isLoopback(url: string): boolean {
  return URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
