import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/core/access/callers.ts';
import { createApiKey } from '../../../src/core/api-keys/create-api-key.ts';
import { setApiKeySigner } from '../../../src/core/api-keys/set-api-key-signer.ts';
import { addProviderMember } from '../../../src/core/providers/add-provider-member.ts';
import { attachSigner } from '../../../src/core/providers/attach-signer.ts';
import { createProvider } from '../../../src/core/providers/create-provider.ts';
import { detachSigner } from '../../../src/core/providers/detach-signer.ts';
import type { Provider } from '../../../src/core/providers/provider-store.ts';
import { countOperations, readSignerStates } from '../../../src/core/providers/signer-states.ts';
import { createWallet } from '../../../src/core/wallets/create-wallet.ts';
import { accountCaller, OPERATOR } from '../support/callers.ts';
import { HUB_OWNER } from '../support/chain.ts';
import { CONFIRMED } from '../support/operations.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';

const account = 'ann@example.com';
const MOST_SIGNERS = 100;
const NOBODY = `0x${'ab'.repeat(20)}`;

let ports: FakePorts;
let provider: Provider;
beforeEach(async () => {
  ports = createPorts();
  provider = await ports.run(OPERATOR, createProvider, { name: 'Lantern' });
  await holdOwner();
  // The contracts know of each registration as soon as it is waited for.
  ports.operations.outcome = ({ call }) => {
    if (call.kind !== 'set-provider-signer') return {};
    const entry = `${call.provider} ${call.signer}`;
    if (call.allowed) ports.chain.signers.add(entry);
    else ports.chain.signers.delete(entry);
    return CONFIRMED;
  };
});

/** Takes the wallet of the hub's owner into custody. */
async function holdOwner(): Promise<void> {
  const sealed = await ports.walletKeys.generate({ purpose: 'SIGNER', label: 'owner' });
  await ports.wallets.add({ ...sealed, address: HUB_OWNER });
}
const newSigner = async (purpose = 'SIGNER') =>
  (await ports.run(OPERATOR, createWallet, { purpose })).address;
const attach = (wallet: string, more = {}) =>
  ports.run(OPERATOR, attachSigner, { provider: provider.id, wallet, ...more });
const detach = (wallet: string, id = provider.id) =>
  ports.run(OPERATOR, detachSigner, { provider: id, wallet });
const signers = async () => (await ports.providers.signersOf([provider.id])).map(({ address }) => address);
const defaultSigner = async () =>
  (await ports.providers.signersOf([provider.id])).find(({ isDefault }) => isDefault)?.address;
const actions = () =>
  ports.audit.entries.map(({ action }) => action).filter((action) => /signer/i.test(action));

