import { beforeEach, describe, expect, it } from '@jest/globals';
import { passportContact } from '../../../src/core/contacts/passport-contact.ts';
import { saveProvisionedContact } from '../../../src/core/contacts/save-provisioned-contact.ts';
import { providerCaller } from '../support/callers.ts';
import { errorOf, type FakePorts } from '../support/ports.ts';
import { START } from '../support/time.ts';
import {
  createOwnedPassport,
  EMAIL,
  give,
  owner,
  PASSPORT,
  reader,
  revoke,
  share,
  sign,
  stranger,
} from './owned-passport.ts';

const NOT_SHARED = { code: 'UNAUTHORIZED', reason: 'CONTACT_NOT_SHARED' };

let ports: FakePorts;
beforeEach(async () => {
  ports = await createOwnedPassport();
});
const read = (caller = reader) => ports.run(caller, passportContact, { passportId: PASSPORT });
const provision = (email = 'sent@example.com', ownerWallet = owner.address) =>
  saveProvisionedContact(ports, { providerId: 'prv_1', passportId: PASSPORT, ownerWallet, email });

describe('a shared contact', () => {
  beforeEach(async () => {
    await share(ports, await sign(ports, 'SHARE'));
  });

  it('is read by the provider that it was shared with', async () => {
    expect(await read()).toEqual({
      passportId: PASSPORT,
      ownerWallet: owner.address,
      email: EMAIL,
      name: 'Olga',
      source: 'SHARED',
      sharedAt: START,
    });
  });

  it('is refused to another provider', async () => {
    expect(await errorOf(read(providerCaller('prv_2')))).toMatchObject(NOT_SHARED);
  });

  it('is refused after the owner revoked it', async () => {
    ports.clock.advance(1);
    await revoke(ports, await sign(ports, 'REVOKE'));
    expect(await errorOf(read())).toMatchObject(NOT_SHARED);
  });

  it('is refused and deleted after the passport changed hands', async () => {
    give(ports, stranger.address, 1);
    expect(await errorOf(read())).toMatchObject(NOT_SHARED);
    expect(await ports.contacts.find('prv_1', PASSPORT)).toMatchObject({ source: 'ENDED', sealed: null });
  });

  it('is refused after the passport returned to the owner', async () => {
    give(ports, owner.address, 2);
    expect(await errorOf(read())).toMatchObject(NOT_SHARED);
  });

  it('is kept where a provider sends another one for the same ownership', async () => {
    expect(await provision()).toBe(false);
    expect(await read()).toMatchObject({ email: EMAIL, source: 'SHARED' });
  });
});

describe('a request for a contact', () => {
  it('is recorded in the audit log, whether or not a contact is disclosed', async () => {
    await errorOf(read());
    await share(ports, await sign(ports, 'SHARE'));
    await read();
    const reads = ports.audit.entries.filter(({ action }) => action === 'passportContact');
    expect(reads).toMatchObject(
      [false, true].map((disclosed) => ({
        actor: `key:${reader.keyId}`,
        subject: `psp_${PASSPORT}`,
        facts: { provider: 'prv_1', disclosed },
      })),
    );
  });

  it('is refused for a passport that does not exist', async () => {
    ports.chain.passports.delete(PASSPORT);
    expect(await errorOf(read())).toMatchObject({ code: 'NOT_FOUND', reason: 'PASSPORT' });
  });

  it('is refused to a key without the scope for contacts', async () => {
    expect(await errorOf(read(providerCaller('prv_1', ['provider:passports'])))).toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });
});

describe('a provisioned contact', () => {
  it('is read without a name', async () => {
    expect(await provision()).toBe(true);
    expect(await read()).toMatchObject({ email: 'sent@example.com', name: null, source: 'PROVISIONED' });
  });

  it('is replaced by a later one for the same ownership', async () => {
    await provision();
    expect(await provision('later@example.com')).toBe(true);
    expect(await read()).toMatchObject({ email: 'later@example.com' });
  });

  it('is not stored for a wallet that does not own the passport', async () => {
    expect(await provision('sent@example.com', stranger.address)).toBe(false);
    expect(await ports.contacts.find('prv_1', PASSPORT)).toBeUndefined();
  });

  it('is ended by the owner, and is not stored again', async () => {
    await provision();
    await revoke(ports, await sign(ports, 'REVOKE'));
    expect(await provision()).toBe(false);
    expect(await errorOf(read())).toMatchObject(NOT_SHARED);
  });
});
