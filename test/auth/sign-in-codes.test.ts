import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { createSignInCodes } from '../../src/adapters/auth/sign-in-codes.ts';
import type { SignInCodeStore } from '../../src/adapters/ports/sign-in-code-store.ts';

type Hashes = Pick<Parameters<SignInCodeStore['redeem']>[0], 'emailHash' | 'networkHash' | 'codeHash'>;

/** What the store of codes gets for a presented code. */
async function hashesOf(
  email: string,
  network: string,
  code: string,
  secret = 's'.repeat(32),
): Promise<Hashes> {
  const presented: Hashes[] = [];
  const store: SignInCodeStore = {
    countUnused: () => Promise.resolve(0),
    add: () => Promise.resolve('1'),
    findMail: () => Promise.resolve(undefined),
    endMail: () => Promise.resolve(),
    wasRefused: () => Promise.resolve(false),
    redeem({ emailHash, networkHash, codeHash }) {
      presented.push({ emailHash, networkHash, codeHash });
      return Promise.resolve(true);
    },
  };
  const attemptLimits = { own: 5, elsewhere: 5 };
  await createSignInCodes([secret], store).redeem({ email, network, code, now: new Date(), attemptLimits });
  return presented[0] as Hashes;
}

it('stores the same code of two e-mail addresses as different hashes', async () => {
  const one = await hashesOf('one@example.com', '192.0.2.0', '123456');
  const other = await hashesOf('other@example.com', '192.0.2.0', '123456');
  expect(one.codeHash).not.toBe(other.codeHash);
  expect(one.emailHash).not.toBe(other.emailHash);
  expect(one.networkHash).toBe(other.networkHash);
});

it('stores the same text as an e-mail address, as a network and as a code under different hashes', async () => {
  const { emailHash, networkHash, codeHash } = await hashesOf('123456', '123456', '123456');
  expect(new Set([emailHash, networkHash, codeHash]).size).toBe(3);
});

it('stores hashes that depend on AUTH_SECRET, and no plain hash of a code', async () => {
  const values = ['one@example.com', '192.0.2.0', '123456'] as const;
  const one = Object.values(await hashesOf(...values, 's'.repeat(32)));
  const other = Object.values(await hashesOf(...values, 't'.repeat(32)));
  const plain = values.map((value) => createHash('sha256').update(value).digest('base64url'));
  expect(new Set([...one, ...other, ...plain]).size).toBe(9);
});
