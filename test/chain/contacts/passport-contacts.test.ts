import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getAddress, TypedDataEncoder, Wallet, type BaseWallet } from 'ethers';
import type { Gateway } from '../../support/gateway/gateway.ts';
import type { Answer, Json } from '../../support/http/http.ts';
import { newEmail } from '../../support/listings.ts';
import {
  deployContractWallet,
  startPassportChain,
  type PassportChain,
} from '../../support/chain/passports.ts';
import { createProviderKey } from '../../support/providers/providers.ts';

const MESSAGE = `query ($input: PassportContactMessageInput!) {
  passportContactMessage(input: $input) { typedData ownerWallet issuedAt expiresAt }
}`;
const SHARE = `mutation ($input: SharePassportContactInput!) {
  sharePassportContact(input: $input) { passportId providerKey ownerWallet sharedAt }
}`;
const REVOKE = `mutation ($input: RevokePassportContactInput!) {
  revokePassportContact(input: $input) { passportId providerKey ownerWallet revokedAt }
}`;
const CONTACT = `query ($passportId: SafeInt!) {
  passportContact(passportId: $passportId) { passportId ownerWallet email name source sharedAt }
}`;
const NOT_SHARED = { code: 'UNAUTHORIZED', reason: 'CONTACT_NOT_SHARED' };

let passports: PassportChain;
let gateway: Gateway;
let provider: Json;
beforeAll(async () => {
  passports = await startPassportChain();
  ({ gateway } = passports);
  provider = await createProviderKey(gateway);
});
afterAll(() => passports.stop());

const failure = ({ body }: Answer) => body.errors?.[0].extensions;
const contactOf = (passportId: number, key: string = provider.secret) =>
  gateway.graphql(CONTACT, { passportId }, key);

interface Statement {
  readonly passportId: number;
  readonly provider?: string;
  readonly email?: string;
  readonly name?: string;
}

/** Signs the message as a wallet would: from its JSON text alone. */
async function sign(
  { passportId, provider: reference = provider.provider.id, ...contact }: Statement,
  signer: BaseWallet,
  action: 'SHARE' | 'REVOKE' = 'SHARE',
): Promise<Json> {
  const input = { passportId, provider: reference, action, ...contact };
  const { body } = await gateway.graphql(MESSAGE, { input });
  const { typedData, issuedAt } = body.data.passportContactMessage;
  const { domain, types, message } = JSON.parse(typedData);
  const { EIP712Domain: _domain, ...messageTypes } = types;
  const signature = await signer.signTypedData(domain, messageTypes, message);
  return { passportId, provider: reference, ...contact, issuedAt, signature };
}
const share = async (statement: Statement, signer: BaseWallet) =>
  gateway.graphql(SHARE, { input: await sign(statement, signer) });
const revoke = async ({ email: _email, name: _name, ...statement }: Statement, signer: BaseWallet) =>
  gateway.graphql(REVOKE, { input: await sign(statement, signer, 'REVOKE') });

