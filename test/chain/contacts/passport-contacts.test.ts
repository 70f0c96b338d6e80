import { describe, expect, it } from '@jest/globals';
import { TypedDataEncoder } from 'ethers';
import type { Json } from '../../support/http/http.ts';
import { newEmail } from '../../support/listings.ts';
import { createProviderKey } from '../../support/providers/providers.ts';
import {
  MESSAGE,
  SHARE,
  NOT_SHARED,
  passports,
  gateway,
  provider,
  failure,
  contactOf,
  sign,
  share,
  usePassportChain,
} from './contact-statements.ts';

usePassportChain();

describe('the contact of a passport', () => {
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
    const storedContacts = await passports.onDatabase((em) =>
      em.execute('select source, key_id, ciphertext from passport_contact where passport_id = ?', [
        passportId,
      ]),
    );
    expect(storedContacts).toEqual([{ source: 'ENDED', key_id: null, ciphertext: null }]);
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
    const { domain, types, primaryType, message } = typedData;
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
    expect(JSON.stringify(typedData)).not.toContain('ann');
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
    const otherProvider = await createProviderKey(gateway);
    await contactOf(passportId, otherProvider.secret);

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
      '{ auditLog(first: 20) { nodes { actor action subject facts } } }',
      {},
      gateway.operatorToken,
    );
    const entries = body.data.auditLog.nodes.filter(({ subject }: Json) => subject === `psp_${passportId}`);
    expect(entries).toEqual([
      {
        actor: expect.stringMatching(/^key:/),
        action: 'passportContact',
        subject: `psp_${passportId}`,
        facts: { provider: otherProvider.provider.id, disclosed: false },
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
