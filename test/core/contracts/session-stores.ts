import { describe, expect, it } from '@jest/globals';
import type { AuditEntry } from '../../../src/core/audit/audit-store.ts';
import { addAccount, AT, later, pageOf, placeOf, unique, type PortsUnderTest } from './ports-under-test.ts';

interface Items {
  readonly items: readonly { readonly id: string }[];
}
const idsOf = ({ items }: Items) => items.map(({ id }) => id);

/** What use cases rely on of the stores of sessions and of the audit log. */
export function describeSessionStores(open: () => PortsUnderTest): void {
  const openSession = async (accountId: string, more: object = {}) => {
    const session = {
      id: unique('ses'),
      createdAt: AT,
      lastSeenAt: later(5),
      expiresAt: later(100),
      client: 'Firefox, Linux',
      network: '192.0.2.1',
      ...more,
    };
    await open().openSession(accountId, session);
    return session;
  };

  describe('the store of sessions', () => {
    it('pages through the live sessions of an account, newest first, in both directions', async () => {
      const [{ id }, other] = [await addAccount(open()), await addAccount(open())];
      const unknown = await openSession(id, { client: null, network: null });
      const [second, third] = [
        await openSession(id, { createdAt: later(1) }),
        await openSession(id, { createdAt: later(2) }),
      ];
      await openSession(id, { expiresAt: later(9) });
      await openSession(other.id);
      const read = (page: ReturnType<typeof pageOf>) => open().sessions.pageOf(id, later(9), page);
      const first = await read(pageOf(2));
      expect(first).toEqual({ items: [third, second], hasNextPage: true, hasPreviousPage: false });
      const after = placeOf(second.createdAt, second.id);
      expect(await read(pageOf(2, { after }))).toMatchObject({ items: [unknown], hasNextPage: false });
      expect(idsOf(await read(pageOf(2, { backward: true })))).toEqual([second.id, unknown.id]);
      expect(idsOf(await read(pageOf(2, { backward: true, before: after })))).toEqual([third.id]);
    });

    it('ends a live session of its account, once', async () => {
      const [{ id }, other] = [await addAccount(open()), await addAccount(open())];
      const session = await openSession(id);
      const { sessions } = open();
      expect(await sessions.end(other.id, session.id, AT)).toBe(false);
      expect(await sessions.end(id, session.id, session.expiresAt)).toBe(false);
      expect(await sessions.end(id, session.id, AT)).toBe(true);
      expect(await sessions.end(id, session.id, AT)).toBe(false);
      expect((await sessions.pageOf(id, AT, pageOf(5))).items).toEqual([]);
    });

    it('ends the other sessions of an account, and counts the live ones', async () => {
      const [{ id }, other] = [await addAccount(open()), await addAccount(open())];
      const stays = await openSession(id);
      const foreign = await openSession(other.id);
      for (const expiresAt of [later(50), later(60), later(1)]) await openSession(id, { expiresAt });
      const { sessions } = open();
      expect(await sessions.endOthers(id, stays.id, later(1))).toBe(2);
      expect(await sessions.endOthers(id, stays.id, later(1))).toBe(0);
      expect(idsOf(await sessions.pageOf(id, AT, pageOf(5)))).toEqual([stays.id]);
      expect(idsOf(await sessions.pageOf(other.id, AT, pageOf(5)))).toEqual([foreign.id]);
    });
  });

  describe('the store of devices', () => {
    it('knows a device from its second sign-in to an account on', async () => {
      const [one, two] = [unique('acc'), unique('acc')];
      const { devices } = open();
      const notes = [];
      for (const [account, seconds] of [
        [one, 0],
        [one, 1],
        [two, 2],
        [one, 3],
      ] as const)
        notes.push(await devices.note(account, 'a', later(seconds)));
      expect(notes).toEqual([true, false, true, false]);
    });

    it('forgets a device 400 days after its last sign-in', async () => {
      const account = unique('acc');
      const { devices } = open();
      const days = (count: number) => later(count * 86_400);
      const notes = [];
      for (const day of [0, 399, 798, 1_199]) notes.push(await devices.note(account, 'a', days(day)));
      expect(notes).toEqual([true, false, false, true]);
    });

    it('remembers the last twenty devices of an account', async () => {
      const account = unique('acc');
      const { devices } = open();
      for (let each = 0; each < 20; each += 1) await devices.note(account, `device ${each}`, later(each));
      expect(await devices.note(account, 'device 0', later(20))).toBe(false);
      expect(await devices.note(account, 'one more', later(21))).toBe(true);
      expect(await devices.note(account, 'device 0', later(22))).toBe(false);
      expect(await devices.note(account, 'device 1', later(23))).toBe(true);
    });
  });

  describe('the audit log', () => {
    it('has the entries of an account: by it, and with it as the fact account', async () => {
      const [own, other] = [unique('acc'), unique('acc')];
      const add = async (seconds: number, more: Partial<AuditEntry>) => {
        const id = unique('aud');
        const entry = { actor: 'operator', action: 'act', subject: 'key_1', facts: {}, ...more };
        await open().audit.add({ ...entry, id, at: later(seconds) });
        return id;
      };
      const done = await add(0, { actor: `account:${own}`, facts: { amount: 1 } });
      const suffered = await add(1, { facts: { account: own, scopes: ['a'] } });
      const last = await add(2, { actor: `account:${own}`, facts: { account: own } });
      await add(3, { actor: `account:${other}` });
      await add(4, { facts: { account: other } });
      await add(5, { actor: `key:${own}`, subject: own });
      await add(6, { actor: `client:x#${own}`, facts: { accounts: own } });
      const { audit } = open();
      const first = await audit.pageOfAccount(own, pageOf(2));
      expect([idsOf(first), first.hasNextPage]).toEqual([[last, suffered], true]);
      expect(first.items[1]?.facts).toEqual({ account: own, scopes: ['a'] });
      const after = placeOf(later(1), suffered);
      expect(idsOf(await audit.pageOfAccount(own, pageOf(2, { after })))).toEqual([done]);
      const back = await audit.pageOfAccount(own, pageOf(5, { backward: true, before: after }));
      expect(idsOf(back)).toEqual([last]);
      expect((await audit.pageOfAccount(unique('acc'), pageOf(2))).items).toEqual([]);
    });
  });
}
