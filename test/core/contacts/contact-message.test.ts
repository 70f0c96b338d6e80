import { beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITED_USES } from '../../../src/core/access/limited-uses.ts';
import { PASSPORT_CONTRACT } from '../support/chain.ts';
import { errorOf, type FakePorts } from '../support/ports.ts';
import { START } from '../support/time.ts';
import {
  requestMessage,
  createOwnedPassport,
  EMAIL,
  give,
  owner,
  PASSPORT,
  reader,
} from './owned-passport.ts';

let ports: FakePorts;
beforeEach(async () => {
  ports = await createOwnedPassport();
});

describe('the message to share a contact', () => {
  it('names the provider, the passport and its present ownership, in the domain of the passport contract', async () => {
    give(ports, owner.address, 3);
    const message = await requestMessage(ports, 'SHARE');
    expect(message).toMatchObject({
      ownerWallet: owner.address,
      issuedAt: START,
      expiresAt: new Date(START.getTime() + 86_400_000),
      typedData: {
        primaryType: 'SharePassportContact',
        domain: { name: 'Passport', version: '1', chainId: 31_337, verifyingContract: PASSPORT_CONTRACT },
        message: {
          provider: reader.providerKey,
          passportId: String(PASSPORT),
          owner: owner.address,
          transfersUsed: '3',
          issuedAt: START.toISOString(),
          contactHash: ports.digests.keccak256(`${EMAIL}\nOlga`),
        },
      },
    });
    expect(JSON.stringify(message)).not.toContain(EMAIL);
  });

  it('hashes an empty name when no name is sent', async () => {
    const { typedData } = await requestMessage(ports, 'SHARE', { name: null });
    expect(typedData.message['contactHash']).toBe(ports.digests.keccak256(`${EMAIL}\n`));
  });

  it('is the same when the provider is named by its key on chain', async () => {
    const byId = await requestMessage(ports, 'SHARE');
    expect(await requestMessage(ports, 'SHARE', { provider: reader.providerKey })).toEqual(byId);
  });

  it.each([undefined, null])('is refused without an e-mail address: %j', async (email) => {
    expect(await errorOf(requestMessage(ports, 'SHARE', { email }))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['email'] }],
    });
  });
});

describe('the message to revoke a contact', () => {
  it('contains no hash of a contact, even when one is sent', async () => {
    const { typedData } = await requestMessage(ports, 'REVOKE', { email: EMAIL });
    expect(typedData.primaryType).toBe('RevokePassportContact');
    expect(typedData.message).not.toHaveProperty('contactHash');
    expect(typedData.types['RevokePassportContact']?.map(({ name }) => name)).toEqual([
      'provider',
      'passportId',
      'owner',
      'transfersUsed',
      'issuedAt',
    ]);
  });
});

describe('a request for a message', () => {
  it.each([
    ['an unknown action', { action: 'share' }, 'action'],
    ['no provider', { provider: '' }, 'provider'],
    ['a passport with the number 0', { passportId: 0 }, 'passportId'],
    ['an e-mail address without a domain', { email: 'olga' }, 'email'],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, 'name'],
  ])('is refused with %s', async (_what, input, field) => {
    expect(await errorOf(requestMessage(ports, 'SHARE', input))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: [field] }],
    });
  });

  it.each([
    ['provider', { provider: 'prv_none' }, 'PROVIDER'],
    ['passport', { passportId: 8 }, 'PASSPORT'],
  ])('is refused for a %s that does not exist', async (_what, input, reason) => {
    expect(await errorOf(requestMessage(ports, 'SHARE', input))).toMatchObject({ code: 'NOT_FOUND', reason });
  });

  it('writes nothing to the audit log', async () => {
    await requestMessage(ports, 'SHARE');
    expect(ports.audit.entries).toEqual([]);
  });

  it('is limited for one network and one passport, and for no other network or passport', async () => {
    const { uses } = LIMITED_USES['contact-message'];
    for (let count = 0; count < uses; count += 1) await requestMessage(ports, 'REVOKE');
    expect(await errorOf(requestMessage(ports, 'REVOKE'))).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 600,
    });
    await expect(requestMessage(ports, 'REVOKE', { network: '198.51.100.0/24' })).resolves.toBeDefined();
    expect(await errorOf(requestMessage(ports, 'REVOKE', { passportId: 8 }))).toMatchObject({
      code: 'NOT_FOUND',
    });
    ports.clock.advance(600);
    await expect(requestMessage(ports, 'REVOKE')).resolves.toBeDefined();
  });

  it('is limited for one network over all passports', async () => {
    const { uses } = LIMITED_USES['contact-statement-by-network'];
    const requestMessageAbout = (passportId: number) =>
      errorOf(requestMessage(ports, 'REVOKE', { passportId }));
    for (let count = 0; count < uses; count += 1) await requestMessageAbout(100 + count);
    expect(await requestMessageAbout(999)).toMatchObject({ code: 'RATE_LIMITED' });
  });
});
