import { describe, expect, it } from '@jest/globals';
import { getAddress, Wallet, type BaseWallet } from 'ethers';
import type { HttpResponse } from '../../support/http/http.ts';
import { newEmail } from '../../support/listings.ts';
import { deployContractWallet } from '../../support/chain/passports.ts';
import { createProviderKey } from '../../support/providers/providers.ts';
import {
  SHARE,
  NOT_SHARED,
  passports,
  gateway,
  provider,
  failure,
  contactOf,
  type Statement,
  sign,
  share,
  usePassportChain,
} from './contact-statements.ts';

usePassportChain();

const REVOKE = `mutation ($input: RevokePassportContactInput!) {
  revokePassportContact(input: $input) { passportId providerKey ownerWallet revokedAt }
}`;
const revoke = async ({ email: _email, name: _name, ...statement }: Statement, signer: BaseWallet) =>
  gateway.graphql(REVOKE, { input: await sign(statement, signer, 'REVOKE') });

describe('the contact of a passport', () => {
  it('is readable by the provider that its owner shared it with, and by no other', async () => {
    const owner = passports.wallet(2);
    const passportId = await passports.mint(owner.address);
    const email = newEmail();
    const otherProvider = await createProviderKey(gateway);
    expect(failure(await contactOf(passportId))).toMatchObject(NOT_SHARED);

    const shared = await share({ passportId, email: ` ${email.toUpperCase()} `, name: 'Ann Entrant' }, owner);

    expect(shared.body.data.sharePassportContact).toEqual({
      passportId,
      providerKey: provider.provider.chainKey,
      ownerWallet: owner.address,
      sharedAt: expect.any(String),
    });
    const { sharedAt } = shared.body.data.sharePassportContact;
    expect((await contactOf(passportId)).body.data.passportContact).toEqual({
      passportId,
      ownerWallet: owner.address,
      email,
      name: 'Ann Entrant',
      source: 'SHARED',
      sharedAt,
    });

    // The response does not reveal whether another provider has a contact.
    const nothing = await passports.mint(owner.address);
    const [taken, empty] = [await contactOf(passportId, otherProvider.secret), await contactOf(nothing)];
    const shown = ({ status, body }: HttpResponse) => {
      const { requestId: _id, ...extensions } = body.errors[0].extensions;
      return { status, data: body.data, message: body.errors[0].message, extensions };
    };
    expect(shown(taken)).toEqual(shown(empty));
    expect(failure(taken)).toMatchObject(NOT_SHARED);
  });

  it("can be shared by the provider's key on chain, and shared again", async () => {
    const owner = passports.wallet(2);
    const passportId = await passports.mint(owner.address);
    const reference = provider.provider.chainKey;
    await share({ passportId, provider: reference, email: 'first@example.com', name: 'First' }, owner);
    await share({ passportId, provider: reference, email: 'second@example.com' }, owner);
    expect((await contactOf(passportId)).body.data.passportContact).toMatchObject({
      email: 'second@example.com',
      name: null,
    });
  });

  it('accepts the signature of a contract wallet (ERC-1271)', async () => {
    const key = Wallet.createRandom();
    const owner = getAddress(await deployContractWallet(passports.chain, key.address));
    const passportId = await passports.mint(owner);
    const statement = { passportId, email: newEmail() };

    const refused = await share(statement, Wallet.createRandom());
    const shared = await share(statement, key);

    expect(failure(refused)).toMatchObject({ code: 'UNAUTHORIZED', reason: 'SIGNATURE_INVALID' });
    expect(shared.body.data.sharePassportContact).toMatchObject({ ownerWallet: owner });
    expect((await contactOf(passportId)).body.data.passportContact).toMatchObject({ email: statement.email });
    await revoke(statement, key);
    expect(failure(await contactOf(passportId))).toMatchObject(NOT_SHARED);
  });

  it("requires the current owner's signature over exactly the input", async () => {
    const owner = passports.wallet(2);
    const passportId = await passports.mint(owner.address);
    const other = await passports.mint(owner.address);
    const otherProvider = await createProviderKey(gateway);
    const signed = await sign({ passportId, email: 'own@example.com' }, owner);
    const changes = [
      { email: 'another@example.com' },
      { name: 'Somebody' },
      { passportId: other },
      { provider: otherProvider.provider.id },
      { issuedAt: new Date(Date.parse(signed.issuedAt) - 1).toISOString() },
      { signature: `0x${'00'.repeat(65)}` },
      { signature: '0x00' },
    ];

    const responses = [await share({ passportId, email: 'own@example.com' }, Wallet.createRandom())];
    for (const change of changes)
      responses.push(await gateway.graphql(SHARE, { input: { ...signed, ...change } }));

    for (const response of responses)
      expect(failure(response)).toMatchObject({ code: 'UNAUTHORIZED', reason: 'SIGNATURE_INVALID' });
    // A signature for sharing does not revoke.
    const { email: _email, ...rest } = signed;
    expect(failure(await gateway.graphql(REVOKE, { input: rest }))).toMatchObject({
      reason: 'SIGNATURE_INVALID',
    });
    expect(failure(await contactOf(passportId))).toMatchObject(NOT_SHARED);
    expect((await gateway.graphql(SHARE, { input: signed })).body.errors).toBeUndefined();
  });

  it('can be revoked by its owner whatever others failed to prove before, even from the same address', async () => {
    const owner = passports.wallet(2);
    const statement = { passportId: await passports.mint(owner.address), email: newEmail() };
    await share(statement, owner);
    const forged = await sign(statement, Wallet.createRandom(), 'REVOKE');
    const { email: _email, ...input } = forged;
    const failures = [];
    for (let time = 0; time <= 20; time += 1)
      failures.push(failure(await gateway.graphql(REVOKE, { input })).code);
    expect(failures).toEqual([...Array(20).fill('UNAUTHORIZED'), 'RATE_LIMITED']);

    expect((await revoke(statement, owner)).body.errors).toBeUndefined();
    expect(failure(await contactOf(statement.passportId))).toMatchObject(NOT_SHARED);
  });

  it('ends when its owner revokes it, and earlier signatures cannot be used again', async () => {
    const owner = passports.wallet(2);
    const passportId = await passports.mint(owner.address);
    const statement = { passportId, email: newEmail() };
    const [unused, used] = [await sign(statement, owner), await sign(statement, owner)];
    await gateway.graphql(SHARE, { input: used });

    const revoked = await revoke(statement, owner);

    expect(revoked.body.data.revokePassportContact).toMatchObject({
      passportId,
      ownerWallet: owner.address,
      revokedAt: expect.any(String),
    });
    expect(failure(await contactOf(passportId))).toMatchObject(NOT_SHARED);
    for (const input of [used, unused]) {
      expect(failure(await gateway.graphql(SHARE, { input }))).toMatchObject({
        code: 'UNAUTHORIZED',
        reason: 'STATEMENT_OUTDATED',
        retryable: false,
      });
    }
    expect(failure(await contactOf(passportId))).toMatchObject(NOT_SHARED);
    await share(statement, owner);
    expect((await contactOf(passportId)).body.data.passportContact).toMatchObject({ email: statement.email });
  });

  it('answers a repeated statement the same, even when sent several times at once', async () => {
    const owner = passports.wallet(2);
    const passportId = await passports.mint(owner.address);
    const input = await sign({ passportId, email: newEmail() }, owner);

    const responses = await Promise.all(Array.from({ length: 5 }, () => gateway.graphql(SHARE, { input })));

    const [first] = responses.map(({ body }) => body.data?.sharePassportContact);
    expect(first).toMatchObject({ passportId });
    for (const { body } of responses) expect(body.data.sharePassportContact).toEqual(first);
    const end = await sign({ passportId }, owner, 'REVOKE');
    const [once, again] = [
      await gateway.graphql(REVOKE, { input: end }),
      await gateway.graphql(REVOKE, { input: end }),
    ];
    expect(again.body.data).toEqual(once.body.data);
  });
});