describe('attaching a signer', () => {
  it('registers it with the contracts, and makes the first one the default', async () => {
    const wallet = await newSigner();
    expect(await attach(wallet)).toMatchObject({
      provider: { id: provider.id },
      signer: { address: wallet, isDefault: true },
    });
    expect(ports.chain.signers).toEqual(new Set([`${provider.chainKey} ${wallet}`]));
    expect(ports.operations.all).toMatchObject([
      {
        signer: HUB_OWNER,
        providerKey: provider.chainKey,
        request: null,
        call: { kind: 'set-provider-signer', allowed: true },
      },
    ]);
    expect(actions()).toEqual(['attachSigner', 'registerSigner', 'setDefaultSigner']);
  });

  it('takes the address in lower case, and not with a wrong checksum', async () => {
    const wallet = await newSigner();
    expect((await attach(wallet.toLowerCase())).signer.address).toBe(wallet);
    const [letter = ''] = /[a-f]/.exec(wallet.slice(2)) ?? [];
    const misspelt = `0x${wallet.slice(2).replace(letter, letter.toUpperCase())}`;
    expect(await errorOf(attach(misspelt))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['wallet'] }],
    });
  });

  it('keeps the default for a second one until that is asked for', async () => {
    const [first, second] = [await newSigner(), await newSigner()];
    await attach(first);
    await attach(second);
    expect(await defaultSigner()).toBe(first);
    expect((await attach(second, { default: true })).signer.isDefault).toBe(true);
    expect(await defaultSigner()).toBe(second);
  });

  it('again changes nothing and notes nothing', async () => {
    const wallet = await newSigner();
    await attach(wallet);
    const before = [ports.audit.entries, ports.operations.all];
    expect((await attach(wallet)).signer.isDefault).toBe(true);
    expect([ports.audit.entries, ports.operations.all]).toEqual(before);
  });

  it('goes on where it stopped: attached here, unknown to the contracts, without a default', async () => {
    const wallet = await newSigner();
    await ports.wallets.attachSigner(wallet, provider.id);
    expect((await attach(wallet)).signer.isDefault).toBe(true);
    expect(actions()).toEqual(['registerSigner', 'setDefaultSigner']);
  });

  it('skips the transaction where the contracts know the wallet already', async () => {
    const wallet = await newSigner();
    ports.chain.signers.add(`${provider.chainKey} ${wallet}`);
    expect((await attach(wallet)).signer.isDefault).toBe(true);
    expect(ports.operations.all).toEqual([]);
  });

  it('makes no default of a signer that the contracts do not know yet, and one of it when it is repeated', async () => {
    const wallet = await newSigner();
    const { outcome } = ports.operations;
    ports.operations.outcome = () => ({});
    expect((await attach(wallet)).signer.isDefault).toBe(false);
    expect(ports.operations.waitedMs).toBe(10_000);
    ports.operations.outcome = outcome;
    expect((await attach(wallet)).signer.isDefault).toBe(true);
  });

  it('counts a registration that is mined as known, though its operation is still open', async () => {
    const wallet = await newSigner();
    ports.operations.outcome = () => {
      ports.chain.signers.add(`${provider.chainKey} ${wallet}`);
      return { status: 'MINED' };
    };
    expect((await attach(wallet)).signer.isDefault).toBe(true);
  });

  it('tells why the contracts refused it', async () => {
    const wallet = await newSigner();
    const error = { code: 'INSUFFICIENT_FUNDS', reason: 'SIGNER_BALANCE', message: 'No money.' } as const;
    ports.operations.outcome = () => ({ status: 'FAILED', error });
    expect(await errorOf(attach(wallet))).toMatchObject({ code: 'INSUFFICIENT_FUNDS', retryAfterSeconds: 5 });
    expect(await defaultSigner()).toBeUndefined();
  });

  it('is refused while the wallet of the hub’s owner is not in custody', async () => {
    ports = createPorts();
    provider = await ports.run(OPERATOR, createProvider, { name: 'Lantern' });
    const wallet = await newSigner();
    expect(await errorOf(attach(wallet))).toMatchObject({
      code: 'SIGNER_NOT_CONFIGURED',
      reason: 'OWNER_NOT_IN_CUSTODY',
      values: { address: HUB_OWNER },
    });
    expect(await signers()).toEqual([]);
  });

  it('is refused for a wallet of nobody, of an entrant, of another provider, and without a provider', async () => {
    const other = await ports.run(OPERATOR, createProvider, { name: 'Other' });
    const taken = await newSigner();
    await ports.run(OPERATOR, attachSigner, { provider: other.id, wallet: taken });
    expect(await errorOf(attach(NOBODY))).toMatchObject({ code: 'NOT_FOUND', reason: 'WALLET' });
    expect(await errorOf(attach(await newSigner('MANAGED')))).toMatchObject({
      code: 'NOT_FOUND',
      reason: 'WALLET',
    });
    expect(await errorOf(attach(taken))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['wallet'] }],
    });
    const absent = ports.run(OPERATOR, attachSigner, { provider: 'prv_none', wallet: taken });
    expect(await errorOf(absent)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await signers()).toEqual([]);
  });

  it(`is refused beside ${MOST_SIGNERS} signers`, async () => {
    for (let count = 0; count < MOST_SIGNERS; count += 1) await attach(await newSigner());
    expect(await errorOf(attach(await newSigner()))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['provider'] }],
    });
    expect(await signers()).toHaveLength(MOST_SIGNERS);
  });
});

