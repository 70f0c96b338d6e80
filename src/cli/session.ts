import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/** A session that `giveaways sign-in` stored for one gateway. */
export interface StoredSession {
  readonly token: string;
  readonly email: string;
}

type Sessions = Readonly<Record<string, StoredSession>>;

/** The file of the sessions, in the user's folder for configuration (XDG Base Directory). */
export function sessionFile(): string {
  // The specification says to ignore a relative path.
  const folder = process.env['XDG_CONFIG_HOME'] ?? '';
  return join(isAbsolute(folder) ? folder : join(homedir(), '.config'), 'giveaways', 'sessions.json');
}

/** The session for the gateway at this address. It is for that address only, so it is never sent to another one. */
export function findSession(url: string): StoredSession | undefined {
  const sessions = readSessions();
  const key = keyOf(url);
  return Object.hasOwn(sessions, key) ? sessions[key] : undefined;
}

/** Stores the session for the gateway at this address, readable by the user only; `undefined` removes it. Throws on failure. */
export function storeSession(url: string, session: StoredSession | undefined): void {
  const { [keyOf(url)]: _previous, ...others } = readSessions();
  const file = sessionFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const written = `${file}.${process.pid}`;
  const sessions = session === undefined ? others : { ...others, [keyOf(url)]: session };
  writeFileSync(written, `${JSON.stringify(sessions, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(written, file);
}

function readSessions(): Sessions {
  try {
    return JSON.parse(readFileSync(sessionFile(), 'utf8')) as Sessions;
  } catch {
    return {};
  }
}

function keyOf(url: string): string {
  return new URL(url).href.replace(/\/+$/, '');
}
