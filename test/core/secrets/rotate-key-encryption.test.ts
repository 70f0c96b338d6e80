import { beforeEach, describe, expect, it } from '@jest/globals';
import { openContact, sealContact } from '../../../src/core/contacts/contact.ts';
import type { KeyEncryption } from '../../../src/core/secrets/key-encryption.ts';
import { rotateKeyEncryption } from '../../../src/core/key-rotation/rotate-key-encryption.ts';
import { webhookContext } from '../../../src/core/secrets/sealing-contexts.ts';
import { openFollowUp, saveFollowUp } from '../../../src/core/provisioning/follow-up.ts';
import { run } from '../../../src/core/use-case.ts';
import { createWallet } from '../../../src/core/wallets/create-wallet.ts';
import { A_WALLET } from '../../support/providers/provider-requests.ts';
import { CALLERS, OPERATOR } from '../support/callers.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';
import { START } from '../support/time.ts';

const contact = { email: 'olga@example.com', name: 'Olga' };
const subject = { providerId: 'prv_1', passportId: 7, ownerWallet: A_WALLET, transfersUsed: 0 };
const operationId = 'opn_1';
const webhookId = 'whk_1';

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});
const rotate = (input: object = {}) => ports.run(OPERATOR, rotateKeyEncryption, input);

const addWallet = () => ports.run(OPERATOR, createWallet, { purpose: 'SIGNER' });
async function stateContact(passportId = 7, statedAt = START, text: typeof contact | null = contact) {
  const of = { ...subject, passportId };
  const sealed = text && (await sealContact(ports, text, of));
  await ports.contacts.state({ ...of, statedAt, now: START, sealed });
}
async function addWebhook() {
  const sealed = await ports.sealing.seal('whsec_1', webhookContext(webhookId));
  const times = { createdAt: START, rotatedAt: null, disabledAt: null };
  const url = 'https://receiver.example/';
  const owner = { providerId: 'prv_1', accountId: null, filter: null };
  const webhook = { id: webhookId, ...owner, url, events: [], ...times };
  await ports.webhooks.add(webhook, { sealed, previousUntil: null, creationId: null }, `0x${'1'.repeat(64)}`);
}
const addFollowUp = () =>
  saveFollowUp(ports, {
    operationId,
    providerId: 'prv_1',
    email: contact.email,
    notify: false,
    claimUrl: '',
  });
async function addOneOfEach() {
  await addWallet();
  await stateContact();
  await addWebhook();
  await addFollowUp();
}
async function openAll() {
  const stored = (await ports.contacts.find('prv_1', 7))!;
  const secrets = (await ports.webhooks.findSecrets(webhookId))!;
  const followUp = (await ports.provisions.findFollowUp(operationId))!;
  const { email } = await openFollowUp(ports, followUp);
  return [
    await openContact(ports, stored.sealed!, stored),
    await ports.sealing.open(secrets.sealed, webhookContext(webhookId)),
    email,
  ];
}
const rotations = () => ports.audit.entries.filter(({ action }) => action === 'rotateKeyEncryption');

describe('a rotation of the key encryption', () => {
  it('moves wallets and sealed texts to the current key, without the earlier one afterwards', async () => {
    await addOneOfEach();
    ports.keyEncryption.use('key-2');
    expect(await rotate()).toEqual({ rewrapped: 4, remaining: 0, keyId: 'key-2' });
    ports.keyEncryption.lose('key-1');
    expect(await openAll()).toEqual([contact, 'whsec_1', contact.email]);
    expect(await ports.wallets.countOutdated('key-2')).toBe(0);
  });

  it('is recorded in the audit log with the number of each kind that it moved', async () => {
    await addOneOfEach();
    await addWallet();
    ports.keyEncryption.use('key-2');
    await rotate();
    expect(rotations()).toMatchObject([
      { actor: 'operator', subject: 'key-2', facts: { wallets: 2, contacts: 1, webhooks: 1, errands: 1 } },
    ]);
  });

  it('names only the kinds that it moved in the audit log', async () => {
    await addFollowUp();
    ports.keyEncryption.use('key-2');
    await rotate();
    expect(rotations().map(({ facts }) => facts)).toEqual([{ errands: 1 }]);
  });

  it('changes and records nothing where the current key wraps everything', async () => {
    await addOneOfEach();
    expect(await rotate()).toEqual({ rewrapped: 0, remaining: 0, keyId: 'key-1' });
    expect(rotations()).toEqual([]);
  });

  it('does not need a key for a contact that has ended', async () => {
    await stateContact(7, START, null);
    ports.keyEncryption.use('key-2');
    expect(await rotate()).toMatchObject({ rewrapped: 0, remaining: 0 });
  });

  it('changes nothing where the earlier key is missing', async () => {
    await addOneOfEach();
    ports.keyEncryption.use('key-2');
    ports.keyEncryption.lose('key-1');
    expect(await errorOf(rotate())).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      reason: 'KEY_ENCRYPTION_KEY_MISSING',
    });
    expect(await ports.wallets.countOutdated('key-2')).toBe(1);
    expect(rotations()).toEqual([]);
  });
});

