import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../support/gateway/gateway.ts';
import { newEmail } from '../support/listings.ts';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, mailsTo } from '../support/mail/mail.ts';
import { runAsOperator, runCli } from './run-cli.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);

describe('giveaways sign-in', () => {
  it('sends a code, and returns a session token for the code', async () => {
    const email = newEmail();

    const sent = await runAsOperator(gateway, ['sign-in', '--email', email, '--json']);
    const code = codeOf((await mailsTo(gateway.directory, email)).at(-1) ?? '');
    const signedIn = await runAsOperator(gateway, ['sign-in', '--email', email, '--code', code, '--json']);

    expect(sent.json).toEqual({ email, codeSent: true });
    expect(signedIn.json).toEqual({
      token: expect.any(String),
      id: expect.stringMatching(/^acc_/),
      email,
      storedIn: expect.stringMatching(/giveaways\/sessions\.json$/),
    });
    const { body } = await gateway.graphql('{ viewer { email } }', {}, signedIn.json.token);
    expect(body.data.viewer).toEqual({ email });
  });

  it('prints how to export the token where it cannot store the session', async () => {
    const email = newEmail();
    await runAsOperator(gateway, ['sign-in', '--email', email]);
    const code = codeOf((await mailsTo(gateway.directory, email)).at(-1) ?? '');

    const { stdout } = await runCli(['sign-in', '--email', email, '--code', code], {
      GIVEAWAYS_URL: gateway.url,
      XDG_CONFIG_HOME: '/dev/null',
    });

    expect(stdout).toMatch(/^export GIVEAWAYS_TOKEN=\S+$/m);
  });

  it('refuses a wrong code', async () => {
    const email = newEmail();

    const { code, json } = await runAsOperator(gateway, [
      'sign-in',
      '--email',
      email,
      '--code',
      '000000',
      '--json',
    ]);

    expect({ code, error: json.error }).toMatchObject({
      code: 1,
      error: { code: 'UNAUTHENTICATED', reason: 'CODE_INVALID' },
    });
  });
});

describe('the stored session', () => {
  let folder: string;
  const run = (args: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
    runCli(args, {
      GIVEAWAYS_URL: gateway.url,
      DATA_DIR: gateway.directory,
      XDG_CONFIG_HOME: folder,
      ...variables,
    });
  const file = () => join(folder, 'giveaways', 'sessions.json');
  const email = newEmail();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'config-'));
    await run(['sign-in', '--email', email]);
    const code = codeOf((await mailsTo(gateway.directory, email)).at(-1) ?? '');
    expect((await run(['sign-in', '--email', email, '--code', code])).stdout).toContain(file());
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is readable by its user only, and is for this gateway only', async () => {
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(Object.keys(JSON.parse(await readFile(file(), 'utf8')))).toEqual([gateway.url]);
  });

  it('is the credential of later commands before the operator token, but not before GIVEAWAYS_TOKEN', async () => {
    expect((await run(['whoami', '--json', '--url', `${gateway.url}/`])).json).toMatchObject({
      kind: 'account',
      email,
      credential: file(),
    });
    const created = await run(['keys', 'create', '--scopes', 'giveaways:publish', '--json']);
    expect(created.json.account).toBe(email);
    const asKey = await run(['whoami', '--json'], { GIVEAWAYS_TOKEN: created.json.key });
    expect(asKey.json).toMatchObject({ kind: 'API key', credential: '--token or GIVEAWAYS_TOKEN' });
  });

  it('is not sent to another address of the same machine', async () => {
    const other = gateway.url.replace('127.0.0.1', 'localhost');
    expect((await run(['whoami', '--json', '--url', other])).json).toMatchObject({ kind: 'operator' });
  });

  it('ends with sign-out, here and at the gateway', async () => {
    const { token } = JSON.parse(await readFile(file(), 'utf8'))[gateway.url];
    expect((await run(['sign-out', '--json'])).json).toEqual({ email, signedOut: true });
    expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual({});
    const { body } = await gateway.graphql('{ viewer { email } }', {}, token);
    expect(body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    expect((await run(['sign-out', '--json'])).json.error).toMatchObject({ code: 'NOT_SIGNED_IN' });
  });
});
