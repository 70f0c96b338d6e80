import { describe, expect, it } from '@jest/globals';
import { id } from 'ethers';
import { createContracts } from '../../../src/adapters/chain/hub/contracts.ts';
import { digests } from '../../../src/adapters/chain/hub/digests.ts';
import { ids } from '../../../src/runtime/ids.ts';
import type { ProviderCaller } from '../../../src/core/access/callers.ts';
import { contactContext, webhookContext } from '../../../src/core/secrets/sealing-contexts.ts';
import { saveProvisionedContact } from '../../../src/core/contacts/save-provisioned-contact.ts';
import { passportContact } from '../../../src/core/contacts/passport-contact.ts';
import type { Ports } from '../../../src/adapters/ports/ports.ts';
import { saveFollowUp, openFollowUp } from '../../../src/core/provisioning/follow-up.ts';
import { run } from '../../../src/core/use-case.ts';
import { rotateKeyEncryption } from '../../../src/core/key-rotation/rotate-key-encryption.ts';
import { WEBHOOK_EVENTS, type Webhook } from '../../../src/core/webhooks/webhook.ts';
import { newKeyEncryptionKey } from '../../custody/keys.ts';
import { clock, openCustodySetup } from '../../custody/open-custody.ts';
import { PROVIDER, startContracts } from '../indexer/contracts.ts';
import { mintItem } from '../../support/chain/provision.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const [OLD, CURRENT] = [newKeyEncryptionKey('b-old'), newKeyEncryptionKey('m-now')];
const EMAIL = 'entrant@example.com';

const chain = sharedByTests(startContracts);
const custody = sharedByTests(openCustodySetup);

/** The real parts of the core that contacts need. */
async function open(keys: string): Promise<Ports> {
  const { chainId, hub, passport, beacon } = chain.deployment;
  const site = { chainId, hub, passport, beacon, beaconMargin: 60 };
  const contracts = createContracts({ rpc: chain.rpc, site, feeCap: () => 10n ** 12n, now: Date.now });
  return { ...(await custody.open(keys)), contracts };
}

async function addProvider(ports: Ports): Promise<string> {
  const provider = ids.next('prv');
  const createdAt = clock.now();
  await ports.providers.add({
    id: provider,
    name: 'A provider',
    chainKey: digests.keccak256(provider),
    createdAt,
  });
  return provider;
}

async function addWebhook(ports: Ports, providerId: string): Promise<Webhook> {
  const webhook: Webhook = {
    id: ids.next('whk'),
    providerId,
    accountId: null,
    filter: null,
    url: 'https://example.com/hook',
    events: WEBHOOK_EVENTS,
    createdAt: clock.now(),
    rotatedAt: null,
    disabledAt: null,
  };
  const sealed = await ports.sealing.seal('whsec_1', webhookContext(webhook.id));
  await ports.webhooks.add(
    webhook,
    { sealed, previousUntil: null, creationId: null },
    digests.keccak256(providerId),
  );
  return webhook;
}

let minted = 0;
async function mint(to: string): Promise<number> {
  minted += 1;
  await chain.hub('provision', [PROVIDER, mintItem(id(`mint ${minted}`), to, 2 ** 32 - 1)]);
  return minted;
}

const contactFor = (ports: Ports, providerId: string, passportId: number) => {
  const caller: ProviderCaller = {
    kind: 'key',
    keyId: 'key_1',
    accountId: 'acc_1',
    publisherId: 'pub_1',
    namespace: 'account:acc_1',
    scopes: ['provider:contacts'],
    providerId,
    providerKey: digests.keccak256(providerId),
    signer: null,
  };
  return run(ports, caller, passportContact, { passportId: String(passportId) });
};

describe('the e-mail address from the provisioning of an entrant', () => {
  it('is readable by that provider only, while the entrant owns the passport', async () => {
    const ports = await open(CURRENT);
    const [, ann, bob] = chain.wallets as [string, string, string];
    const [provider, foreign] = [await addProvider(ports), await addProvider(ports)];
    const passportId = await mint(ann);
    const entrant = { providerId: provider, passportId, ownerWallet: ann, email: EMAIL };

    expect(await saveProvisionedContact(ports, entrant)).toBe(true);

    expect(await contactFor(ports, provider, passportId)).toEqual({
      passportId,
      ownerWallet: ann,
      email: EMAIL,
      name: null,
      source: 'PROVISIONED',
      sharedAt: expect.any(Date),
    });
    await expect(contactFor(ports, foreign, passportId)).rejects.toMatchObject({
      reason: 'CONTACT_NOT_SHARED',
    });
    await chain.passport('transferFrom', [ann, bob, passportId], ann);
    await expect(contactFor(ports, provider, passportId)).rejects.toMatchObject({
      reason: 'CONTACT_NOT_SHARED',
    });
    expect(await saveProvisionedContact(ports, entrant)).toBe(false);
    expect(await saveProvisionedContact(ports, { ...entrant, passportId: 999_999 })).toBe(false);
  });

  it('replaces an earlier address, even of an earlier owner, but not one that the owner shared', async () => {
    const ports = await open(CURRENT);
    const [, ann, bob] = chain.wallets as [string, string, string];
    const providerId = await addProvider(ports);
    const passportId = await mint(ann);
    const entrant = { providerId, passportId, ownerWallet: ann, email: EMAIL };
    const email = async () => (await contactFor(ports, providerId, passportId)).email;

    await saveProvisionedContact(ports, entrant);
    expect(await saveProvisionedContact(ports, { ...entrant, email: 'second@example.com' })).toBe(true);
    expect(await email()).toBe('second@example.com');
    await chain.passport('transferFrom', [ann, bob, passportId], ann);
    const later = { ...entrant, ownerWallet: bob, email: 'bob@example.com' };
    expect(await saveProvisionedContact(ports, later)).toBe(true);
    expect(await email()).toBe('bob@example.com');

    const subject = { providerId, passportId, ownerWallet: bob, transfersUsed: 1 };
    await ports.contacts.state({ ...subject, statedAt: clock.now(), now: clock.now(), sealed: null });
    expect(await saveProvisionedContact(ports, later)).toBe(false);
    await expect(email()).rejects.toMatchObject({ reason: 'CONTACT_NOT_SHARED' });
  });

  it('cannot be decrypted for another provider in a copied row', async () => {
    const ports = await open(CURRENT);
    const [, ann] = chain.wallets as [string, string];
    const [victim, thief] = [await addProvider(ports), await addProvider(ports)];
    const passportId = await mint(ann);
    await saveProvisionedContact(ports, { providerId: victim, passportId, ownerWallet: ann, email: EMAIL });
    const stored = await ports.contacts.find(victim, passportId);
    if (!stored?.sealed) throw new Error('Nothing was stored.');

    await ports.contacts.provision({ ...stored, providerId: thief, now: clock.now(), sealed: stored.sealed });

    await expect(contactFor(ports, thief, passportId)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      reason: 'KEY_ENCRYPTION_FAILED',
    });
    expect((await contactFor(ports, victim, passportId)).email).toBe(EMAIL);
  });
});

