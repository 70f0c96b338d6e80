import { describe, expect, it } from '@jest/globals';
import { addProvider, AT, later, sealedText, unique, type PortsUnderTest } from './ports-under-test.ts';

/** What use cases rely on of the stores of claims, contacts, codes and checks. */
export function describeOperationStores(open: () => PortsUnderTest): void {
  describe('the claims of Idempotency-Keys', () => {
    const newRequest = async (fingerprint = 'f') => {
      const { id: providerId } = await addProvider(open());
      return { providerId, key: unique('k'), fingerprint };
    };

    it('are each held by one request', async () => {
      const request = await newRequest();
      const { idempotency } = open();
      expect(await idempotency.claim(request, 'opn_1')).toEqual({ kind: 'claimed', operationId: 'opn_1' });
      expect(await idempotency.claim({ ...request }, 'opn_2')).toEqual({ kind: 'running' });
      expect(await idempotency.claim({ ...request, fingerprint: 'g' }, 'opn_2')).toEqual({
        kind: 'different',
      });
    });

    it('are each held by one of many concurrent requests', async () => {
      const requests = await Promise.all(Array.from({ length: 20 }, () => newRequest()));
      const [first] = requests as [(typeof requests)[0]];
      const { idempotency } = open();
      const claims = await Promise.all(
        [...requests, { ...first }, { ...first, fingerprint: 'g' }].map((request, index) =>
          idempotency.claim(request, `opn_${index}`),
        ),
      );
      expect(claims).toEqual([
        ...requests.map((_, index) => ({ kind: 'claimed', operationId: `opn_${index}` })),
        { kind: 'running' },
        { kind: 'different' },
      ]);
    });

    it('are followed by the response', async () => {
      const request = await newRequest();
      const { idempotency } = open();
      await idempotency.claim(request, 'opn_1');
      expect(await idempotency.storeResponse(request, { told: 1 })).toEqual({ told: 1 });
      expect(await idempotency.claim({ ...request }, 'opn_2')).toEqual({
        kind: 'answered',
        response: { told: 1 },
      });
      expect(await idempotency.claim({ ...request, fingerprint: 'g' }, 'opn_2')).toEqual({
        kind: 'different',
      });
    });

    it('claims of Idempotency-Keys that are given up go on with their operation, and forgotten ones begin anew', async () => {
      const [given, forgotten] = [await newRequest(), await newRequest()];
      const { idempotency } = open();
      for (const request of [given, forgotten]) await idempotency.claim(request, 'opn_1');
      await idempotency.giveUp(given);
      await idempotency.forget(forgotten);
      expect(await idempotency.claim({ ...given }, 'opn_2')).toEqual({
        kind: 'claimed',
        operationId: 'opn_1',
      });
      expect(await idempotency.claim({ ...forgotten }, 'opn_2')).toEqual({
        kind: 'claimed',
        operationId: 'opn_2',
      });
    });
  });

  describe('the store of contacts', () => {
    const subjectOf = async (transfersUsed = 0) => ({
      providerId: (await addProvider(open())).id,
      passportId: Math.floor(Math.random() * 1e12) + 1,
      ownerWallet: `0x${'1'.repeat(40)}`,
      transfersUsed,
    });

    it('takes newer statements of an owner, and no older or repeated ones', async () => {
      const subject = await subjectOf();
      const { contacts } = open();
      const state = (statedAt: Date, sealed = sealedText()) =>
        contacts.state({ ...subject, statedAt, now: later(9), sealed });
      expect(await state(later(5))).toBe(true);
      expect(await state(later(5))).toBe(false);
      expect(await state(later(4))).toBe(false);
      expect(await contacts.find(subject.providerId, subject.passportId)).toMatchObject({
        ...subject,
        source: 'SHARED',
        statedAt: later(5),
        givenAt: later(9),
      });
      expect(await contacts.state({ ...subject, statedAt: later(6), now: later(9), sealed: null })).toBe(
        true,
      );
      expect(await contacts.find(subject.providerId, subject.passportId)).toMatchObject({
        source: 'ENDED',
        sealed: null,
      });
    });

    it('takes a provided contact until the owner has made a statement', async () => {
      const subject = await subjectOf();
      const { contacts } = open();
      const provision = (transfersUsed: number) =>
        contacts.provision({ ...subject, transfersUsed, now: AT, sealed: sealedText() });
      expect([await provision(0), await provision(0)]).toEqual([true, true]);
      await contacts.state({ ...subject, statedAt: AT, now: AT, sealed: null });
      expect([await provision(0), await provision(1), await provision(0)]).toEqual([false, true, false]);
    });

    it('removes the contact that a provider gave at a time, and no other one', async () => {
      const subject = await subjectOf();
      const { contacts } = open();
      const find = () => contacts.find(subject.providerId, subject.passportId);
      await contacts.provision({ ...subject, now: later(1), sealed: sealedText() });
      await contacts.removeProvisioned({ ...subject, givenAt: AT });
      expect(await find()).toMatchObject({ source: 'PROVISIONED', givenAt: later(1) });
      await contacts.removeProvisioned({ ...subject, givenAt: later(1) });
      expect(await find()).toBeUndefined();
      await contacts.state({ ...subject, statedAt: later(1), now: later(1), sealed: sealedText() });
      await contacts.removeProvisioned({ ...subject, givenAt: later(1) });
      expect(await find()).toMatchObject({ source: 'SHARED' });
    });

    it('keeps the time of the newest statement when the contact of the next owner is removed', async () => {
      const subject = await subjectOf();
      const { contacts } = open();
      const statement = { ...subject, statedAt: later(1), now: later(1), sealed: sealedText() };
      const provision = { ...subject, transfersUsed: 1, now: later(2), sealed: sealedText() };
      await contacts.state(statement);
      await contacts.provision(provision);
      await contacts.removeProvisioned({ ...subject, givenAt: later(2) });
      expect(await contacts.find(subject.providerId, subject.passportId)).toMatchObject({
        source: 'ENDED',
        sealed: null,
      });
      expect([await contacts.state(statement), await contacts.provision(provision)]).toEqual([false, true]);
    });

    it('ends the contacts of earlier owners', async () => {
      const subject = await subjectOf(1);
      const { contacts } = open();
      await contacts.provision({ ...subject, now: AT, sealed: sealedText() });
      await contacts.endEarlier(subject.passportId, 1);
      expect(await contacts.find(subject.providerId, subject.passportId)).toMatchObject({
        source: 'PROVISIONED',
      });
      await contacts.endEarlier(subject.passportId, 2);
      expect(await contacts.find(subject.providerId, subject.passportId)).toMatchObject({
        source: 'ENDED',
        sealed: null,
      });
    });
  });

  describe('sign-in codes', () => {
    const issue = async (email: string, network: string, now = AT) =>
      open().signInCodes.issue({
        email,
        network,
        digits: 6,
        now,
        expiresAt: new Date(now.getTime() + 600_000),
      });
    const redeem = (
      email: string,
      network: string,
      code: string,
      now = AT,
      attemptLimits = { own: 5, elsewhere: 5 },
    ) => open().signInCodes.redeem({ email, network, code, now, attemptLimits });
    const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

    it('work once, until they expire, and end with the next one of their network', async () => {
      const email = unique('e');
      const first = await issue(email, 'n');
      const second = await issue(email, 'n');
      if (first !== second) expect(await redeem(email, 'n', first)).toBe(false);
      expect(await redeem(email, 'n', second)).toBe(true);
      expect(await redeem(email, 'n', second)).toBe(false);
      const third = await issue(email, 'n');
      expect(await redeem(email, 'n', third, later(601))).toBe(false);
      expect(await redeem(email, 'n', third, later(599))).toBe(true);
    });

    it('bear wrong attempts of their own network and of others apart', async () => {
      const email = unique('e');
      const code = await issue(email, 'n');
      for (let turn = 0; turn < 5; turn += 1)
        expect(await redeem(email, 'elsewhere', wrongOf(code))).toBe(false);
      expect(await redeem(email, 'elsewhere', code)).toBe(false);
      for (let turn = 0; turn < 4; turn += 1) expect(await redeem(email, 'n', wrongOf(code))).toBe(false);
      expect(await redeem(email, 'n', code)).toBe(true);
    });

    it('are counted as unused until they are used', async () => {
      const email = unique('e');
      const since = later(-86_400);
      await issue(email, 'a');
      const used = await issue(email, 'b');
      await redeem(email, 'b', used);
      expect(await open().signInCodes.countUnused(email, since)).toBe(1);
      expect(await open().signInCodes.countUnused(email, AT)).toBe(0);
    });
  });

  describe('the mail of a queued sign-in code', () => {
    const queue = (email: string, network = 'n') =>
      open().signInCodes.queue(
        { email, network, digits: 6, now: AT, expiresAt: later(600) },
        { mailId: 'eml_1', language: 'de' },
      );
    const find = (id: string, now = AT) => open().signInCodes.findMail(id, now);

    it('is there until it was sent', async () => {
      const email = unique('e');
      const { id } = await queue(email);
      const mail = await find(id);
      const code = expect.stringMatching(/^\d{6}$/);
      expect(mail).toEqual({ mailId: 'eml_1', language: 'de', email, code });
      await open().signInCodes.endMail(id, null);
      expect(await find(id)).toBeUndefined();
      expect(await open().signInCodes.wasRefused({ email, network: 'n' }, AT)).toBe(false);
      const presented = { email, network: 'n', code: mail?.code ?? '', now: AT };
      const attemptLimits = { own: 5, elsewhere: 5 };
      expect(await open().signInCodes.redeem({ ...presented, attemptLimits })).toBe(true);
    });

    it('ends with its code: when that expires, or the next one replaces it', async () => {
      const email = unique('e');
      const first = await queue(email);
      expect(await find(first.id, later(601))).toBeUndefined();
      const second = await queue(email);
      expect(await find(first.id)).toBeUndefined();
      expect(await find(second.id)).toMatchObject({ email });
    });

    it('a mail of a sign-in code that was refused is known to the network that requested it, while the code would be valid', async () => {
      const email = unique('e');
      const { id } = await queue(email);
      await open().signInCodes.endMail(id, AT);
      const refused = (network: string, now = AT) => open().signInCodes.wasRefused({ email, network }, now);
      expect([await refused('n'), await refused('elsewhere'), await refused('n', later(601))]).toEqual([
        true,
        false,
        false,
      ]);
    });
  });

  describe('what provisions leave behind', () => {
    it('stays as it was saved first, and ends once', async () => {
      const { provisions } = open();
      const { id: providerId } = await addProvider(open());
      const followUp = { operationId: unique('opn'), providerId, sealed: sealedText() };
      await provisions.saveFollowUp(followUp);
      await provisions.saveFollowUp({ ...followUp, sealed: sealedText() });
      expect((await provisions.findFollowUp(followUp.operationId))?.sealed.wrappedKey).toEqual(
        followUp.sealed.wrappedKey,
      );
      await provisions.deleteFollowUp(followUp.operationId);
      expect(await provisions.findFollowUp(followUp.operationId)).toBeUndefined();
    });
  });

  describe('the owners that providers know', () => {
    it('are those noted last, and the first one only where none is', async () => {
      const { id } = await addProvider(open());
      const { seenOwners } = open();
      const [one, two] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
      expect(await seenOwners.find(id, 1)).toBeUndefined();
      await seenOwners.noteFirst(id, 1, one, AT);
      await seenOwners.noteFirst(id, 1, two, AT);
      expect(await seenOwners.find(id, 1)).toBe(one);
      await seenOwners.note(id, 1, two, AT);
      expect(await seenOwners.find(id, 1)).toBe(two);
    });
  });
}
