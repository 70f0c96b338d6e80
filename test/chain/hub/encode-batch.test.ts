import { describe, expect, it } from '@jest/globals';
import { getAddress, ZeroAddress, ZeroHash } from 'ethers';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import fc from 'fast-check';
import type { Provision } from '../../../src/core/chain/chain-call.ts';
import { signRound } from '../../../src/adapters/chain/beacon/beacon-scheme.ts';
import { encodeProvisions } from '../../../src/adapters/chain/hub/encode-provisions.ts';
import { encodeBatch } from '../../../src/adapters/chain/hub/encode-batch.ts';
import { encodeCall } from '../../../src/adapters/chain/hub/hub-calls.ts';
import { hubInterface } from '../../../src/adapters/chain/hub/hub-interface.ts';

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((value) => `0x${Buffer.from(value).toString('hex')}`);
const change = fc.record({
  kind: fc.constant('change-entries' as const),
  giveaway: fc.constant(ZeroHash),
  passportId: fc.maxSafeNat(),
  amount: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  remove: fc.boolean(),
  reasonCode: fc.integer({ min: 0, max: 65_535 }),
  evidence: fc.option(hex(32)),
  expectedOwner: fc.option(hex(20).map((address) => getAddress(address))),
});

const address = hex(20).map((value) => getAddress(value));
const uint32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const entries = fc.option(
  fc.record({
    giveaway: hex(32),
    amount: uint32,
    reasonCode: fc.integer({ min: 0, max: 65_535 }),
    evidence: fc.option(hex(32)),
  }),
);
const provision = fc.oneof(
  fc.record({
    kind: fc.constant('provision-mint' as const),
    provider: fc.constant(ZeroHash),
    to: address,
    maxTransfers: fc.option(uint32),
    entries,
  }),
  fc.record({
    kind: fc.constant('provision-transfer' as const),
    provider: fc.constant(ZeroHash),
    passportId: fc.maxSafeNat(),
    from: address,
    to: address,
    deadline: fc.maxSafeNat(),
    signature: fc.option(fc.integer({ min: 0, max: 100 }).chain((bytes) => hex(bytes))),
    entries,
  }),
);

/** The values of the hub's struct for the general encoder. */
function toStruct(opKey: string, { entries, to, ...call }: Provision) {
  const isMint = call.kind === 'provision-mint';
  return {
    opKey,
    to,
    passportId: isMint ? 0 : call.passportId,
    from: isMint ? ZeroAddress : call.from,
    maxTransfers: isMint ? (call.maxTransfers ?? 2 ** 32 - 1) : 0,
    deadline: isMint ? 0 : call.deadline,
    signature: (isMint ? null : call.signature) ?? '0x',
    entries: {
      giveaway: entries?.giveaway ?? ZeroHash,
      amount: entries?.amount ?? 0,
      reasonCode: entries?.reasonCode ?? 0,
      evidence: entries?.evidence ?? ZeroHash,
    },
  };
}

describe('the encoder of provisions', () => {
  it('encodes a batch as the general encoder does', () => {
    fc.assert(
      fc.property(
        hex(32),
        fc.array(fc.record({ opKey: hex(32), call: provision }), { maxLength: 5 }),
        (provider, provisions) => {
          const items = provisions.map(({ opKey, call }) => toStruct(opKey, call));
          const expected = hubInterface.encodeFunctionData('provisionBatch', [provider, items]);
          expect(encodeProvisions(provider, provisions)).toBe(expected);
        },
      ),
    );
  });

  it('encodes a single provision as the general encoder does', () => {
    fc.assert(
      fc.property(hex(32), hex(32), provision, (opKey, provider, call) => {
        const expected = hubInterface.encodeFunctionData('provision', [provider, toStruct(opKey, call)]);
        expect(encodeCall({ opKey, call: { ...call, provider } })).toBe(expected);
      }),
    );
  });
});

describe('the encoder of a draw', () => {
  const drawWith = (signature: string) =>
    encodeCall({ opKey: ZeroHash, call: { kind: 'draw-winner', giveaway: ZeroHash, round: 3, signature } });
  const sentSignature = (signature: string) =>
    String(hubInterface.decodeFunctionData('drawWinner', drawWith(signature))[2]);

  it('sends both coordinates of the signature', () => {
    const signature = signRound(new Uint8Array(32).fill(7), 1_000n);
    const sent = sentSignature(`0x${signature}`);
    expect(sent).toMatch(/^0x[0-9a-f]{192}$/);
    const [x, y] = [sent.slice(2, 98), sent.slice(98)].map((digits) => BigInt(`0x${digits}`)) as [
      bigint,
      bigint,
    ];
    expect(bls12_381.G1.Point.fromAffine({ x, y }).toHex()).toBe(signature);
  });

  it('leaves bytes that are no curve point to the contract', () => {
    const bytes = `0x${'00'.repeat(48)}`;
    expect(sentSignature(bytes)).toBe(bytes);
  });
});

describe('the encoder of changes', () => {
  it('encodes a batch as the general encoder does', () => {
    fc.assert(
      fc.property(
        hex(32),
        fc.array(fc.record({ opKey: hex(32), call: change }), { maxLength: 5 }),
        (giveaway, changes) => {
          const items = changes.map(({ opKey, call: { evidence, expectedOwner, ...rest } }) => ({
            ...rest,
            opKey,
            evidence: evidence ?? ZeroHash,
            expectedOwner: expectedOwner ?? ZeroAddress,
          }));
          const expected = hubInterface.encodeFunctionData('changeEntriesBatch', [giveaway, items]);
          expect(encodeBatch(giveaway, changes)).toBe(expected);
        },
      ),
    );
  });

  it('encodes a single change as the general encoder does', () => {
    fc.assert(
      fc.property(hex(32), hex(32), change, (opKey, giveaway, fields) => {
        const { evidence, expectedOwner, ...rest } = fields;
        const item = {
          ...rest,
          opKey,
          evidence: evidence ?? ZeroHash,
          expectedOwner: expectedOwner ?? ZeroAddress,
        };
        const expected = hubInterface.encodeFunctionData('changeEntries', [giveaway, item]);
        expect(encodeCall({ opKey, call: { ...fields, giveaway } })).toBe(expected);
      }),
    );
  });
});
