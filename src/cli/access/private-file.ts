import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/** The user's folder for configuration; `~/.config` when left out. */
export interface ConfigHome {
  readonly configHome?: string;
}

/** The path of a file of this command in the user's folder for configuration (XDG Base Directory). */
export function configFile({ configHome = '' }: ConfigHome, name: string): string {
  // The specification says to ignore a relative path.
  const folder = isAbsolute(configHome) ? configHome : join(homedir(), '.config');
  return join(folder, 'giveaways', name);
}

/** Replaces a file by this JSON, readable by the user only, also when others could read it before. Throws on failure. */
export function writePrivate(file: string, content: unknown): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const written = `${file}.${randomUUID()}`;
  try {
    writeFileSync(written, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(written, file);
  } catch (error) {
    rmSync(written, { force: true });
    throw error;
  }
}
