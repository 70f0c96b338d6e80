import { beforeAll, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { auditLog, revokeKey } from '../../../support/gateway/operator.ts';
import { nodesOf, type Json } from '../../../support/http/http.ts';
import { newEmail } from '../../../support/listings.ts';
import { addMember, attachSigner, createProvider } from '../../../support/providers/providers.ts';
import {
  asOperator,
  codeOf,
  fieldsOf,
  gateway,
  IMPORT,
  newPrivateKey,
  newWallet,
  SET_SIGNER,
  SIGNERS,
  useSignersGateway,
} from './signers-gateway.ts';

const CREATE_KEY = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { apiKey { id signer } }
}`;

useSignersGateway();

describe('importing a wallet', () => {
  it('takes the private key into custody, and shows it neither in the response nor in the log', async () => {
    const privateKey = newPrivateKey();
    const input = { purpose: 'SIGNER', label: 'Imported', privateKey };
    const { body, text: shown } = await asOperator(IMPORT, { input });
    expect(body.data.importWallet.wallet).toEqual({
      id: expect.stringMatching(/^wal_/),
      address: new Wallet(privateKey).address,
      purpose: 'SIGNER',
      label: 'Imported',
    });
    expect(`${shown}${gateway.log.join('')}`).not.toContain(privateKey.slice(2));
    expect((await auditLog(gateway, 1))[0]).toMatchObject({
      action: 'importWallet',
      subject: body.data.importWallet.wallet.id,
    });
  });

  it('returns the existing wallet unchanged when its key is imported again, and logs nothing', async () => {
    const privateKey = newPrivateKey();
    const first = await asOperator(IMPORT, { input: { purpose: 'SIGNER', label: 'One', privateKey } });
    const [noted] = await auditLog(gateway, 1);
    const again = await asOperator(IMPORT, {
      input: { purpose: 'SIGNER', label: 'Other', privateKey: `0x${privateKey.slice(2).toUpperCase()}` },
    });
    expect(again.body).toMatchObject({ data: first.body.data });
    expect(await auditLog(gateway, 1)).toEqual([noted]);
  });

  it.each([
    ['a key that is too short', `0x${'a'.repeat(63)}`],
    ['a key without 0x', 'a'.repeat(64)],
    ['other characters than hexadecimal digits', `0x${'g'.repeat(64)}`],
    ['zero', `0x${'0'.repeat(64)}`],
    ['a number above the order of the curve', `0x${'f'.repeat(64)}`],
  ])('is refused with %s, and the response does not repeat the key', async (_what, privateKey) => {
    const response = await asOperator(IMPORT, { input: { purpose: 'SIGNER', privateKey } });
    expect([codeOf(response), fieldsOf(response)]).toEqual(['INVALID_PAYLOAD', [['privateKey']]]);
    expect(response.text).not.toContain(privateKey.slice(2));
  });

  it('does not repeat the key when another field is misspelt', async () => {
    const privateKey = newPrivateKey();
    const response = await asOperator(IMPORT, {
      input: { purpose: 'SIGNER', lable: 'Misspelt', privateKey },
    });
    expect(codeOf(response)).toBe('INVALID_PAYLOAD');
    expect(response.text).not.toContain(privateKey.slice(2));
  });
});

describe('the signer of a key', () => {
  let provider: Json;
  let member: string;
  let account: string;
  let second: string;
  beforeAll(async () => {
    account = newEmail();
    provider = await createProvider(gateway);
    await addMember(gateway, provider.id, account);
    member = await gateway.signIn(account);
    second = await newWallet();
    await attachSigner(gateway, provider.id, await newWallet('First'));
    await attachSigner(gateway, provider.id, second);
  });
  const create = (input: object, key = member) =>
    gateway.graphql(CREATE_KEY, { input: { scopes: ['provider:entries'], ...input } }, key);

  it('is chosen by a member when the key is created, and can be changed', async () => {
    const made = await create({ provider: provider.id, signer: second.toLowerCase() });
    const { id, signer } = made.body.data.createApiKey.apiKey;
    expect(signer).toBe(second);
    const cleared = await gateway.graphql(SET_SIGNER, { input: { id, signer: null } }, member);
    expect(cleared.body.data.setApiKeySigner.apiKey).toEqual({ id, signer: null });
    const set = await asOperator(SET_SIGNER, { input: { id, signer: second, account } });
    expect(set.body.data.setApiKeySigner.apiKey.signer).toBe(second);
    const noted = (await auditLog(gateway, 50)).filter(({ subject }) => subject === id);
    const owner = { account: noted[1].actor.split(':')[1] };
    expect(noted.map(({ action, actor, facts }) => [action, actor.split(':')[0], facts])).toEqual([
      ['setApiKeySigner', 'operator', { ...owner, signer: second }],
      ['setApiKeySigner', 'account', { ...owner, signer: 'default' }],
      [
        'createApiKey',
        'account',
        { ...owner, scopes: ['provider:entries'], provider: provider.id, signer: second },
      ],
    ]);
  });

  it('is refused for a key without a provider, a revoked key and other accounts', async () => {
    const alone = await create({ scopes: ['giveaways:publish'], signer: second });
    expect([codeOf(alone), fieldsOf(alone)]).toEqual(['INVALID_PAYLOAD', [['signer']]]);
    const plain = await create({ scopes: ['giveaways:publish'] });
    const none = await gateway.graphql(
      SET_SIGNER,
      { input: { id: plain.body.data.createApiKey.apiKey.id, signer: second } },
      member,
    );
    expect([codeOf(none), fieldsOf(none)]).toEqual(['INVALID_PAYLOAD', [['signer']]]);

    const { id } = (await create({ provider: provider.id })).body.data.createApiKey.apiKey;
    const stranger = await gateway.signIn();
    expect(codeOf(await gateway.graphql(SET_SIGNER, { input: { id, signer: second } }, stranger))).toBe(
      'NOT_FOUND',
    );
    await revokeKey(gateway, account, id);
    expect(codeOf(await gateway.graphql(SET_SIGNER, { input: { id, signer: second } }, member))).toBe(
      'NOT_FOUND',
    );
  });

  it('is listed with the provider’s signers for members only', async () => {
    const seen = await gateway.graphql(SIGNERS, { id: provider.id }, member);
    expect(nodesOf(seen.body.data.provider.signers).map(({ label }: Json) => label)).toEqual([
      'Second',
      'First',
    ]);
    const stranger = await gateway.signIn();
    expect((await gateway.graphql(SIGNERS, { id: provider.id }, stranger)).body.data.provider).toBeNull();
  });
});
