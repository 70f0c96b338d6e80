import { readFileSync } from 'node:fs';
import { Failure } from '../failure.ts';
import { configFile, writePrivate, type ConfigHome } from './private-file.ts';

/** A named gateway, with the credential for it if one is stored. */
export interface Profile {
  readonly url: string;
  readonly token?: string;
}

/** The stored profiles, and the name of the one that commands use. */
export interface Profiles {
  readonly current?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export interface ProfileOptions extends ConfigHome {
  readonly profile?: string;
}

/** The file of the profiles, beside that of the sessions. */
export function profileFile(options: ConfigHome): string {
  return configFile(options, 'profiles.json');
}

/** The profile of --profile or GIVEAWAYS_PROFILE, else the one of `giveaways profile use`, else none. Throws Failure. */
export function findProfile(options: ProfileOptions): (Profile & { readonly name: string }) | undefined {
  const { current, profiles } = readProfiles(options);
  const name = options.profile || current;
  if (!name) return undefined;
  return { name, ...requireProfile(profiles, name) };
}

/** A stored profile. Throws Failure when there is none of this name. */
export function requireProfile(profiles: Profiles['profiles'], name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return profile;
  throw new Failure('NO_PROFILE', `There is no profile ${name}: giveaways profile list shows them.`);
}

/** All profiles; none when the file does not exist. Throws Failure when it is damaged, so that it is not overwritten. */
export function readProfiles(options: ConfigHome): Profiles {
  const file = profileFile(options);
  try {
    const content = JSON.parse(readFileSync(file, 'utf8')) as Profiles;
    if (isProfiles(content)) return content;
  } catch (error) {
    // ENOTDIR: the folder cannot exist.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR'].includes(code)) return { profiles: {} };
  }
  throw new Failure('INVALID_FILE', `${file} cannot be read as profiles: correct or delete it.`);
}

/** Stores the profiles, readable by the user only. Throws Failure. */
export function writeProfiles(options: ConfigHome, profiles: Profiles): void {
  const file = profileFile(options);
  try {
    writePrivate(file, profiles);
  } catch (error) {
    throw new Failure('NOT_STORED', `${file} cannot be written: ${(error as Error).message}`, {}, error);
  }
}

function isProfiles(content: Profiles | null): content is Profiles {
  const { current, profiles } = content ?? {};
  if (typeof profiles !== 'object' || profiles === null || !isTextOrNone(current)) return false;
  return Object.values(profiles).every(
    (profile: Profile | null) => URL.canParse(profile?.url ?? '') && isTextOrNone(profile?.token),
  );
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
