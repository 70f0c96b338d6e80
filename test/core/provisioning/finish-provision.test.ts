import { beforeEach, describe, expect, it } from '@jest/globals';
import { JobNotDue, type JobData } from '../../../src/core/jobs.ts';
import { perform } from '../../../src/core/operations/perform.ts';
import { openContact } from '../../../src/core/contacts/contact.ts';
import { finishProvision } from '../../../src/core/provisioning/finish-provision.ts';
import { saveFollowUp } from '../../../src/core/provisioning/follow-up.ts';
import { provisionEntrant } from '../../../src/core/provisioning/provision-entrant.ts';
import { A_WALLET as entrantWallet, ANOTHER_WALLET } from '../../support/providers/provider-requests.ts';
import { providerCaller } from '../support/callers.ts';
import { CONFIRMED } from '../support/operations.ts';
import { createPorts, type FakePorts } from '../support/ports.ts';
import { START } from '../support/time.ts';

const DAY_SECONDS = 86_400;
const caller = providerCaller();
const email = 'olga@example.com';
const MINTED = { ...CONFIRMED, result: { passportId: 7 } };
const FAILED = { status: 'FAILED', error: { code: 'CONTRACT_REVERT', message: 'No.' } } as const;
/** Refused in a block, which a reorganisation can still replace. */
const REFUSED = { ...CONFIRMED, ...FAILED, result: null };

let ports: FakePorts;
beforeEach(async () => {
  ports = createPorts();
  const { providerId: id, providerKey: chainKey } = caller;
  await ports.providers.add({ id, name: 'Blue Harbour', chainKey, createdAt: START });
  own(entrantWallet);
});
function own(owner: string, passportId = 7): void {
  ports.chain.passports.set(passportId, { owner, maxTransfers: null, transfersUsed: 0, permitNonce: 0n });
}
/** The id of a provision that was accepted. */
async function provision(body: object = {}): Promise<string> {
  const input = { entrantWallet, email, notify: true, ...body };
  const { operation } = await perform(ports, caller, provisionEntrant, input, { requestId: 'r', wait: 0 });
  return operation.id;
}
/** How long the job is to wait; undefined when it is done. After the first run it is the job about this passport. */
const finish = (operationId: string, passportId?: number) => {
  const next = ports.jobs.waiting.find(({ key }) => key === `${operationId}_${passportId}`);
  const data = passportId === undefined ? { operationId } : (next?.data as JobData['finish-provision']);
  return finishProvision(ports, data, START).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof JobNotDue) return error.afterSeconds;
      throw error;
    },
  );
};
const followUp = (operationId: string) => ports.provisions.findFollowUp(operationId);
const contact = (passportId = 7) => ports.contacts.find('prv_1', passportId);