describe('a batch', () => {
  it('moves wallets first, then the sealed texts, and says how many remain', async () => {
    await addOneOfEach();
    await addWallet();
    ports.keyEncryption.use('key-2');
    expect(await rotate({ first: 1 })).toMatchObject({ rewrapped: 1, remaining: 4 });
    expect(await rotate({ first: 2 })).toMatchObject({ rewrapped: 2, remaining: 2 });
    expect(await rotate({ first: 2 })).toMatchObject({ rewrapped: 2, remaining: 0 });
    expect(rotations().map(({ facts }) => facts)).toEqual([
      { wallets: 1 },
      { wallets: 1, contacts: 1 },
      { webhooks: 1, errands: 1 },
    ]);
  });

  it.each([
    [{}, 200],
    [{ first: null }, 200],
    [{ first: 500 }, 500],
  ])('has as many as it is asked for, and 200 by default: %j', async (input, size) => {
    for (let count = 0; count <= size; count += 1) await stateContact(count + 1);
    ports.keyEncryption.use('key-2');
    expect(await rotate(input)).toMatchObject({ rewrapped: size, remaining: 1 });
  });

  it.each([0, -1, 501, 1.5, '5', true])('cannot have %j', async (first) => {
    expect(await errorOf(rotate({ first }))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['first'], message: 'must be a whole number from 1 to 500.' }],
    });
  });
});

describe('a data key', () => {
  /** The rotation with a key encryption of which `replaced` replaces methods. */
  const rotateWith = (replaced: Partial<KeyEncryption>) => {
    const { currentId, knows, wrap, unwrap } = ports.keyEncryption;
    const keyEncryption = { currentId, knows, wrap, unwrap, ...replaced };
    return run({ ...ports, keyEncryption }, OPERATOR, rotateKeyEncryption, {});
  };
  const keepUnwrapped =
    (kept: Uint8Array[]): KeyEncryption['unwrap'] =>
    async (...sealed) => {
      const dataKey = await ports.keyEncryption.unwrap(...sealed);
      kept.push(dataKey);
      return dataKey;
    };

  beforeEach(async () => {
    await stateContact();
    ports.keyEncryption.use('key-2');
  });

  it('is zeroed in memory after it was wrapped again', async () => {
    const kept: Uint8Array[] = [];
    await rotateWith({ unwrap: keepUnwrapped(kept) });
    expect(kept.map((key) => key.some((byte) => byte !== 0))).toEqual([false]);
  });

  it('is zeroed in memory where it cannot be wrapped again', async () => {
    const kept: Uint8Array[] = [];
    const wrap = () => Promise.reject(new Error('The key service is away.'));
    await expect(rotateWith({ unwrap: keepUnwrapped(kept), wrap })).rejects.toThrow('away');
    expect(kept.map((key) => key.some((byte) => byte !== 0))).toEqual([false]);
  });

  it('does not replace the key of a contact that was stated anew meanwhile', async () => {
    const later = { email: 'new@example.com', name: 'Olga' };
    const { wrap } = ports.keyEncryption;
    const rotation = await rotateWith({
      async wrap(...dataKey) {
        await stateContact(7, new Date(START.getTime() + 1), later);
        return wrap(...dataKey);
      },
    });
    expect(rotation).toMatchObject({ rewrapped: 0, remaining: 0 });
    const stored = (await ports.contacts.find('prv_1', 7))!;
    expect(await openContact(ports, stored.sealed!, stored)).toEqual(later);
    expect(rotations()).toEqual([]);
  });
});

const OTHERS = Object.entries(CALLERS).filter(([, { kind }]) => kind !== 'operator');
it.each(OTHERS)('lets the operator alone rotate the key encryption, and not %s', async (_who, caller) => {
  expect((await errorOf(ports.run(caller, rotateKeyEncryption, {}))).code).toMatch(/^UNAUTH/);
});
