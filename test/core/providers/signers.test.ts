import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/core/access/callers.ts';
import { createApiKey } from '../../../src/core/api-keys/create-api-key.ts';
import { setApiKeySigner } from '../../../src/core/api-keys/set-api-key-signer.ts';
import { createProvider } from '../../../src/core/providers/create-provider.ts';
import { countOperations } from '../../../src/core/chain/typical-operation.ts';
import { readSignerStates } from '../../../src/core/providers/signer-states.ts';
import { OPERATOR } from '../support/callers.ts';
import { errorOf } from '../support/ports.ts';
import {
  account,
  attach,
  createMemberWithKey,
  detach,
  newSigner,
  ports,
  provider,
  signerActions,
  signersOfProvider,
  UNKNOWN_WALLET,
  useSigners,
} from './provider-signers.ts';

useSigners();

describe('detaching a signer', () => {
  it('removes the signer from the keys, the provider and the contracts', async () => {
    const { key } = await createMemberWithKey();
    const wallet = await newSigner();
    await attach(wallet);
    await ports.run(OPERATOR, setApiKeySigner, { id: key, account, signer: wallet });
    expect(await detach(wallet)).toEqual({ provider, isRegistered: false });
    expect(await signersOfProvider()).toEqual([]);
    expect(ports.apiKeys.kept(key)?.signer).toBeNull();
    expect(ports.chain.signers.size).toBe(0);
    expect(signerActions().slice(-2)).toEqual(['detachSigner', 'unregisterSigner']);
  });

  it('reports a signer that is still registered, and completes when it is repeated', async () => {
    const wallet = await newSigner();
    await attach(wallet);
    const { outcome } = ports.operations;
    ports.operations.outcome = () => ({});
    expect(await detach(wallet)).toMatchObject({ isRegistered: true });
    expect(await signersOfProvider()).toEqual([]);
    ports.operations.outcome = outcome;
    expect(await detach(wallet)).toMatchObject({ isRegistered: false });
    expect(await errorOf(detach(wallet))).toMatchObject({ code: 'NOT_FOUND', reason: 'SIGNER' });
  });

  it('removes the signer from the provider although the node is unavailable', async () => {
    const wallet = await newSigner();
    await attach(wallet);
    ports.chain.isAway = true;
    expect(await errorOf(detach(wallet))).toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
    expect(await signersOfProvider()).toEqual([]);
  });

  it('is refused for a signer of another provider, and changes nothing', async () => {
    const other = await ports.run(OPERATOR, createProvider, { name: 'Other' });
    const wallet = await newSigner();
    await attach(wallet);
    expect(await errorOf(detach(wallet, other.id))).toMatchObject({ code: 'NOT_FOUND', reason: 'SIGNER' });
    expect(await errorOf(detach(wallet, 'prv_none'))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await signersOfProvider()).toEqual([wallet]);
  });
});

describe('the signer of a key', () => {
  const set = (caller: Caller, id: string, signer: string | null) =>
    ports.run(caller, setApiKeySigner, { id, signer });

  it('is chosen by a member when the key is created, changed later, and reset to the default', async () => {
    const { member } = await createMemberWithKey();
    const [first, second] = [await newSigner(), await newSigner()];
    await attach(first);
    await attach(second);
    const input = { provider: provider.id, scopes: ['provider:entries'], signer: first.toLowerCase() };
    const { apiKey } = await ports.run(member, createApiKey, input);
    expect(apiKey.signer).toBe(first);
    expect((await set(member, apiKey.id, second)).signer).toBe(second);
    expect((await set(member, apiKey.id, second)).signer).toBe(second);
    expect((await set(member, apiKey.id, null)).signer).toBeNull();
    expect(
      ports.audit.entries.filter(({ action }) => action === 'setApiKeySigner').map(({ facts }) => facts),
    ).toMatchObject([{ signer: second }, { signer: 'default' }]);
  });

  it('must be a signer of the provider: other wallets and unknown ones get the same error', async () => {
    const { member, key } = await createMemberWithKey();
    const unattached = await newSigner();
    const messages = [];
    for (const wallet of [unattached, UNKNOWN_WALLET]) {
      const error = await errorOf(set(member, key, wallet));
      expect(error).toMatchObject({ code: 'INVALID_PAYLOAD', details: [{ path: ['signer'] }] });
      messages.push(error.message);
    }
    expect(new Set(messages).size).toBe(1);
  });

  it('can only be set by a member, and for an active key of a provider', async () => {
    const { member, key } = await createMemberWithKey();
    const { apiKey: publishing } = await ports.run(member, createApiKey, { scopes: ['giveaways:publish'] });
    expect(await errorOf(set(member, publishing.id, null))).toMatchObject({ code: 'INVALID_PAYLOAD' });
    expect(await errorOf(set(member, 'key_none', null))).toMatchObject({ code: 'NOT_FOUND' });
    await ports.providers.removeMember(provider.id, member.accountId);
    expect(await errorOf(set(member, key, null))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the state of a signer', () => {
  it('contains its registration, when it acts from, its balance and the number of operations that it can pay for', async () => {
    const [registered, unregistered] = [await newSigner(), await newSigner()];
    ports.chain.signers.add(`${provider.chainKey} ${registered}`);
    ports.chain.balances.set(unregistered, 0n);
    ports.chain.feePerGas = 10n ** 9n;
    const states = await readSignerStates(
      ports,
      [registered, unregistered].map((address) => ({ chainKey: provider.chainKey, address })),
    );
    expect(states).toEqual([
      { isRegistered: true, activeFrom: new Date(1_000), balance: 10n ** 18n, operationsLeft: 8_333 },
      { isRegistered: false, activeFrom: null, balance: 0n, operationsLeft: 0 },
    ]);
  });

  it('is unknown while the node is unavailable, and an empty list needs no node', async () => {
    ports.chain.isAway = true;
    expect(
      await readSignerStates(ports, [{ chainKey: provider.chainKey, address: UNKNOWN_WALLET }]),
    ).toBeUndefined();
    expect(await readSignerStates(ports, [])).toEqual([]);
  });

  it.each([
    [0n, 1n, 0],
    [119_999n, 1n, 0],
    [120_000n, 1n, 1],
    [10n ** 30n, 1n, 2_147_483_647],
    [1n, 0n, 2_147_483_647],
  ])('a signer with %i wei at %i wei per gas pays for %i operations', (balance, fee, count) => {
    expect(countOperations(balance, fee)).toBe(count);
  });
});
