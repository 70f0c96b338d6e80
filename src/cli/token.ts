import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.ts';
import { findSession, sessionFile } from './session.ts';

/** The credential of a command, and where it was found. */
export interface Token {
  readonly secret: string;
  readonly source: string;
}

interface Options {
  readonly url: string;
  readonly token?: string;
  readonly dataDir: string;
  readonly configHome?: string;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The credential to send: that of the options, else the session that was stored for this address, else the operator token in the data
 * folder of a gateway on this machine. The token is read for loopback addresses only, so that it is never sent to another machine.
 * Throws Failure for a credential that cannot be one.
 */
export function findToken(options: Options): Token | undefined {
  const found = find(options);
  // A header cannot carry other characters, and fetch would report this as a failure of the network.
  if (found === undefined || /^[\x21-\x7e]+$/.test(found.secret)) return found;
  throw new Failure(
    'UNAUTHENTICATED',
    `The credential of ${found.source} has a character that no credential has: copy it whole.`,
  );
}

function find(options: Options): Token | undefined {
  const { url, token, dataDir } = options;
  if (token) return { secret: token.trim(), source: '--token or GIVEAWAYS_TOKEN' };
  const session = findSession(options);
  if (session !== undefined) return { secret: session.token, source: sessionFile(options) };
  if (!URL.canParse(url) || !LOOPBACK.test(new URL(url).hostname)) return undefined;
  const file = join(dataDir || '.data', 'operator-token');
  const secret = readIfPresent(file);
  return secret ? { secret, source: file } : undefined;
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
