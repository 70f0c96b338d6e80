import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/** A session that `giveaways sign-in` stored for one gateway. */
export interface StoredSession {
  readonly token: string;
  readonly email: string;
}

type Sessions = Readonly<Record<string, StoredSession>>;

/** A gateway, and the user's folder for configuration. */
interface SessionOptions {
  readonly url: string;
  readonly configHome?: string;
}

/** The file of the sessions, in the user's folder for configuration (XDG Base Directory). */
export function sessionFile({ configHome = '' }: SessionOptions): string {
  // The specification says to ignore a relative path.
  const folder = isAbsolute(configHome) ? configHome : join(homedir(), '.config');
  return join(folder, 'giveaways', 'sessions.json');
}

/** The session for the gateway at this address. It is for that address only, so it is never sent to another one. */
export function findSession(options: SessionOptions): StoredSession | undefined {
  const sessions = readSessions(sessionFile(options));
  const key = keyOf(options.url);
  return Object.hasOwn(sessions, key) ? sessions[key] : undefined;
}

/** Stores the session for the gateway at this address, readable by the user only; `undefined` removes it. Throws on failure. */
export function storeSession(options: SessionOptions, session: StoredSession | undefined): void {
  const file = sessionFile(options);
  const key = keyOf(options.url);
  const { [key]: _previous, ...others } = readSessions(file);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const written = `${file}.${process.pid}`;
  const sessions = session === undefined ? others : { ...others, [key]: session };
  writeFileSync(written, `${JSON.stringify(sessions, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(written, file);
}

function readSessions(file: string): Sessions {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Sessions;
  } catch {
    return {};
  }
}

function keyOf(url: string): string {
  return new URL(url).href.replace(/\/+$/, '');
}
