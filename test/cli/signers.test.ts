import { beforeAll, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startGateway } from '../support/gateway/gateway.ts';
import { newEmail } from '../support/listings.ts';
import { createProvider, addMember, demoWallets } from '../support/providers/providers.ts';
import { operatorOf, runAlone, runAsOperator, runWith, type CommandResult } from './run-cli.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const ADDRESS = /^0x[\da-fA-F]{40}$/;

const gateway = sharedByTests(() => startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0' }));
let provider: string;
beforeAll(async () => {
  provider = (await createProvider(gateway)).id;
});

const run = (...args: string[]): Promise<CommandResult> =>
  runAsOperator(gateway, ['signers', ...args, '--json']);
const newPrivateKey = () => randomBytes(32).toString('hex');

describe('giveaways signers', () => {
  it('create makes a wallet and lets it sign for the provider, and list shows its balance', async () => {
    const { code, json } = await run('create', '--provider', provider, '--label', 'First');
    expect(code).toBe(0);
    expect(json).toEqual({
      id: expect.stringMatching(/^wal_/),
      address: expect.stringMatching(ADDRESS),
      label: 'First',
      createdAt: expect.any(String),
      providerId: provider,
      isDefault: true,
      isRegistered: true,
      activeFrom: expect.stringMatching(/Z$/),
      balance: '0',
      operationsLeft: 0,
    });
    const { id: _id, createdAt: _createdAt, ...signer } = json;
    expect((await run('list', '--provider', provider)).json.signers).toEqual([signer]);
  });

  it('create without a provider leaves the wallet unattached; attach and detach change that', async () => {
    const { address, ...made } = (await run('create')).json;
    expect(made).toMatchObject({ providerId: null });
    const other = (await createProvider(gateway)).id;
    expect((await run('attach', address, '--provider', other)).json).toMatchObject({
      address,
      providerId: other,
      isDefault: true,
      isRegistered: true,
    });
    expect((await run('detach', address, '--provider', other)).json).toEqual({
      address,
      providerId: other,
      isRegistered: false,
    });
    expect((await run('list', '--provider', other)).json.signers).toEqual([]);
  });

  it('--default makes a later signer the default', async () => {
    const { address } = (await run('create', '--provider', provider, '--default')).json;
    const { signers } = (await run('list', '--provider', provider)).json;
    expect(signers.filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toMatchObject([{ address }]);
  });

  it('import reads the key from standard input or a file, and never prints it', async () => {
    const [typed, kept] = [newPrivateKey(), newPrivateKey()];
    const file = join(gateway.directory, 'key');
    await writeFile(file, `0x${kept}\n`);

    const piped = await runAlone(
      ['signers', 'import', '--label', 'Typed', '--json'],
      operatorOf(gateway),
      `${typed}\n`,
    );
    const read = await runAsOperator(gateway, [
      'signers',
      'import',
      '--key-file',
      file,
      '--provider',
      provider,
    ]);

    expect(piped.json).toMatchObject({ address: new Wallet(`0x${typed}`).address, label: 'Typed' });
    expect([read.code, read.stdout]).toEqual([0, expect.stringContaining(new Wallet(`0x${kept}`).address)]);
    const again = await runAsOperator(gateway, ['signers', 'import', '--json'], typed);
    expect(again.json).toMatchObject({ id: piped.json.id, label: 'Typed' });
    const shown = [piped, read, again].map(({ stdout, stderr }) => stdout + stderr).join('');
    for (const key of [typed, kept]) expect(shown + gateway.log.join('')).not.toContain(key);
  });

  it('import refuses an invalid key without repeating it, and a missing file', async () => {
    const nearly = newPrivateKey().slice(1);
    const refused = await runAsOperator(gateway, ['signers', 'import', '--json'], nearly);
    expect([refused.code, refused.json.error.code]).toEqual([1, 'INVALID_PAYLOAD']);
    expect(refused.stderr).not.toContain(nearly);
    const missing = await run('import', '--key-file', join(gateway.directory, 'none'));
    expect([missing.code, missing.json.error.code]).toEqual([1, 'INVALID_FILE']);
  });

  it('create for a missing provider names the wallet that was made, and how to continue', async () => {
    const { code, json } = await run('create', '--provider', 'prv_none');
    expect([code, json.error.code]).toEqual([1, 'NOT_FOUND']);
    expect(json.error.wallet).toMatch(ADDRESS);
    expect(json.error.message).toContain(`giveaways signers attach ${json.error.wallet} --provider prv_none`);
  });

  it('list prints the signers of all providers as a table, balances in whole coins', async () => {
    const signer = (await demoWallets(gateway)).get('demo signer 1') ?? '';
    await run('attach', signer, '--provider', provider);
    const { stdout } = await runAsOperator(gateway, ['signers', 'list']);
    expect(stdout).toMatch(/^PROVIDER +ADDRESS +DEFAULT +REGISTERED +BALANCE +OPERATIONS LEFT +LABEL\n/);
    expect(stdout).toMatch(new RegExp(`^${provider} +${signer} +no +yes +10000\\.000000 +\\d+ +demo`, 'm'));
  });

  it('can be listed, but not changed, by members of their provider', async () => {
    const account = newEmail();
    const ownProvider = (await createProvider(gateway)).id;
    await addMember(gateway, ownProvider, account);
    const { address } = (await run('create', '--provider', ownProvider)).json;
    const session = await gateway.signIn(account);
    const asMember = (...args: string[]) => runWith(gateway, session, ['signers', ...args, '--json']);

    expect((await asMember('list')).json.signers).toMatchObject([{ providerId: ownProvider, address }]);
    expect((await asMember('list', '--provider', provider)).json.error.code).toBe('NOT_FOUND');
    for (const args of [
      ['create'],
      ['attach', address, '--provider', ownProvider],
      ['detach', address, '--provider', ownProvider],
    ])
      expect((await asMember(...args)).json.error.code).toBe('UNAUTHORIZED');
  });
});

describe('giveaways keys', () => {
  it('create accepts a signer of the provider, and set-signer changes it', async () => {
    const account = newEmail();
    await addMember(gateway, provider, account);
    const { address } = (await run('create', '--provider', provider)).json;
    const keys = (...args: string[]) =>
      runAsOperator(gateway, ['keys', ...args, '--account', account, '--json']);

    const made = await keys(
      'create',
      '--provider',
      provider,
      '--scopes',
      'provider:entries',
      '--signer',
      address,
    );

    expect([made.code, made.json]).toMatchObject([0, { signer: address, providerId: provider }]);
    const { id } = made.json;
    expect((await keys('set-signer', id, '--default')).json).toMatchObject({ id, signer: null });
    expect((await keys('set-signer', id, '--signer', address)).json).toMatchObject({ id, signer: address });
    expect((await keys('set-signer', id)).code).toBe(2);
    expect((await keys('set-signer', id, '--default', '--signer', address)).code).toBe(2);
    expect((await keys('set-signer', id, '--signer', `0x${'4'.repeat(40)}`)).json.error.code).toBe(
      'INVALID_PAYLOAD',
    );
  });
});
