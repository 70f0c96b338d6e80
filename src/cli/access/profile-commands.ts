import { CommanderError, Option } from 'commander';
import { text } from 'node:stream/consumers';
import type { CommandRow, Options, Result } from '../command.ts';
import { printable, toTable } from '../print.ts';
import { profileFile, readProfiles, requireProfile, writeProfiles, type Profile } from './profiles.ts';
import { findSession } from './session.ts';
import { requireCredential } from './token.ts';

const NAME = ['<name>', 'the name of the profile'] as const;

/** giveaways profile list, use, add, remove: they read and change a file, and need no gateway. */
export const PROFILE_ROWS: readonly CommandRow[] = [
  {
    name: 'list',
    what: 'lists the profiles; * marks the one that commands use',
    isLocal: true,
    work: (_client, options) => Promise.resolve(list(options)),
  },
  {
    name: 'use',
    what: 'makes commands use a profile from now on',
    takes: [NAME],
    isLocal: true,
    work(_client, options, name = '') {
      const { profiles } = readProfiles(options);
      const { url } = requireProfile(profiles, name);
      writeProfiles(options, { current: name, profiles });
      return Promise.resolve({
        document: { name, url },
        text: `Commands use ${url} from now on.`,
      });
    },
  },
  {
    name: 'add',
    what: 'stores the address of --url under a name; replaces the profile of this name',
    takes: [NAME],
    options: [
      new Option(
        '--with-token',
        'also store the credential: that of --token or GIVEAWAYS_TOKEN, else standard input',
      ),
    ],
    isLocal: true,
    work: add,
  },
  {
    name: 'remove',
    what: 'deletes a profile with its credential; the credential itself stays valid',
    takes: [NAME],
    isLocal: true,
    work(_client, options, name = '') {
      const { current, profiles } = readProfiles(options);
      requireProfile(profiles, name);
      const { [name]: _removed, ...others } = profiles;
      writeProfiles(options, {
        ...(current !== undefined && current !== name && { current }),
        profiles: others,
      });
      return Promise.resolve({ document: { name, removed: true }, text: `The profile ${name} is deleted.` });
    },
  },
];

function list(options: Options): Result {
  const { current, profiles } = readProfiles(options);
  const used = options.profile || current;
  const rows = Object.entries(profiles).map(([name, { url, token }]) => ({
    name,
    url,
    credential: credentialOf(options, { url, ...(token !== undefined && { token }) }),
    isCurrent: name === used,
  }));
  const cells = rows.map(({ name, url, credential, isCurrent }) => [
    isCurrent ? '*' : '',
    name,
    url,
    credential,
  ]);
  return {
    document: { profiles: rows },
    text:
      rows.length === 0 ? 'There are no profiles.' : toTable(['', 'NAME', 'GATEWAY', 'CREDENTIAL'], cells),
  };
}

function credentialOf(options: Options, { url, token }: Profile): 'stored' | 'session' | 'none' {
  if (token !== undefined) return 'stored';
  return findSession({ ...options, url }) === undefined ? 'none' : 'session';
}

async function add(_client: unknown, options: Options, name = ''): Promise<Result> {
  if (!/^[\w.-]{1,64}$/.test(name) || name === '__proto__')
    throw new CommanderError(
      2,
      'giveaways.profileName',
      'A name has letters, digits and _ . - only, at most 64.',
    );
  const { url } = options;
  const token = options['withToken'] === true ? await readToken(options) : undefined;
  const { profiles, ...rest } = readProfiles(options);
  const profile: Profile = { url, ...(token !== undefined && { token }) };
  writeProfiles(options, { ...rest, profiles: { ...profiles, [name]: profile } });
  const stored = token === undefined ? '' : ' with a credential';
  return {
    document: { name, url, hasToken: token !== undefined, storedIn: profileFile(options) },
    text: `The profile ${name} for ${printable(url)} is stored${stored}. giveaways profile use ${name} makes commands use it.`,
  };
}

async function readToken({ token }: Options): Promise<string> {
  const isGiven = token !== undefined && token !== '';
  const source = isGiven ? '--token or GIVEAWAYS_TOKEN' : 'standard input';
  return requireCredential({ secret: (isGiven ? token : await text(process.stdin)).trim(), source }).secret;
}
