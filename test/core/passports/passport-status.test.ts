import { beforeEach, describe, expect, it } from '@jest/globals';
import { passportStatus } from '../../../src/core/passports/passport-status.ts';
import { A_WALLET as ann, ANOTHER_WALLET as bob } from '../../support/providers/provider-requests.ts';
import { providerCaller } from '../support/callers.ts';
import { HUB_OWNER as carol } from '../support/chain.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';

const PASSPORT = 7;
const caller = providerCaller();

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
  own(ann);
  ports.projectedPassports.owners.set(PASSPORT, ann);
});
/** Makes this wallet the owner on the chain. */
function own(owner: string, transfersUsed = 0, maxTransfers: number | null = null): void {
  ports.chain.passports.set(PASSPORT, { owner, transfersUsed, maxTransfers, permitNonce: 0n });
}
const status = (acknowledgedOwnerWallet: string | null = null, by = caller) =>
  ports.run(by, passportStatus, { passportId: PASSPORT, acknowledgedOwnerWallet });
const unchanged = { ownerWallet: ann, previousOwnerWallet: ann, ownerChanged: false };
const changed = { ownerWallet: bob, previousOwnerWallet: ann, ownerChanged: true };
const acknowledged = { ownerWallet: bob, previousOwnerWallet: bob, ownerChanged: false };

describe('the status of a passport', () => {
  it('shows the owner and the transfers that the chain has', async () => {
    own(ann, 2, 5);
    expect(await status()).toEqual({
      passportId: PASSPORT,
      ...unchanged,
      maxTransfers: 5,
      transfersUsed: 2,
      tradable: true,
    });
  });

  it('is refused for a passport that does not exist', async () => {
    ports.chain.passports.clear();
    expect(await errorOf(status())).toMatchObject({ code: 'NOT_FOUND', reason: 'PASSPORT' });
  });

  it('is refused while no node answers', async () => {
    ports.chain.isAway = true;
    expect(await errorOf(status())).toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
  });

  it('is refused to a key without the scope for passports', async () => {
    expect(await errorOf(status(null, providerCaller('prv_1', ['provider:contacts'])))).toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });
});

describe('the owner that a provider knows', () => {
  it('is the one of the read model at the first request, even where the chain has another one', async () => {
    own(bob, 1);
    expect(await status()).toMatchObject(changed);
  });

  it('is not known at the first request where the read model has no such passport', async () => {
    ports.projectedPassports.owners.clear();
    expect(await status()).toMatchObject({
      ownerWallet: ann,
      previousOwnerWallet: null,
      ownerChanged: false,
    });
    own(bob, 1);
    expect(await status()).toMatchObject(changed);
  });

  it('is reported as changed at every request until the provider acknowledges the new owner', async () => {
    expect(await status()).toMatchObject(unchanged);
    own(bob, 1);
    expect(await status()).toMatchObject(changed);
    expect(await status()).toMatchObject(changed);
    expect(await status(bob.toLowerCase())).toMatchObject(acknowledged);
    expect(await status()).toMatchObject(acknowledged);
  });

  it('does not change where a wallet is acknowledged that is not the owner', async () => {
    await status();
    own(bob, 1);
    expect(await status(carol)).toMatchObject(changed);
    expect(await status(ann)).toMatchObject(changed);
  });

  it('is known to each provider for itself', async () => {
    await status();
    own(bob, 1);
    await status(bob);
    await ports.seenOwners.noteFirst('prv_2', PASSPORT, ann, ports.clock.now());
    expect(await status(null, providerCaller('prv_2'))).toMatchObject(changed);
  });

  it('is the new one where an operation of the provider named it since the transfer', async () => {
    await status();
    own(bob, 1);
    ports.seenOwners.meets(caller.providerKey, PASSPORT, { owner: bob, isKnown: true });
    expect(await status()).toMatchObject(acknowledged);
  });

  it.each([
    ['met the new owner without naming it', { owner: bob, isKnown: false }],
    ['named an earlier owner', { owner: carol, isKnown: true }],
  ])('stays the noted one where an operation %s', async (_what, met) => {
    await status();
    own(bob, 1);
    ports.seenOwners.meets(caller.providerKey, PASSPORT, met);
    expect(await status()).toMatchObject(changed);
  });

  it('is at the first request the one that the latest operation of the provider met', async () => {
    own(bob, 1);
    ports.seenOwners.meets(caller.providerKey, PASSPORT, { owner: carol, isKnown: false });
    expect(await status()).toMatchObject({
      ownerWallet: bob,
      previousOwnerWallet: carol,
      ownerChanged: true,
    });
  });

  it('is refused where the acknowledged wallet fails its checksum', async () => {
    expect(await errorOf(status(ann.replace('aA', 'Aa')))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['acknowledgedOwnerWallet'] }],
    });
  });
});

describe('the contact of an earlier owner', () => {
  const provision = async () =>
    ports.contacts.provision({
      providerId: 'prv_1',
      passportId: PASSPORT,
      ownerWallet: ann,
      transfersUsed: 0,
      now: ports.clock.now(),
      sealed: await ports.sealing.seal('ann@example.com', 'a context'),
    });
  const contact = () => ports.contacts.find('prv_1', PASSPORT);

  it('is kept while the owner stays the same', async () => {
    await provision();
    await status();
    await status();
    expect(await contact()).toMatchObject({ source: 'PROVISIONED' });
  });

  it.each([
    ['a request notes a change of owner', null],
    ['the change is acknowledged', bob],
  ])('is ended when %s', async (_what, acknowledgedOwner) => {
    await provision();
    await status();
    own(bob, 1);
    await status(acknowledgedOwner);
    expect(await contact()).toMatchObject({ source: 'ENDED', sealed: null });
  });
});

describe('a passport', () => {
  it.each([
    [null, 1_000, true],
    [0, 0, false],
    [1, 0, true],
    [1, 1, false],
  ])(
    'a passport with at most %j transfers, of which %i are used: tradable is %j',
    async (most, used, tradable) => {
      own(ann, used, most);
      expect(await status()).toMatchObject({ maxTransfers: most, transfersUsed: used, tradable });
    },
  );
});
