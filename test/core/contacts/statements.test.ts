import { beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITED_USES } from '../../../src/core/access/limited-uses.ts';
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

const DAY_SECONDS = 86_400;
const NOT_SIGNED = { code: 'UNAUTHORIZED', reason: 'SIGNATURE_INVALID' };
const OUTDATED = { code: 'UNAUTHORIZED', reason: 'STATEMENT_OUTDATED' };

let ports: FakePorts;
beforeEach(async () => {
  ports = await createOwnedPassport();
});
const stored = () => ports.contacts.find('prv_1', PASSPORT);

describe('a statement that the owner signed', () => {
  it('stores the contact sealed, and records the owner and the provider in the audit log', async () => {
    const statement = await sign(ports, 'SHARE');
    ports.clock.advance(5);
    expect(await share(ports, statement)).toEqual({
      passportId: PASSPORT,
      providerKey: reader.providerKey,
      ownerWallet: owner.address,
      at: ports.clock.now(),
    });
    expect(await stored()).toMatchObject({
      source: 'SHARED',
      ownerWallet: owner.address,
      transfersUsed: 0,
      statedAt: START,
      givenAt: ports.clock.now(),
    });
    expect(Buffer.from((await stored())!.sealed!.ciphertext).toString()).not.toContain(EMAIL);
    expect(ports.audit.entries).toMatchObject([
      {
        action: 'sharePassportContact',
        subject: `psp_${PASSPORT}`,
        actor: 'anonymous',
        facts: { provider: 'prv_1', owner: owner.address },
      },
    ]);
    expect(JSON.stringify(ports.audit.entries)).not.toContain(EMAIL);
  });

  it('ends the contact and deletes its text when it revokes', async () => {
    await share(ports, await sign(ports, 'SHARE'));
    ports.clock.advance(1);
    await revoke(ports, await sign(ports, 'REVOKE'));
    expect(await stored()).toMatchObject({ source: 'ENDED', sealed: null });
    expect(ports.audit.entries.map(({ action }) => action)).toEqual([
      'sharePassportContact',
      'revokePassportContact',
    ]);
  });

  it('is accepted from a contract wallet that accepts the signature', async () => {
    const statement = { ...(await sign(ports, 'SHARE')), signature: '0xc0de' };
    ports.chain.contractSignatures.add(`${owner.address} 0xc0de`);
    await share(ports, statement);
    expect(await stored()).toMatchObject({ source: 'SHARED' });
  });
});

describe('the signature of a statement', () => {
  it.each([
    ['another wallet signed', async () => sign(ports, 'SHARE', { by: stranger })],
    [
      'the e-mail address was replaced',
      async () => ({ ...(await sign(ports, 'SHARE')), email: 'x@example.com' }),
    ],
    ['the name was replaced', async () => ({ ...(await sign(ports, 'SHARE')), name: 'Other' })],
    ['the provider was replaced', async () => ({ ...(await sign(ports, 'SHARE')), provider: 'prv_2' })],
    [
      'the instant was replaced',
      async () => ({ ...(await sign(ports, 'SHARE')), issuedAt: '2027-03-01T12:00:00.001Z' }),
    ],
    ['the message revokes', async () => ({ ...(await sign(ports, 'REVOKE')), email: EMAIL, name: 'Olga' })],
    ['the bytes are no signature', async () => ({ ...(await sign(ports, 'SHARE')), signature: '0x00' })],
  ])('is refused where %s', async (_what, makeStatement) => {
    expect(await errorOf(share(ports, await makeStatement()))).toMatchObject(NOT_SIGNED);
    expect(await stored()).toBeUndefined();
    expect(ports.audit.entries).toEqual([]);
  });

  it('a signature of an earlier owner is refused after a transfer', async () => {
    const statement = await sign(ports, 'SHARE');
    give(ports, stranger.address, 1);
    expect(await errorOf(share(ports, statement))).toMatchObject(NOT_SIGNED);
  });

  it('a signature of an earlier ownership is refused after the passport returned to its owner', async () => {
    const statement = await sign(ports, 'SHARE');
    give(ports, owner.address, 2);
    expect(await errorOf(share(ports, statement))).toMatchObject(NOT_SIGNED);
  });

  it('may be wrong a limited number of times, and a right one is accepted all the same', async () => {
    const wrong = { ...(await sign(ports, 'SHARE')), signature: '0x00' };
    for (let count = 0; count < LIMITED_USES['contact-statement'].uses; count += 1)
      expect(await errorOf(share(ports, wrong))).toMatchObject(NOT_SIGNED);
    expect(await errorOf(share(ports, wrong))).toMatchObject({ code: 'RATE_LIMITED' });
    await expect(share(ports, await sign(ports, 'SHARE'))).resolves.toBeDefined();
  });

  it.each(['', '0x', '0x0', '0xzz', '00', `0x${'00'.repeat(4_097)}`, 5])(
    'is refused before it is read where its form is wrong: %#',
    async (signature) => {
      expect(await errorOf(share(ports, { ...(await sign(ports, 'SHARE')), signature }))).toMatchObject({
        code: 'INVALID_PAYLOAD',
        details: [{ path: ['signature'] }],
      });
    },
  );

  it('may have 4096 bytes, since contract wallets define their own signatures', async () => {
    const signature = `0x${'00'.repeat(4_096)}`;
    ports.chain.contractSignatures.add(`${owner.address} ${signature}`);
    await expect(share(ports, { ...(await sign(ports, 'SHARE')), signature })).resolves.toBeDefined();
  });
});

