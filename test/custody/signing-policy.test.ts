import { describe, expect, it } from '@jest/globals';
import { giveawaysArtifact } from '../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { createSigningPolicy } from '../../src/adapters/custody/signing-policy.ts';
import type { TransactionToSign } from '../../src/core/wallets/signing-policy.ts';
import type { TransferPermit } from '../../src/core/wallets/permits.ts';
import {
  requireAllowedPermit,
  requireAllowedTransaction,
  SIGNED_HUB_FUNCTIONS,
} from '../../src/core/wallets/signing-policy.ts';
import { HUB, hubInterface, PASSPORT, POLICY } from './open-custody.ts';

const policy = createSigningPolicy(POLICY);
const selectorOf = (name: string) => hubInterface.getFunction(name)?.selector ?? '';
const OTHER = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0';

const transaction: TransactionToSign = {
  chainId: 31_337n,
  nonce: 0,
  to: HUB,
  data: selectorOf('changeEntries'),
  gasLimit: 100_000n,
  maxFeePerGas: 2_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
};
const permit: TransferPermit = {
  spender: HUB,
  from: OTHER,
  to: PASSPORT,
  passportId: 1n,
  nonce: 0n,
  deadline: 1n,
};

/** Functions for the operator and winners. */
const UNSIGNED_HUB_FUNCTIONS = [
  'acceptOwnership',
  'confirmPlaceReceipt',
  'confirmReceipt',
  'renounceOwnership',
  'setBeacon',
  'transferOwnership',
];

describe('the signing policy accepts', () => {
  it.each<[string, Partial<TransactionToSign>]>([
    ['a call of the hub', {}],
    ['the hub’s address in lower case', { to: HUB.toLowerCase() }],
    ['arguments behind the selector', { data: `${selectorOf('changeEntriesBatch')}${'0aF'.repeat(64)}` }],
    ['a selector in upper case', { data: `0x${selectorOf('drawWinner').slice(2).toUpperCase()}` }],
    ['exactly the caps', { gasLimit: 16_777_216n, maxFeePerGas: POLICY.maxFeePerGas }],
    ['a priority fee of the whole fee', { maxPriorityFeePerGas: 2_000_000_000n }],
    ['no fee at all', { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }],
    ['the largest nonce', { nonce: Number.MAX_SAFE_INTEGER }],
  ])('%s', (_case, change) => {
    expect(() => {
      requireAllowedTransaction(policy, { ...transaction, ...change });
    }).not.toThrow();
  });

  it('a permit of the wallet itself for the hub', () => {
    expect(() => {
      requireAllowedPermit(policy, OTHER.toLowerCase(), permit);
    }).not.toThrow();
  });
});

describe('the signing policy refuses', () => {
  it.each<[string, Partial<TransactionToSign>, RegExp]>([
    ['another chain', { chainId: 1n }, /chain 1 /],
    ['another contract', { to: OTHER }, /not one of our contracts/],
    ['the passport contract, which signers never call', { to: PASSPORT }, /not one of our contracts/],
    ['no contract at all', { to: '' }, /not one of our contracts/],
    ['the zero address', { to: `0x${'0'.repeat(40)}` }, /not one of our contracts/],
    ['an empty call, which would only pay', { data: '0x' }, /not one that signers call/],
    ['a part of a selector', { data: selectorOf('drawWinner').slice(0, 8) }, /not one that signers call/],
    ['a function of the owner', { data: '0xf2fde38b' + '0'.repeat(64) }, /0xf2fde38b/],
    ['half a byte', { data: `${selectorOf('drawWinner')}0` }, /not hexadecimal/],
    ['text behind the selector', { data: `${selectorOf('drawWinner')}zz` }, /not hexadecimal/],
    ['a call without 0x', { data: selectorOf('drawWinner').slice(2) }, /not hexadecimal/],
    ['a nonce below zero', { nonce: -1 }, /nonce/],
    ['half a nonce', { nonce: 0.5 }, /nonce/],
    ['no gas', { gasLimit: 0n }, /gas limit/],
    ['gas below zero', { gasLimit: -1n }, /gas limit/],
    ['gas above the cap', { gasLimit: 16_777_217n }, /gas limit 16777217/],
    ['a fee above the cap', { maxFeePerGas: POLICY.maxFeePerGas + 1n }, /above the cap of 200000000000/],
    ['a fee below zero', { maxFeePerGas: -1n, maxPriorityFeePerGas: -1n }, /fee/],
    ['a priority fee above the whole fee', { maxPriorityFeePerGas: 2_000_000_001n }, /priority fee/],
    ['a priority fee below zero', { maxPriorityFeePerGas: -1n }, /priority fee/],
  ])('%s', (_case, change, message) => {
    expect(() => {
      requireAllowedTransaction(policy, { ...transaction, ...change });
    }).toThrow(
      expect.objectContaining({
        code: 'UNAUTHORIZED',
        reason: 'POLICY',
        message: expect.stringMatching(message),
      }),
    );
  });

  it.each<[string, Partial<TransferPermit>, RegExp]>([
    ['a permit for another spender', { spender: PASSPORT }, /is not our hub/],
    ['a permit of another wallet', { from: PASSPORT }, /is not the wallet/],
  ])('%s', (_case, change, message) => {
    expect(() => {
      requireAllowedPermit(policy, OTHER, { ...permit, ...change });
    }).toThrow(
      expect.objectContaining({
        code: 'UNAUTHORIZED',
        reason: 'POLICY',
        message: expect.stringMatching(message),
      }),
    );
  });

  it('every state-changing function of the hub that is not on the list', () => {
    const changing = giveawaysArtifact.abi
      .filter((each) => each.type === 'function')
      .filter(({ stateMutability }) => stateMutability !== 'view' && stateMutability !== 'pure')
      .map(({ name }): string => name);
    const real = createSigningPolicy({ ...POLICY, hubAbi: giveawaysArtifact.abi });

    expect(
      changing.filter((name) => !SIGNED_HUB_FUNCTIONS.some((signed) => signed === name)).toSorted(),
    ).toEqual(UNSIGNED_HUB_FUNCTIONS.filter((name) => changing.includes(name)));
    expect([...real.calls.values()].map(({ size }) => size)).toEqual([SIGNED_HUB_FUNCTIONS.length]);
  });

  it('a hub that lacks a function of the list', () => {
    expect(() => createSigningPolicy({ ...POLICY, hubAbi: POLICY.hubAbi.slice(1) })).toThrow(/changeEntries/);
  });
});
