import { describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import {
  generateSigningKey,
  requireSigningKeys,
  signingKeyOf,
} from '../../src/adapters/auth/signing-keys.ts';

const newKey = async (algorithm: string, kid: string): Promise<JWK> => {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid };
};

describe('a set of signing keys', () => {
  it('is accepted with the key that a first start makes, and with keys of other kinds beside it', async () => {
    const [made, rsa, edwards] = [
      await generateSigningKey(),
      await newKey('RS256', 'rsa'),
      await newKey('EdDSA', 'edwards'),
    ];
    await expect(requireSigningKeys([made])).resolves.toBeUndefined();
    await expect(requireSigningKeys([rsa, edwards, made])).resolves.toBeUndefined();
    expect(signingKeyOf([rsa, edwards, made])?.kid).toBe(made.kid);
  });

  it.each([
    ['a key has no id', async () => [{ ...(await newKey('ES256', '')), kid: undefined }], /key 1 .*no id/],
    ['a key has an empty id', async () => [await newKey('ES256', '')], /key 1 .*no id/],
    [
      'two keys have one id',
      async () => [await newKey('ES256', 'a'), await newKey('ES256', 'a')],
      /"a" twice/,
    ],
    ['it has RSA keys alone', async () => [await newKey('RS256', 'rsa')], /ES256: add an EC key/],
    [
      'the private part of a key belongs to another one',
      async () => [{ ...(await newKey('ES256', 'a')), d: (await newKey('ES256', 'b')).d }],
      /"a" cannot sign/,
    ],
    ['a key names another algorithm', async () => [{ ...(await newKey('ES256', 'a')), alg: 'RS256' }], /"a"/],
    ['a key is for encryption', async () => [{ ...(await newKey('ES256', 'a')), use: 'enc' }], /"a"/],
    [
      'a key is of an unknown kind',
      async () => [{ kty: 'new', d: 'AA', kid: 'a' }],
      /"a" is of no known kind/,
    ],
    ['it is empty', async () => [], /ES256: add an EC key/],
  ])('is refused with words when %s', async (_what, make, message) => {
    await expect(requireSigningKeys((await make()) as JWK[])).rejects.toThrow(message);
  });
});