describe('the instant of a statement', () => {
  it.each([0, DAY_SECONDS])('may be %i seconds ago', async (seconds) => {
    const statement = await sign(ports, 'SHARE');
    ports.clock.advance(seconds);
    await expect(share(ports, statement)).resolves.toBeDefined();
  });

  it('may be 60 seconds in the future', async () => {
    ports.clock.advance(60);
    const statement = await sign(ports, 'SHARE');
    ports.clock.advance(-60);
    await expect(share(ports, statement)).resolves.toBeDefined();
  });

  it.each([
    ['more than a day ago', 0, DAY_SECONDS + 0.001, 'is more than a day ago'],
    ['more than a minute in the future', 60.001, -60.001, 'is in the future'],
  ])('is refused where it is %s', async (_what, before, after, message) => {
    ports.clock.advance(before);
    const statement = await sign(ports, 'SHARE');
    ports.clock.advance(after);
    expect(await errorOf(share(ports, statement))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['issuedAt'], message: expect.stringContaining(message) }],
    });
  });

  it('follows that of the newest statement, whatever clock that was made by', async () => {
    const MONTH_SECONDS = 30 * DAY_SECONDS;
    ports.clock.advance(MONTH_SECONDS);
    const ahead = await sign(ports, 'SHARE');
    const unused = await sign(ports, 'SHARE', { name: 'Unused' });
    await share(ports, ahead);
    ports.clock.advance(-MONTH_SECONDS);
    await revoke(ports, await sign(ports, 'REVOKE'));
    expect(await stored()).toMatchObject({ source: 'ENDED' });
    for (const earlier of [ahead, unused])
      expect(await errorOf(share(ports, earlier))).toMatchObject(OUTDATED);
    await share(ports, await sign(ports, 'SHARE'));
    expect(await stored()).toMatchObject({ source: 'SHARED' });
    ports.clock.advance(2 * MONTH_SECONDS);
    const { issuedAt } = await sign(ports, 'REVOKE');
    expect(issuedAt).toBe(ports.clock.now().toISOString());
  });

  it.each([
    '2027-03-01T12:00:00Z',
    '2027-03-01T12:00:00.000+00:00',
    '2027-02-30T12:00:00.000Z',
    '1927-03-01T12:00:00.000Z',
    'now',
    0,
  ])('is refused in another form than that of the message: %j', async (issuedAt) => {
    expect(await errorOf(share(ports, { ...(await sign(ports, 'SHARE')), issuedAt }))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['issuedAt'], message: expect.stringContaining('issuedAt of the message') }],
    });
  });
});

describe('a repeated statement', () => {
  it('changes nothing, and is answered with the moment of the first', async () => {
    const statement = await sign(ports, 'SHARE');
    const first = await share(ports, statement);
    ports.clock.advance(30);
    expect(await share(ports, statement)).toEqual(first);
    expect(ports.audit.entries).toHaveLength(1);
  });

  it('a repeated statement that revokes changes nothing', async () => {
    const statement = await sign(ports, 'REVOKE');
    const first = await revoke(ports, statement);
    ports.clock.advance(30);
    expect(await revoke(ports, statement)).toEqual(first);
  });

  it('is refused after the contact was revoked', async () => {
    const statement = await sign(ports, 'SHARE');
    await share(ports, statement);
    ports.clock.advance(1);
    await revoke(ports, await sign(ports, 'REVOKE'));
    expect(await errorOf(share(ports, statement))).toMatchObject(OUTDATED);
    expect(await stored()).toMatchObject({ source: 'ENDED' });
  });

  it.each([
    ['e-mail address', { email: 'other@example.com' }],
    ['name', { name: 'Other' }],
  ])(
    'is another statement where its %s differs, and is refused at the same instant',
    async (_what, other) => {
      await share(ports, await sign(ports, 'SHARE'));
      expect(await errorOf(share(ports, await sign(ports, 'SHARE', other)))).toMatchObject(OUTDATED);
    },
  );

  it('is refused when it revokes at the instant that it was shared at', async () => {
    await share(ports, await sign(ports, 'SHARE'));
    expect(await errorOf(revoke(ports, await sign(ports, 'REVOKE')))).toMatchObject(OUTDATED);
  });
});

it('refuses statements for a provider or a passport that does not exist', async () => {
  const statement = await sign(ports, 'REVOKE');
  for (const [wrong, reason] of [
    [{ provider: 'prv_none' }, 'PROVIDER'],
    [{ passportId: 8 }, 'PASSPORT'],
  ] as const)
    expect(await errorOf(revoke(ports, { ...statement, ...wrong }))).toMatchObject({
      code: 'NOT_FOUND',
      reason,
    });
});
