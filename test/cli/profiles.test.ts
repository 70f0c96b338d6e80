import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway } from '../support/gateway/gateway.ts';
import { runCli, type CommandResult } from './run-cli.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
let key: string;
beforeAll(async () => {
  key = await gateway.createKey();
});

let folder: string;
const folders: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'profiles-'));
  folders.push(folder);
});
afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true }))));

const file = () => join(folder, 'giveaways', 'profiles.json');
const run = (
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  input = '',
): Promise<CommandResult> => runCli([...args, '--json'], { XDG_CONFIG_HOME: folder, ...variables }, input);
const whoami = async (variables: Readonly<Record<string, string>> = {}, ...args: readonly string[]) => {
  const { json } = await run(['whoami', ...args], variables);
  const { url, kind, credential, error } = json;
  return error === undefined ? { url, kind, credential } : { error: error.code };
};

describe('giveaways profile', () => {
  it('stores a gateway with a credential for the user only, and commands use it by its name or after `use`', async () => {
    expect((await run(['profile', 'list'])).json).toEqual({ profiles: [] });
    const added = await run(['profile', 'add', 'here', '--url', gateway.url, '--with-token'], {}, `${key}\n`);
    expect(added.json).toEqual({ name: 'here', url: gateway.url, hasToken: true, storedIn: file() });
    await run(['profile', 'add', 'far', '--url', 'https://giveaways.example.com']);

    expect(await whoami({ GIVEAWAYS_PROFILE: 'here' })).toMatchObject({ url: gateway.url, kind: 'API key' });
    expect(await whoami({}, '--profile', 'here')).toMatchObject({
      kind: 'API key',
      credential: `the profile here in ${file()}`,
    });
    expect((await run(['profile', 'use', 'here'])).code).toBe(0);
    expect(await whoami()).toMatchObject({ url: gateway.url, kind: 'API key' });
    const { stdout, json } = await run(['profile', 'list']);
    expect(json.profiles).toEqual([
      { name: 'here', url: gateway.url, credential: 'stored', isCurrent: true },
      { name: 'far', url: 'https://giveaways.example.com', credential: 'none', isCurrent: false },
    ]);
    expect(stdout).not.toContain(key);

    expect((await run(['profile', 'remove', 'here'])).code).toBe(0);
    expect(await readFile(file(), 'utf8')).not.toContain(key);
    expect(await whoami({}, '--profile', 'here')).toEqual({ error: 'NO_PROFILE' });
    // Nothing is left of `use`.
    expect(await whoami()).toEqual({ error: 'UNAUTHENTICATED' });
  });

  it('lets options and variables replace the address and the credential', async () => {
    const other = await gateway.createKey();
    await run(['profile', 'add', 'here', '--url', gateway.url, '--with-token'], { GIVEAWAYS_TOKEN: key });
    const same = { GIVEAWAYS_PROFILE: 'here', GIVEAWAYS_TOKEN: other };
    expect(await whoami(same)).toMatchObject({ url: gateway.url, credential: '--token or GIVEAWAYS_TOKEN' });
    // Another spelling of the same address is the same gateway.
    expect(await whoami({ GIVEAWAYS_PROFILE: 'here', GIVEAWAYS_URL: `${gateway.url}/` })).toMatchObject({
      kind: 'API key',
    });
  });

  it('never sends the credential of a profile to another address', async () => {
    await run(['profile', 'add', 'here', '--url', gateway.url, '--with-token'], {}, key);
    await run(['profile', 'use', 'here']);
    const elsewhere = gateway.url.replace('127.0.0.1', 'localhost');
    expect(await whoami({}, '--url', elsewhere)).toEqual({ error: 'UNAUTHENTICATED' });
    expect(await whoami({ GIVEAWAYS_URL: elsewhere }, '--profile', 'here')).toEqual({
      error: 'UNAUTHENTICATED',
    });
  });

  it('is readable by its user only, also when the file was readable by others', async () => {
    await run(['profile', 'add', 'one', '--url', gateway.url]);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'giveaways'))).mode & 0o777).toBe(0o700);
    await chmod(file(), 0o644);
    await run(['profile', 'add', 'two', '--url', gateway.url, '--with-token'], {}, key);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('keeps a damaged file, and says which it is', async () => {
    await run(['profile', 'add', 'one', '--url', gateway.url]);
    for (const content of ['{"profiles":{"one":', '{"profiles":{"one":{"url":7}}}', 'null']) {
      await writeFile(file(), content);
      const { code, json } = await run(['profile', 'add', 'two', '--url', gateway.url]);
      expect([code, json.error.code]).toEqual([1, 'INVALID_FILE']);
      expect(json.error.message).toContain(file());
      expect(await readFile(file(), 'utf8')).toBe(content);
    }
  });

  it.each(['__proto__', '../other', ''])('refuses the name %p', async (name) => {
    const { code, json } = await run(['profile', 'add', name, '--url', gateway.url]);
    expect([code, json.error.code]).toEqual([2, 'WRONG_USAGE']);
  });

  it('finds no profile that nobody added, whatever its name', async () => {
    expect(await whoami({}, '--profile', 'constructor')).toEqual({ error: 'NO_PROFILE' });
    expect((await run(['profile', 'use', 'toString'])).json.error.code).toBe('NO_PROFILE');
  });
});