describe('the follow-up of a confirmed provision', () => {
  it('stores the contact, sends the e-mail and deletes the personal data', async () => {
    const id = await provision();
    ports.operations.settle(id, { ...MINTED, status: 'FINALIZED' });
    expect(await finish(id)).toBeUndefined();
    const stored = (await contact())!;
    expect(stored).toMatchObject({ source: 'PROVISIONED', ownerWallet: entrantWallet });
    expect(await openContact(ports, stored.sealed!, stored)).toEqual({ email, name: null });
    const subject = 'Blue Harbour: your passport 7 / Ihr Pass 7';
    expect(ports.mail.sent).toMatchObject([{ to: email, subject }]);
    expect(ports.mail.sent[0]?.text).not.toContain('in a giveaway');
    expect(await followUp(id)).toBeUndefined();
  });

  it('stores the contact and sends the e-mail before it is final, and deletes the personal data then', async () => {
    const id = await provision();
    ports.operations.settle(id, MINTED);
    expect(await finish(id)).toBeUndefined();
    expect([await contact(), ports.mail.sent]).toMatchObject([{ source: 'PROVISIONED' }, [{ to: email }]]);
    expect(ports.jobs.waiting).toContainEqual(
      expect.objectContaining({
        data: { operationId: id, passportId: 7, givenAt: START.toISOString() },
        afterSeconds: 900,
      }),
    );
    expect([await finish(id, 7), await followUp(id)]).toEqual([900, expect.anything()]);
    ports.operations.settle(id, { ...MINTED, status: 'FINALIZED' });
    expect([await finish(id, 7), await followUp(id)]).toEqual([undefined, undefined]);
    expect(ports.mail.sent).toHaveLength(1);
  });

  it('deletes the personal data after an hour where no further blocks come', async () => {
    const id = await provision();
    ports.operations.settle(id, MINTED);
    await finish(id);
    ports.clock.advance(3_600);
    expect([await finish(id, 7), await followUp(id)]).toEqual([undefined, undefined]);
  });

  it('does the same for the passport that the entrant has got instead since a reorganisation', async () => {
    const id = await provision();
    ports.operations.settle(id, MINTED);
    await finish(id);
    own(ANOTHER_WALLET);
    own(entrantWallet, 8);
    ports.operations.settle(id, { ...CONFIRMED, status: 'SENT', result: null });
    expect(await finish(id, 7)).toBe(2);
    ports.operations.settle(id, { ...CONFIRMED, status: 'FINALIZED', result: { passportId: 8 } });
    expect([await finish(id, 7), await followUp(id)]).toEqual([undefined, undefined]);
    expect(await contact(8)).toMatchObject({ source: 'PROVISIONED', ownerWallet: entrantWallet });
    expect(await contact(7)).toBeUndefined();
    const [first, second] = ports.mail.sent;
    expect(second).toMatchObject({ to: email, subject: 'Blue Harbour: your passport 8 / Ihr Pass 8' });
    expect(second?.id).not.toBe(first?.id);
  });

  it('removes the contact when a reorganisation made the provision fail, and stores it when another one carried it out', async () => {
    const id = await provision();
    ports.operations.settle(id, MINTED);
    await finish(id);
    ports.chain.passports.delete(7);
    ports.operations.settle(id, REFUSED);
    expect(await finish(id, 7)).toBeUndefined();
    expect([await contact(), await followUp(id)]).toEqual([undefined, expect.anything()]);
    expect(await finish(id, 0)).toBe(900);

    own(entrantWallet, 8);
    ports.operations.settle(id, {
      ...CONFIRMED,
      error: null,
      status: 'FINALIZED',
      result: { passportId: 8 },
    });
    expect([await finish(id, 0), await followUp(id)]).toEqual([undefined, undefined]);
    expect(await contact(8)).toMatchObject({ source: 'PROVISIONED', ownerWallet: entrantWallet });
    expect(ports.mail.sent.map(({ id: mail }) => mail)).toEqual([id, `${id}_8`]);
  });

  it('leaves the contact that another provision has given for the former passport since', async () => {
    const id = await provision();
    ports.operations.settle(id, MINTED);
    await finish(id);
    ports.clock.advance(1);
    const other = await provision({ email: 'other@example.com' });
    ports.operations.settle(other, MINTED);
    await finish(other);
    ports.operations.settle(id, REFUSED);
    await finish(id, 7);
    const stored = (await contact())!;
    expect(await openContact(ports, stored.sealed!, stored)).toMatchObject({ email: 'other@example.com' });
  });

  it('sends the e-mail in the language of the account with its address alone', async () => {
    const account = await ports.accounts.findOrCreate(email, START);
    await ports.accounts.setLanguage(account.id, 'de');
    const id = await provision();
    ports.operations.settle(id, MINTED);
    await finish(id);
    const subject = 'Blue Harbour: Ihr Pass 7';
    expect(ports.mail.sent).toMatchObject([{ to: email, subject, language: ['de'] }]);
  });

  it('waits when only another instance has the key of the personal data', async () => {
    const id = await provision();
    ports.operations.settle(id, MINTED);
    ports.keyEncryption.lose('key-1');
    expect(await finish(id)).toBe(2);
    expect([ports.mail.sent, await followUp(id)]).toEqual([[], expect.anything()]);
  });

  it('tells the entrant how many entries were issued, and where to claim the passport', async () => {
    ports.knownGiveaways.keys.add(ports.digests.giveawayKey(caller.providerKey, 'summer'));
    const id = await provision({ giveawayId: 'summer', amount: 5, claimUrl: 'https://claim.example/1' });
    ports.operations.settle(id, MINTED);
    await finish(id);
    expect(ports.mail.sent[0]?.text).toMatch(/5 entries[^]*https:\/\/claim\.example\/1/);
  });

  it('takes the passport of a transfer from the request, since its events do not name it', async () => {
    own(ANOTHER_WALLET);
    ports.projectedPassports.owners.set(7, ANOTHER_WALLET);
    const id = await provision({
      ownershipMode: 'transfer_existing_passport',
      sourceWallet: ANOTHER_WALLET,
    });
    own(entrantWallet);
    ports.operations.settle(id, CONFIRMED);
    await finish(id);
    expect(await contact()).toMatchObject({ ownerWallet: entrantWallet });
    expect(await followUp(id)).toBeDefined();
    own(ANOTHER_WALLET);
    ports.operations.settle(id, REFUSED);
    await finish(id, 7);
    expect(await contact()).toBeUndefined();
  });

  it('sends no e-mail where the provider did not ask for one', async () => {
    const id = await provision({ notify: false });
    ports.operations.settle(id, MINTED);
    await finish(id);
    expect(ports.mail.sent).toEqual([]);
    expect(await contact()).toBeDefined();
  });

  it('stores no contact where the passport has another owner by now', async () => {
    const id = await provision();
    ports.operations.settle(id, MINTED);
    own(ANOTHER_WALLET);
    await finish(id);
    expect(await contact()).toBeUndefined();
  });

  it('stores the contact and deletes the personal data when the mail server refuses the address for good', async () => {
    ports.mail.refusedForGood.add(email);
    const id = await provision();
    ports.operations.settle(id, { ...MINTED, status: 'FINALIZED' });
    await finish(id);
    expect(await followUp(id)).toBeUndefined();
    expect(await contact()).toBeDefined();
    expect(ports.mail.sent).toEqual([]);
  });

  it('keeps the personal data while the mail server is away, and is tried again', async () => {
    const id = await provision();
    ports.operations.settle(id, MINTED);
    ports.mail.isAway = true;
    await expect(finish(id)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await followUp(id)).toBeDefined();
    ports.mail.isAway = false;
    await finish(id);
    // The mail has the same Message-ID at each attempt.
    expect(ports.mail.sent).toMatchObject([{ id }]);
  });

  it('keeps the personal data while no node answers', async () => {
    const id = await provision();
    ports.operations.settle(id, MINTED);
    ports.chain.isAway = true;
    await expect(finish(id)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
    expect(ports.mail.sent).toEqual([]);
    expect(await followUp(id)).toBeDefined();
  });

  it('does nothing the second time', async () => {
    const id = await provision();
    ports.operations.settle(id, { ...MINTED, status: 'FINALIZED' });
    await finish(id);
    await finish(id);
    expect(ports.mail.sent).toHaveLength(1);
  });
});

describe('the follow-up of a provision that is not confirmed', () => {
  it('only deletes the personal data after the operation failed', async () => {
    const id = await provision();
    ports.operations.settle(id, FAILED);
    expect(await finish(id)).toBeUndefined();
    expect([await contact(), await followUp(id), ports.mail.sent]).toEqual([undefined, undefined, []]);
  });

  it('keeps the personal data for an hour after a failure that a reorganisation can undo', async () => {
    const id = await provision();
    ports.operations.settle(id, REFUSED);
    expect([await finish(id), await followUp(id)]).toEqual([900, expect.anything()]);
    ports.clock.advance(3_600);
    expect([await finish(id), await followUp(id)]).toEqual([undefined, undefined]);
  });

  it.each([
    [0, 2],
    [100, 10],
    [DAY_SECONDS * 2, 600],
  ])('waits for an open operation: after %i seconds for %i more', async (age, pause) => {
    const id = await provision();
    ports.clock.advance(age);
    expect(await finish(id)).toBe(pause);
    expect(await followUp(id)).toBeDefined();
  });

  it('waits a day for an operation that was not accepted, then deletes the personal data', async () => {
    const operationId = 'opn_none';
    await saveFollowUp(ports, { operationId, providerId: 'prv_1', email, notify: true, claimUrl: '' });
    ports.clock.advance(DAY_SECONDS);
    expect(await finish(operationId)).toBe(600);
    expect(await followUp(operationId)).toBeDefined();
    ports.clock.advance(1);
    ports.serviceHealth.isClockWrong = true;
    expect(await finish(operationId)).toBe(600);
    expect(await followUp(operationId)).toBeDefined();
    ports.serviceHealth.isClockWrong = false;
    expect(await finish(operationId)).toBeUndefined();
    expect(await followUp(operationId)).toBeUndefined();
    expect(ports.mail.sent).toEqual([]);
  });
});

it('stores a follow-up once, with one job, where the request is repeated', async () => {
  const repeated = { operationId: 'opn_1', providerId: 'prv_1', notify: false, claimUrl: '' };
  await saveFollowUp(ports, { ...repeated, email });
  const first = await followUp('opn_1');
  await saveFollowUp(ports, { ...repeated, email: 'other@example.com' });
  expect(await followUp('opn_1')).toEqual(first);
  expect(ports.jobs.waiting).toHaveLength(1);
});
