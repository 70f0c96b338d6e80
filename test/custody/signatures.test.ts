import { describe, expect, it } from '@jest/globals';
import { encodeRlp as ethersRlp, hexlify, Transaction, Wallet } from 'ethers';
import fc from 'fast-check';
import { encodeRlp, type RlpItem } from '../../src/adapters/custody/rlp.ts';
import { addressOf, signDigest } from '../../src/adapters/custody/secp256k1.ts';
import { signPermitDigest, toPermitDigest } from '../../src/adapters/custody/sign-permit.ts';
import { signTransaction } from '../../src/adapters/custody/sign-transaction.ts';
import { createSigningPolicy } from '../../src/adapters/custody/signing-policy.ts';
import { HUB, PASSPORT, POLICY } from './open-custody.ts';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const toKey = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
const keys = fc
  .oneof(fc.bigInt({ min: 1n, max: ORDER - 1n }), fc.constantFrom(1n, 2n, 255n, 256n, ORDER - 1n))
  .map(toKey);
const wei = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const addresses = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => hexlify(bytes));
const signer = (key: Uint8Array) => new Wallet(hexlify(key));

describe('signatures', () => {
  it('signatures of a transaction equal those of ethers, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        keys,
        fc.record({
          chainId: fc.bigInt({ min: 1n, max: 2n ** 53n }),
          nonce: fc.oneof(fc.nat(), fc.constantFrom(0, 1, 127, 128, 255, 256)),
          to: addresses,
          data: fc.uint8Array({ maxLength: 300 }).map((bytes) => hexlify(bytes)),
          gasLimit: wei,
          fees: fc.tuple(wei, wei),
        }),
        async (key, { fees: [one, other], ...rest }) => {
          const [maxPriorityFeePerGas, maxFeePerGas] = one < other ? [one, other] : [other, one];
          const transaction = { ...rest, maxFeePerGas, maxPriorityFeePerGas };
          const { raw, hash } = signTransaction(transaction, key);

          expect(raw).toBe(await signer(key).signTransaction({ ...transaction, type: 2, value: 0n }));
          expect(Transaction.from(raw)).toMatchObject({ hash, from: addressOf(key), value: 0n });
        },
      ),
      { numRuns: 100 },
    );
  });

  it('equal those of ethers when r or s begins with zeros', async () => {
    // About one signature in 128 has such a part.
    const key = toKey(7n);
    let short = 0;
    for (let nonce = 0; nonce < 600; nonce += 1) {
      const transaction = {
        chainId: 1n,
        nonce,
        to: HUB.toLowerCase(),
        data: '0x',
        gasLimit: 21_000n,
        maxFeePerGas: 1n,
        maxPriorityFeePerGas: 0n,
      };
      const { raw } = signTransaction(transaction, key);
      const { signature } = Transaction.from(raw);
      if (!signature?.r.startsWith('0x00') && !signature?.s.startsWith('0x00')) continue;
      short += 1;
      expect(raw).toBe(await signer(key).signTransaction({ ...transaction, type: 2, value: 0n }));
    }
    expect(short).toBeGreaterThan(0);
  });

  it('signatures of a permit equal those that ethers makes for the passport contract', async () => {
    const policy = createSigningPolicy(POLICY);
    const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
    const types = {
      TransferPermit: [
        { name: 'spender', type: 'address' },
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'passportId', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint64' },
      ],
    };
    const domain = { name: 'Passport', version: '1', chainId: POLICY.chainId, verifyingContract: PASSPORT };
    await fc.assert(
      fc.asyncProperty(
        keys,
        addresses,
        uint256,
        uint256,
        wei,
        async (key, to, passportId, nonce, deadline) => {
          const permit = { spender: HUB, from: addressOf(key), to, passportId, nonce, deadline };

          const signature = signPermitDigest(toPermitDigest(policy, permit), key);

          expect(signature).toBe(await signer(key).signTypedData(domain, types, permit));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('have the low s, and are deterministic', () => {
    fc.assert(
      fc.property(keys, fc.uint8Array({ minLength: 32, maxLength: 32 }), (key, digest) => {
        const { r, s, yParity } = signDigest(digest, key);

        expect(BigInt(hexlify(s))).toBeLessThanOrEqual(ORDER / 2n);
        expect(signDigest(digest, key)).toEqual({ r, s, yParity });
      }),
      { numRuns: 50 },
    );
  });

  it('come from the address that ethers derives from the key', () => {
    fc.assert(
      fc.property(keys, (key) => {
        expect(addressOf(key)).toBe(signer(key).address);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the encoder of transactions', () => {
  const { tree } = fc.letrec<{ tree: RlpItem }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(
        fc.uint8Array({ maxLength: 70 }),
        fc.uint8Array({ minLength: 1, maxLength: 1 }),
        fc.uint8Array({ minLength: 250, maxLength: 300 }),
      ),
      fc.array(tie('tree'), { maxLength: 8 }),
    ),
  }));

  it('writes the same RLP as ethers, for every tree', () => {
    fc.assert(
      fc.property(tree, (item) => {
        const encoded = encodeRlp(item).toString('hex');

        expect(`0x${encoded}`).toBe(ethersRlp(item as never));
      }),
      { numRuns: 100 },
    );
  });

  it('accepts lengths that need three bytes', () => {
    const item = [new Uint8Array(70_000), [new Uint8Array(1)]];

    expect(`0x${encodeRlp(item).toString('hex')}`).toBe(ethersRlp(item));
  });
});