describe('rotateKeyEncryption', () => {
  it('re-encrypts everything after the wallets, batch by batch, and leaves nothing behind', async () => {
    const rotatedBench = await openCustodySetup();
    try {
      const withChain = async (keys: string): Promise<Ports> => ({
        ...(await rotatedBench.open(keys)),
        contracts: (await open(keys)).contracts,
      });
      const old = await withChain(OLD);
      const [, ann] = chain.wallets as [string, string];
      const providerId = await addProvider(old);
      const passportIds = [await mint(ann), await mint(ann), await mint(ann)];
      for (const passportId of passportIds)
        await saveProvisionedContact(old, {
          providerId,
          passportId,
          ownerWallet: ann,
          email: `${passportId}@example.com`,
        });
      await old.wallets.add(await old.walletKeys.generate({ purpose: 'SIGNER', label: '' }));
      const webhook = await addWebhook(old, providerId);
      const followUp = { operationId: ids.next('opn'), providerId, email: EMAIL, notify: true, claimUrl: '' };
      await saveFollowUp(
        {
          ...old,
          jobs: { add: async () => undefined, addAll: async () => undefined, wake: async () => new Set() },
        },
        followUp,
      );
      const ports = await withChain([CURRENT, OLD].join(','));
      const rotate = () => run(ports, { kind: 'operator' }, rotateKeyEncryption, { first: 2 });

      expect([await rotate(), await rotate(), await rotate(), await rotate()]).toEqual([
        { rewrapped: 2, remaining: 4, keyId: 'm-now' },
        { rewrapped: 2, remaining: 2, keyId: 'm-now' },
        { rewrapped: 2, remaining: 0, keyId: 'm-now' },
        { rewrapped: 0, remaining: 0, keyId: 'm-now' },
      ]);
      const page = { size: 10, backward: false, after: undefined, before: undefined };
      expect((await ports.audit.page(page)).items.map(({ facts }) => facts)).toEqual([
        { webhooks: 1, errands: 1 },
        { contacts: 2 },
        { wallets: 1, contacts: 1 },
      ]);
      const current = await withChain(CURRENT);
      for (const passportId of passportIds)
        expect((await contactFor(current, providerId, passportId)).email).toBe(`${passportId}@example.com`);
      const secrets = await current.webhooks.findSecrets(webhook.id);
      expect(secrets && (await current.sealing.open(secrets.sealed, webhookContext(webhook.id)))).toBe(
        'whsec_1',
      );
      const stored = await current.provisions.findFollowUp(followUp.operationId);
      expect(stored && (await openFollowUp(current, stored))).toEqual(followUp);
    } finally {
      await rotatedBench.close();
    }
  });

  it('skips a contact that was replaced while its key was re-encrypted', async () => {
    const ports = await open([CURRENT, OLD].join(','));
    const old = await open(OLD);
    const [, ann] = chain.wallets as [string, string];
    const providerId = await addProvider(ports);
    const passportId = await mint(ann);
    const entrant = { providerId, passportId, ownerWallet: ann };
    await saveProvisionedContact(old, { ...entrant, email: 'first@example.com' });
    const before = await ports.contacts.find(providerId, passportId);
    if (!before?.sealed) throw new Error('Nothing was kept.');
    const { wrappedKey: previousWrappedKey, keyId: previousKeyId } = before.sealed;
    const subject = { context: contactContext(before) };
    const dataKey = await ports.keyEncryption.unwrap(previousWrappedKey, previousKeyId, subject);
    const wrappedKey = await ports.keyEncryption.wrap(dataKey, subject);

    // An instance that still encrypts with the old key.
    await saveProvisionedContact(old, { ...entrant, email: 'second@example.com' });
    const key = { providerId, passportId, previousWrappedKey, keyId: 'm-now', wrappedKey };
    expect(await ports.contacts.rewrap([key])).toBe(0);

    expect((await contactFor(ports, providerId, passportId)).email).toBe('second@example.com');
  });
});
