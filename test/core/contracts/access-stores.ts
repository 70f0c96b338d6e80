import { describe, expect, it } from '@jest/globals';
import type { Scope } from '../../../src/core/access/callers.ts';
import {
  addAccount,
  addProvider,
  AT,
  later,
  newWallet,
  pageOf,
  unique,
  type PortsUnderTest,
} from './ports-under-test.ts';

/** What use cases rely on of the stores of accounts, keys, providers and wallets. */
export function describeAccessStores(open: () => PortsUnderTest): void {
  const addKey = async (accountId: string, publisherId: string, more: object = {}) => {
    const key = {
      id: unique('key'),
      accountId,
      providerId: null,
      signer: null,
      name: 'A key',
      start: 'start',
      end: 'end',
      scopes: ['giveaways:publish'] as readonly Scope[],
      createdAt: AT,
      lastUsedAt: null,
      rotatedAt: null,
      revokedAt: null,
      expiresAt: null,
      ...more,
    };
    await open().apiKeys.add(key, { publisherId, hash: unique('hash'), creationId: `creation of ${key.id}` });
    return key;
  };

  describe('the stores of accounts and publishers', () => {
    it('find the account of an address, or create it with its publisher', async () => {
      const email = `${unique('a')}@example.com`;
      const created = await open().accounts.findOrCreate(email, AT);
      expect(await open().accounts.findOrCreate(email, later(5))).toEqual(created);
      expect(await open().accounts.find(created.id)).toEqual(created);
      expect(await open().publishers.findByNamespace(`account:${created.id}`)).toMatchObject({
        id: created.publisherId,
      });
      expect(await open().accounts.find('acc_none')).toBeUndefined();
      expect(await open().publishers.findByNamespace('client:none')).toBeUndefined();
    });
  });

  describe('a transaction', () => {
    it('a transaction that fails leaves nothing behind', async () => {
      const email = `${unique('a')}@example.com`;
      const { accountId } = await open().transaction(async ({ accounts }) => ({
        accountId: (await accounts.findOrCreate(`${unique('a')}@example.com`, AT)).id,
      }));
      expect(await open().accounts.find(accountId)).toBeDefined();
      let id = '';
      const failed = open().transaction(async ({ accounts }) => {
        id = (await accounts.findOrCreate(email, AT)).id;
        throw new Error('It fails.');
      });
      await expect(failed).rejects.toThrow('It fails.');
      expect(await open().accounts.find(id)).toBeUndefined();
    });
  });

  describe('what locks a row', () => {
    it('is refused outside of a transaction', async () => {
      const { id } = await addAccount(open());
      const provider = await addProvider(open());
      await expect(open().apiKeys.countLive(id, AT)).rejects.toThrow(/open transaction/i);
      await expect(open().providers.findLocked(provider.id)).rejects.toThrow(/open transaction/i);
      const locked = await open().transaction(({ providers }) => providers.findLocked(provider.id));
      expect(locked).toEqual(provider);
    });
  });

  describe('the store of API keys', () => {
    it('counts and changes live keys of their account alone', async () => {
      const { id, publisherId } = await addAccount(open());
      const other = await addAccount(open());
      const key = await addKey(id, publisherId);
      const { apiKeys } = open();
      const countLive = () => open().transaction((stores) => stores.apiKeys.countLive(id, AT));
      expect(await countLive()).toBe(1);
      expect(await apiKeys.findLive(other.id, key.id)).toBeUndefined();
      expect(await apiKeys.revoke(other.id, key.id, AT)).toBeUndefined();
      const secret = { secret: 's', hash: unique('hash'), start: 'new', end: 'end' };
      const rotated = { ...key, start: 'new', rotatedAt: later(1) };
      expect(await apiKeys.rotate(other.id, key.id, secret, later(1))).toBeUndefined();
      expect(await apiKeys.rotate(id, key.id, secret, later(1))).toEqual(rotated);
      const lock = (owner: string) =>
        open().transaction((stores) => stores.apiKeys.findLocked(owner, key.id));
      expect(await lock(id)).toEqual({ apiKey: rotated, hash: secret.hash });
      expect(await lock(other.id)).toBeUndefined();
      const values = { name: 'Changed', scopes: ['provider:entries'], expiresAt: later(9) } as const;
      expect(await apiKeys.change(other.id, key.id, values)).toBeUndefined();
      expect(await apiKeys.change(id, key.id, values)).toEqual({ ...rotated, ...values });
      await expect(apiKeys.findLocked(id, key.id)).rejects.toThrow(/open transaction/i);
      expect(await apiKeys.revoke(id, key.id, later(2))).toMatchObject({ revokedAt: later(2) });
      expect(await apiKeys.revoke(id, key.id, later(3))).toBeUndefined();
      expect(await apiKeys.rotate(id, key.id, secret, later(4))).toBeUndefined();
      expect(await apiKeys.change(id, key.id, values)).toBeUndefined();
      expect(await lock(id)).toBeUndefined();
      expect(await countLive()).toBe(0);
      expect((await apiKeys.pageOf(id, pageOf(5))).items).toHaveLength(1);
    });

    it('knows the ids of creations by account', async () => {
      const [one, other] = [await addAccount(open()), await addAccount(open())];
      const key = await addKey(one.id, one.publisherId);
      const creationId = `creation of ${key.id}`;
      const { apiKeys } = open();
      expect(await apiKeys.findCreated(one.id, creationId)).toMatchObject({ apiKey: key });
      expect(await apiKeys.findCreated(one.id, 'another')).toBeUndefined();
      expect(await apiKeys.findCreated(other.id, creationId)).toBeUndefined();
    });

    it('claims each key that expires soon once, and no expired one, which no longer counts', async () => {
      const { id, publisherId } = await addAccount(open());
      const until = later(100_000);
      const soon = await addKey(id, publisherId, { createdAt: later(-50_000), expiresAt: later(90_000) });
      const late = await addKey(id, publisherId, { createdAt: later(-50_000), expiresAt: later(110_000) });
      const short = await addKey(id, publisherId, { createdAt: AT, expiresAt: later(90_000) });
      const over = await addKey(id, publisherId, { createdAt: later(-200_000), expiresAt: later(-1) });
      const { apiKeys } = open();
      const countLive = (now: Date) => open().transaction((stores) => stores.apiKeys.countLive(id, now));
      expect(await countLive(AT)).toBe(3);
      expect(await countLive(later(-2))).toBe(4);
      const claim = async (now = AT) => {
        const claimed = await apiKeys.claimExpiring(now, until, 10);
        return claimed.filter((key) => [soon.id, late.id, short.id, over.id].includes(key.id));
      };
      const { id: keyId, name, start, expiresAt } = soon;
      const email = (await open().accounts.find(id))?.email;
      expect(await claim()).toEqual([
        { id: keyId, name, start, expiresAt, email, language: 'en', attempt: 1 },
      ]);
      expect(await claim()).toEqual([]);
      await apiKeys.unclaimExpiring([soon.id]);
      await open().accounts.setLanguage(id, 'de');
      expect(await claim()).toMatchObject([{ attempt: 1, language: 'de' }]);
      const attemptAfter = async (minutes: number) =>
        (await claim(later(minutes * 60))).find((key) => key.id === soon.id)?.attempt;
      expect([await attemptAfter(9), await attemptAfter(10)]).toEqual([undefined, 2]);
      expect([await attemptAfter(29), await attemptAfter(30)]).toEqual([undefined, 3]);
      await apiKeys.endWarning(soon.id, AT);
      expect(await claim(later(60))).toEqual([]);
    });

    it('finds the language of the account of an e-mail address, once it has one', async () => {
      const { accounts } = open();
      const { id } = await addAccount(open());
      const email = (await accounts.find(id))?.email ?? '';
      expect(await accounts.findLanguage(email)).toBeUndefined();
      await accounts.setLanguage(id, 'de');
      expect(await accounts.findLanguage(email)).toBe('de');
      expect(await accounts.findLanguage(`not-${email}`)).toBeUndefined();
    });

    it('claims a key again after a clock was ahead that had claimed or warned', async () => {
      const { id, publisherId } = await addAccount(open());
      const { apiKeys } = open();
      const day = (count: number) => later(count * 86_400);
      const claim = async (now: Date) => {
        const claimed = await apiKeys.claimExpiring(now, new Date(now.getTime() + 604_800_000), 100);
        return claimed.some((key) => key.id === kept.id);
      };
      const kept = await addKey(id, publisherId, { createdAt: day(-50), expiresAt: day(33) });
      expect(await claim(day(30))).toBe(true);
      expect(await claim(day(27))).toBe(true);
      await apiKeys.endWarning(kept.id, day(31));
      expect(await claim(day(28))).toBe(true);
      await apiKeys.endWarning(kept.id, day(28));
      expect(await claim(day(29))).toBe(false);
    });

    it('revokes and narrows the keys of an ended membership', async () => {
      const { id, publisherId } = await addAccount(open());
      const { id: providerId } = await addProvider(open());
      const pure = await addKey(id, publisherId, { providerId, scopes: ['provider:entries'] });
      const mixed = await addKey(id, publisherId, {
        providerId,
        scopes: ['provider:entries', 'giveaways:publish'],
      });
      const free = await addKey(id, publisherId);
      expect(await open().apiKeys.leaveProvider(id, providerId, later(1))).toEqual({
        revoked: [pure.id],
        narrowed: [mixed.id],
      });
      expect(await open().apiKeys.findLive(id, pure.id)).toBeUndefined();
      expect(await open().apiKeys.findLive(id, mixed.id)).toMatchObject({
        providerId: null,
        scopes: ['giveaways:publish'],
      });
      expect(await open().apiKeys.findLive(id, free.id)).toEqual(free);
    });
  });

  describe('the stores of providers and wallets', () => {
    it('know members, each once, by the age of the membership', async () => {
      const { id: providerId, chainKey } = await addProvider(open());
      const [one, two] = [await addAccount(open()), await addAccount(open())];
      const { providers } = open();
      await providers.addMember({ providerId, accountId: two.id, addedAt: later(1) });
      await providers.addMember({ providerId, accountId: one.id, addedAt: AT });
      await expect(providers.addMember({ providerId, accountId: one.id, addedAt: AT })).rejects.toThrow(
        /already|duplicate/,
      );
      expect((await providers.membersOf([providerId])).map(({ email }) => email)).toEqual([
        one.email,
        two.email,
      ]);
      expect(await providers.findOfMember(providerId, one.id)).toMatchObject({ id: providerId });
      await providers.removeMember(providerId, one.id);
      expect(await providers.findOfMember(providerId, one.id)).toBeUndefined();
      expect((await providers.pageOfMember(two.id, pageOf(5))).items).toMatchObject([{ id: providerId }]);
      expect(await providers.findByChainKey(chainKey)).toMatchObject({ id: providerId });
    });

    it('let a signer wallet sign for one provider at a time', async () => {
      const [first, second] = [await addProvider(open()), await addProvider(open())];
      const { wallets, providers } = open();
      const [older, newer, managed] = [
        newWallet('SIGNER', AT),
        newWallet('SIGNER', later(1)),
        newWallet('MANAGED'),
      ];
      for (const wallet of [newer, older, managed]) expect(await wallets.add(wallet)).toBe(true);
      expect(await wallets.add({ ...older, id: unique('wal') })).toBe(false);
      for (const { address } of [newer, older])
        expect(await wallets.attachSigner(address, first.id)).toBe(true);
      expect(await wallets.attachSigner(older.address, second.id)).toBe(false);
      expect(await wallets.attachSigner(managed.address, first.id)).toBe(false);
      expect(await wallets.findSigner(managed.address)).toBeUndefined();
      await providers.setDefaultSigner(first.id, newer.address);
      expect(
        (await providers.signersOf([first.id])).map(({ address, isDefault }) => [address, isDefault]),
      ).toEqual([
        [older.address, false],
        [newer.address, true],
      ]);
      await expect(providers.setDefaultSigner(second.id, older.address)).rejects.toThrow(/signer|default/);
      await expect(wallets.detachSigner(newer.address, first.id)).rejects.toThrow(/signer|default/);
      expect(await wallets.detachSigner(older.address, second.id)).toBe(false);
      expect(await wallets.detachSigner(older.address, first.id)).toBe(true);
      expect(await wallets.findSigner(older.address)).toMatchObject({ providerId: null });
    });

    it('wrap keys of wallets anew that nobody else has moved', async () => {
      const { wallets } = open();
      const wallet = { ...newWallet(), keyId: unique('key') };
      await wallets.add(wallet);
      const moved = {
        walletId: wallet.id,
        previousKeyId: wallet.keyId,
        keyId: 'key-2',
        wrappedKey: Buffer.from('new'),
      };
      expect(await wallets.rewrap([moved])).toBe(1);
      expect(await wallets.rewrap([moved])).toBe(0);
      expect(await wallets.find('SIGNER', wallet.address)).toMatchObject({ keyId: 'key-2' });
    });
  });
}