describe('detaching a signer', () => {
  it('takes it from the keys, the default and the contracts', async () => {
    const { key } = await keyOfMember();
    const wallet = await newSigner();
    await attach(wallet);
    await ports.run(OPERATOR, setApiKeySigner, { id: key, account, signer: wallet });
    expect(await detach(wallet)).toEqual({ provider, isRegistered: false });
    expect(await signers()).toEqual([]);
    expect(ports.apiKeys.kept(key)?.signer).toBeNull();
    expect(ports.chain.signers.size).toBe(0);
    expect(actions().slice(-2)).toEqual(['detachSigner', 'unregisterSigner']);
  });

  it('says when the contracts still let it sign, and finishes when it is repeated', async () => {
    const wallet = await newSigner();
    await attach(wallet);
    const { outcome } = ports.operations;
    ports.operations.outcome = () => ({});
    expect(await detach(wallet)).toMatchObject({ isRegistered: true });
    expect(await signers()).toEqual([]);
    ports.operations.outcome = outcome;
    expect(await detach(wallet)).toMatchObject({ isRegistered: false });
    expect(await errorOf(detach(wallet))).toMatchObject({ code: 'NOT_FOUND', reason: 'SIGNER' });
  });

  it('ends here at once while no node answers, which is the error', async () => {
    const wallet = await newSigner();
    await attach(wallet);
    ports.chain.isAway = true;
    expect(await errorOf(detach(wallet))).toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
    expect(await signers()).toEqual([]);
  });

  it('of another provider touches nothing', async () => {
    const other = await ports.run(OPERATOR, createProvider, { name: 'Other' });
    const wallet = await newSigner();
    await attach(wallet);
    expect(await errorOf(detach(wallet, other.id))).toMatchObject({ code: 'NOT_FOUND', reason: 'SIGNER' });
    expect(await errorOf(detach(wallet, 'prv_none'))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await signers()).toEqual([wallet]);
  });
});

describe('the signer of a key', () => {
  const set = (caller: Caller, id: string, signer: string | null) =>
    ports.run(caller, setApiKeySigner, { id, signer });

  it('is chosen by a member when the key is made, changed later, and cleared to the default', async () => {
    const { member } = await keyOfMember();
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
    ).toEqual([{ signer: second }, { signer: 'default' }]);
  });

  it('must sign for the provider: wallets of others and of nobody look the same', async () => {
    const { member, key } = await keyOfMember();
    const free = await newSigner();
    const messages = [];
    for (const wallet of [free, NOBODY]) {
      const error = await errorOf(set(member, key, wallet));
      expect(error).toMatchObject({ code: 'INVALID_PAYLOAD', details: [{ path: ['signer'] }] });
      messages.push(error.message);
    }
    expect(new Set(messages).size).toBe(1);
  });

  it('needs a live key of a provider, and a member', async () => {
    const { member, key } = await keyOfMember();
    const { apiKey: publishing } = await ports.run(member, createApiKey, { scopes: ['giveaways:publish'] });
    expect(await errorOf(set(member, publishing.id, null))).toMatchObject({ code: 'INVALID_PAYLOAD' });
    expect(await errorOf(set(member, 'key_none', null))).toMatchObject({ code: 'NOT_FOUND' });
    await ports.providers.removeMember(provider.id, member.accountId);
    expect(await errorOf(set(member, key, null))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

/** A member of the provider with a key. */
async function keyOfMember() {
  await ports.run(OPERATOR, addProviderMember, { provider: provider.id, account });
  const { id: accountId, publisherId } = await ports.accounts.findOrCreate(account, ports.clock.now());
  const member = { ...accountCaller('ann'), accountId, publisherId };
  const { apiKey } = await ports.run(member, createApiKey, {
    provider: provider.id,
    scopes: ['provider:entries'],
  });
  return { member, key: apiKey.id };
}

describe('the state of a signer', () => {
  it('tells its registration, its balance and how many operations that pays for', async () => {
    const [known, unknown] = [await newSigner(), await newSigner()];
    ports.chain.signers.add(`${provider.chainKey} ${known}`);
    ports.chain.balances.set(unknown, 0n);
    ports.chain.feePerGas = 10n ** 9n;
    const states = await readSignerStates(
      ports,
      [known, unknown].map((address) => ({ chainKey: provider.chainKey, address })),
    );
    expect(states).toEqual([
      { isRegistered: true, balance: 10n ** 18n, operationsLeft: 8_333 },
      { isRegistered: false, balance: 0n, operationsLeft: 0 },
    ]);
  });

  it('is unknown while no node answers, and asks nothing for nobody', async () => {
    ports.chain.isAway = true;
    expect(await readSignerStates(ports, [{ chainKey: provider.chainKey, address: NOBODY }])).toBeUndefined();
    expect(await readSignerStates(ports, [])).toEqual([]);
  });

  it.each([
    [0n, 1n, 0],
    [119_999n, 1n, 0],
    [120_000n, 1n, 1],
    [10n ** 30n, 1n, 2_147_483_647],
    [1n, 0n, 2_147_483_647],
  ])('counts for %i wei at %i wei a gas %i operations', (balance, fee, count) => {
    expect(countOperations(balance, fee)).toBe(count);
  });
});
