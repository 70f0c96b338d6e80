import { readFileSync } from 'node:fs';
import { configFile, writePrivate, type ConfigHome } from './private-file.ts';

/** A session that `giveaways sign-in` stored for one gateway. */
export interface StoredSession {
  readonly token: string;
  readonly email: string;
}

type Sessions = Readonly<Record<string, StoredSession>>;

/** A gateway, and the user's folder for configuration. */
interface SessionOptions extends ConfigHome {
  readonly url: string;
}

/** The file of the sessions. */
export function sessionFile(options: ConfigHome): string {
  return configFile(options, 'sessions.json');
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
  writePrivate(file, session === undefined ? others : { ...others, [key]: session });
}

function readSessions(file: string): Sessions {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Sessions;
  } catch {
    return {};
  }
}

/** The same for all spellings of an address. */
export function keyOf(url: string): string {
  return new URL(url).href.replace(/\/+$/, '');
}
