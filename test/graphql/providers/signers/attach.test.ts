import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../support/eventually.ts';
import { auditLog, keysOf } from '../../../support/gateway/operator.ts';
import {
  attachSigner,
  createProvider,
  createProviderWithSigner,
} from '../../../support/providers/providers.ts';
import {
  asOperator,
  codeOf,
  detach,
  fieldsOf,
  gateway,
  newWallet,
  auditActionsOf,
  SET_SIGNER,
  signersOf,
  useSignersGateway,
} from './signers-gateway.ts';

useSignersGateway();

describe('attaching a signer', () => {
  it('registers it with the contracts, and makes the first signer the default', async () => {
    const { provider, signer } = await createProviderWithSigner(gateway);
    expect(await signersOf(provider.id)).toEqual([
      {
        address: signer,
        label: expect.stringMatching(/^demo signer \d$/),
        isDefault: true,
        isRegistered: true,
        balance: '10000000000000000000000',
        operationsLeft: expect.any(Number),
      },
    ]);
    expect(await auditActionsOf(provider.id)).toEqual([
      'createProvider',
      'addProviderMember',
      'attachSigner',
      'registerSigner',
      'setDefaultSigner',
    ]);
  });

  it('resumes when the wallet is attached but neither registered nor the default', async () => {
    const provider = await createProvider(gateway);
    const wallet = await newWallet();
    await gateway.onDatabase((em) =>
      em.execute('update wallet set provider_id = ? where address = ?', [provider.id, wallet]),
    );
    expect(await signersOf(provider.id)).toMatchObject([{ isDefault: false, isRegistered: false }]);

    await attachSigner(gateway, provider.id, wallet);

    expect(await signersOf(provider.id)).toMatchObject([{ isDefault: true, isRegistered: true }]);
    expect(await auditActionsOf(provider.id)).toEqual([
      'createProvider',
      'registerSigner',
      'setDefaultSigner',
    ]);
  });

  it('attaches a wallet to one provider when two ask for it at the same time', async () => {
    const [one, other] = [await createProvider(gateway), await createProvider(gateway)];
    const wallet = await newWallet();
    const responses = await Promise.all([one, other].map(({ id }) => attachSigner(gateway, id, wallet)));
    expect(new Set(responses.map(codeOf))).toEqual(new Set(['INVALID_PAYLOAD', undefined]));
    const all = [...(await signersOf(one.id)), ...(await signersOf(other.id))];
    expect(all.map(({ address }) => address)).toEqual([wallet]);
  });

  it('is refused for a wallet of another provider, a managed wallet, an unknown wallet and an unknown provider', async () => {
    const { signer } = await createProviderWithSigner(gateway);
    const provider = await createProvider(gateway);
    const managed = await asOperator(
      'mutation { createWallet(input: { purpose: MANAGED }) { wallet { address } } }',
    );
    const taken = await attachSigner(gateway, provider.id, signer);
    expect([codeOf(taken), fieldsOf(taken)]).toEqual(['INVALID_PAYLOAD', [['wallet']]]);
    for (const wallet of [managed.body.data.createWallet.wallet.address, `0x${'2'.repeat(40)}`])
      expect(codeOf(await attachSigner(gateway, provider.id, wallet))).toBe('NOT_FOUND');
    expect(codeOf(await attachSigner(gateway, 'prv_none', signer))).toBe('NOT_FOUND');
    expect(await auditActionsOf(provider.id)).toEqual(['createProvider']);
  });
});

describe('detaching a signer', () => {
  it('removes it from the keys, the default and the contracts', async () => {
    const { provider, account, apiKey, signer } = await createProviderWithSigner(gateway);
    const input = { account, id: apiKey.id, signer };
    await asOperator(SET_SIGNER, { input });
    expect(await keysOf(gateway, account)).toMatchObject([{ signer }]);

    const { body } = await detach(provider.id, signer);

    expect(body.data.detachSigner).toEqual({ isRegistered: false, provider: { signers: { edges: [] } } });
    expect(await keysOf(gateway, account)).toMatchObject([{ signer: null }]);
    expect((await auditActionsOf(provider.id)).slice(-2)).toEqual(['detachSigner', 'unregisterSigner']);
    const [noted] = (await auditLog(gateway, 50)).filter(({ action }) => action === 'detachSigner');
    expect(noted?.facts).toEqual({ signer, keys: [apiKey.id] });
    expect(codeOf(await detach(provider.id, signer))).toBe('NOT_FOUND');

    const again = await attachSigner(gateway, provider.id, signer);
    expect(again.body.data.attachSigner.signer).toMatchObject({ isDefault: true, isRegistered: true });
    expect(await keysOf(gateway, account)).toMatchObject([{ signer: null }]);
    await detach(provider.id, signer);
  });

  it('resumes when the wallet is detached but still registered', async () => {
    const provider = await createProvider(gateway);
    const wallet = await newWallet();
    await attachSigner(gateway, provider.id, wallet);
    await gateway.onDatabase(async (em) => {
      await em.execute('update provider set default_signer = null where id = ?', [provider.id]);
      await em.execute('update wallet set provider_id = null where address = ?', [wallet]);
    });
    expect((await detach(provider.id, wallet)).body.data.detachSigner.isRegistered).toBe(false);
    expect((await auditActionsOf(provider.id)).at(-1)).toBe('unregisterSigner');
    expect(codeOf(await detach(provider.id, wallet))).toBe('NOT_FOUND');
  });
});

it('measures the balances of signers, and logs each low balance once', async () => {
  const { signer, provider } = await createProviderWithSigner(gateway);
  const signerWithoutFunds = await newWallet('Without funds');
  await attachSigner(gateway, provider.id, signerWithoutFunds);
  await gateway.restart();
  const metrics = await eventually(
    () => gateway.metrics(),
    (text) => text.includes('signer_balance_native{'),
  );
  expect(metrics).toContain(`signer_balance_native{signer="${signer}"} 10000\n`);
  expect(metrics).toContain(`signer_balance_native{signer="${signerWithoutFunds}"} 0\n`);
  expect(metrics).toMatch(/^signers_low_balance [1-9]/m);
  const warnings = gateway.log
    .map((line) => JSON.parse(line))
    .filter((entry) => entry.signer === signerWithoutFunds);
  expect(warnings).toMatchObject([{ provider: provider.id, balance: '0', operationsLeft: 0, level: 40 }]);
  await detach(provider.id, signer);
});