describe('the contact of a passport', () => {
  it('is readable by the provider that its owner shared it with, and by no other', async () => {
    const owner = passports.wallet(2);
    const passportId = await passports.mint(owner.address);
    const email = newEmail();
    const foreign = await createProviderKey(gateway);
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

    // The answer does not reveal whether another provider has a contact.
    const nothing = await passports.mint(owner.address);
    const [taken, empty] = [await contactOf(passportId, foreign.secret), await contactOf(nothing)];
    const shown = ({ status, body }: Answer) => {
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
    const foreign = await createProviderKey(gateway);
    const signed = await sign({ passportId, email: 'own@example.com' }, owner);
    const changes = [
      { email: 'another@example.com' },
      { name: 'Somebody' },
      { passportId: other },
      { provider: foreign.provider.id },
      { issuedAt: new Date(Date.parse(signed.issuedAt) - 1).toISOString() },
      { signature: `0x${'00'.repeat(65)}` },
      { signature: '0x00' },
    ];

    const answers = [await share({ passportId, email: 'own@example.com' }, Wallet.createRandom())];
    for (const change of changes)
      answers.push(await gateway.graphql(SHARE, { input: { ...signed, ...change } }));

    for (const answer of answers)
      expect(failure(answer)).toMatchObject({ code: 'UNAUTHORIZED', reason: 'SIGNATURE_INVALID' });
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

    const answers = await Promise.all(Array.from({ length: 5 }, () => gateway.graphql(SHARE, { input })));

    const [first] = answers.map(({ body }) => body.data?.sharePassportContact);
    expect(first).toMatchObject({ passportId });
    for (const { body } of answers) expect(body.data.sharePassportContact).toEqual(first);
    const end = await sign({ passportId }, owner, 'REVOKE');
    const [once, again] = [
      await gateway.graphql(REVOKE, { input: end }),
      await gateway.graphql(REVOKE, { input: end }),
    ];
    expect(again.body.data).toEqual(once.body.data);
  });

  it('ends with a change of owner, and stays ended when the passport returns', async () => {
    const [ann, bob] = [passports.wallet(2), passports.wallet(3)];
    const passportId = await passports.mint(ann.address);
    const statement = { passportId, email: 'ann@example.com' };
    const early = await sign({ ...statement, email: 'early@example.com' }, ann);
    await share(statement, ann);
    const unused = await sign({ ...statement, email: 'unused@example.com' }, ann);

    await passports.transfer(passportId, ann.address, bob.address);
    expect(failure(await contactOf(passportId))).toMatchObject(NOT_SHARED);
    for (const input of [early, unused]) {
      expect(failure(await gateway.graphql(SHARE, { input }))).toMatchObject({
        reason: 'SIGNATURE_INVALID',
      });
    }
    await share({ passportId, email: 'bob@example.com' }, bob);
    expect((await contactOf(passportId)).body.data.passportContact).toMatchObject({
      ownerWallet: bob.address,
      email: 'bob@example.com',
    });

    await passports.transfer(passportId, bob.address, ann.address);
    expect(failure(await contactOf(passportId))).toMatchObject(NOT_SHARED);
    for (const input of [early, unused])
      expect((await gateway.graphql(SHARE, { input })).body.data).toBeNull();
    const kept = await passports.onDatabase((em) =>
      em.execute('select source, key_id, ciphertext from passport_contact where passport_id = ?', [
        passportId,
      ]),
    );
    expect(kept).toEqual([{ source: 'ENDED', key_id: null, ciphertext: null }]);
  });

  it('does not return when the passport returns before anyone reads the contact', async () => {
    const [ann, bob] = [passports.wallet(2), passports.wallet(3)];
    const passportId = await passports.mint(ann.address);
    await share({ passportId, email: 'ann@example.com' }, ann);
    const unused = await sign({ passportId, email: 'unused@example.com' }, ann);
    await passports.transfer(passportId, ann.address, bob.address);
    await passports.transfer(passportId, bob.address, ann.address);

    const replayed = await gateway.graphql(SHARE, { input: unused });

    expect(failure(replayed)).toMatchObject({ code: 'UNAUTHORIZED', reason: 'SIGNATURE_INVALID' });
    expect(failure(await contactOf(passportId))).toMatchObject(NOT_SHARED);
  });

  it('can be neither read nor shared for a passport or provider that does not exist', async () => {
    const owner = passports.wallet(2);
    const passportId = await passports.mint(owner.address);
    const absent = 999_999;
    expect(failure(await contactOf(absent))).toMatchObject({ code: 'NOT_FOUND', reason: 'PASSPORT' });
    const signed = await sign({ passportId, email: newEmail() }, owner);
    const without = (change: object) => gateway.graphql(SHARE, { input: { ...signed, ...change } });
    expect(failure(await without({ passportId: absent }))).toMatchObject({ reason: 'PASSPORT' });
    for (const reference of ['prv_none', `0x${'1'.repeat(64)}`])
      expect(failure(await without({ provider: reference }))).toMatchObject({ reason: 'PROVIDER' });
  });

  it('names every wrong field of a statement', async () => {
    const owner = passports.wallet(2);
    const passportId = await passports.mint(owner.address);
    const signed = await sign({ passportId, email: newEmail() }, owner);
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const rows: readonly (readonly [object, string])[] = [
      [{ email: 'nobody' }, 'email'],
      [{ name: 'x'.repeat(121) }, 'name'],
      [{ passportId: 0 }, 'passportId'],
      [{ issuedAt: 'now' }, 'issuedAt'],
      [{ issuedAt: '2026-02-30T00:00:00.000Z' }, 'issuedAt'],
      [{ issuedAt: at(-25 * 3_600_000) }, 'issuedAt'],
      [{ issuedAt: at(3_600_000) }, 'issuedAt'],
      [{ signature: '0x' }, 'signature'],
      [{ signature: `0x${'00'.repeat(4_097)}` }, 'signature'],
    ];
    for (const [change, field] of rows) {
      const found = failure(await gateway.graphql(SHARE, { input: { ...signed, ...change } }));
      expect([change, found]).toEqual([
        change,
        expect.objectContaining({
          code: 'INVALID_PAYLOAD',
          fields: [expect.objectContaining({ path: [field] })],
        }),
      ]);
    }
    const { body } = await gateway.graphql(MESSAGE, {
      input: { passportId, provider: provider.provider.id, action: 'SHARE' },
    });
    expect(body.errors[0].extensions.fields).toEqual([expect.objectContaining({ path: ['email'] })]);
  });

  it('is signed with a message that wallets display, with provider, passport and owner', async () => {
    const owner = passports.wallet(2);
    const passportId = await passports.mint(owner.address);
    const input = {
      passportId,
      provider: provider.provider.id,
      action: 'SHARE',
      email: 'ann@example.com',
      name: 'Ann',
    };
    const first = await gateway.graphql(MESSAGE, { input });
    const { typedData, ownerWallet, issuedAt, expiresAt } = first.body.data.passportContactMessage;
    const { domain, types, primaryType, message } = JSON.parse(typedData);
    const { EIP712Domain: _domain, ...messageTypes } = types;

    expect(ownerWallet).toBe(owner.address);
    expect(domain).toEqual({
      name: 'Passport',
      version: '1',
      chainId: 31_337,
      verifyingContract: passports.chain.deployment.passport,
    });
    expect(TypedDataEncoder.from(messageTypes).primaryType).toBe(primaryType);
    expect(message).toEqual({
      provider: provider.provider.chainKey,
      passportId: String(passportId),
      owner: owner.address,
      transfersUsed: '0',
      issuedAt,
      contactHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    expect(typedData).not.toContain('ann');
    expect(Date.parse(expiresAt) - Date.parse(issuedAt)).toBe(24 * 3_600_000);
    // No cache may return it to another client.
    const again = await gateway.graphql(MESSAGE, { input });
    expect(again.body.data.passportContactMessage.issuedAt).not.toBe(issuedAt);
    expect(again.headers.get('cache-control')).toBe('no-store');
  });

  it('leaves no e-mail address in the database or the log, and every read in the audit log', async () => {
    const owner = passports.wallet(2);
    const passportId = await passports.mint(owner.address);
    const statement = { passportId, email: newEmail(), name: 'Zacharias Unmistakable' };
    await share(statement, owner);
    await contactOf(passportId);
    const foreign = await createProviderKey(gateway);
    await contactOf(passportId, foreign.secret);

    const rows = await passports.onDatabase(async (_em, sql) => {
      const query = (text: string) => sql.query({ name: '', text }, []);
      const tables = await query(
        "select table_name::text from information_schema.tables where table_schema = 'public'",
      );
      const all: string[] = [];
      for (const [table] of tables)
        for (const [row] of await query(`select t::text from "${String(table)}" t`)) all.push(String(row));
      return all.join('\n');
    });
    expect(rows).toContain('SHARED');
    for (const secret of [statement.email, statement.name]) {
      const bytes = Buffer.from(secret);
      for (const form of [secret, bytes.toString('hex'), bytes.toString('base64').slice(0, -4)]) {
        expect(rows).not.toContain(form);
        expect(gateway.log.join('\n')).not.toContain(form);
      }
    }

    const { body } = await gateway.graphql(
      '{ auditLog(first: 20) { edges { node { actor action subject facts } } } }',
      {},
      gateway.operatorToken,
    );
    const entries = body.data.auditLog.edges
      .map(({ node }: Json) => ({ ...node, facts: JSON.parse(node.facts) }))
      .filter(({ subject }: Json) => subject === `psp_${passportId}`);
    expect(entries).toEqual([
      {
        actor: expect.stringMatching(/^key:/),
        action: 'passportContact',
        subject: `psp_${passportId}`,
        facts: { provider: foreign.provider.id, disclosed: false },
      },
      {
        actor: `key:${provider.apiKey.id}`,
        action: 'passportContact',
        subject: `psp_${passportId}`,
        facts: { provider: provider.provider.id, disclosed: true },
      },
      {
        actor: 'anonymous',
        action: 'sharePassportContact',
        subject: `psp_${passportId}`,
        facts: { provider: provider.provider.id, owner: owner.address },
      },
    ]);
  });
});
