import { describe, expect, it } from '@jest/globals';
import { toGroups } from '../../../../src/adapters/chain/outbox/submit/group.ts';
import fc from 'fast-check';
import type { ChainCall, EntryChangeCall } from '../../../../src/core/chain/chain-call.ts';

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const [PROVIDER, SUMMER, WINTER] = ['01', '02', '03'].map((digits) => `0x${digits.repeat(32)}`) as [
  string,
  string,
  string,
];

const change = (giveaway: string, passportId: number): EntryChangeCall => ({
  kind: 'change-entries',
  giveaway,
  passportId,
  amount: 1,
  remove: false,
  reasonCode: 0,
  evidence: null,
  expectedOwner: null,
});
const entriesOf = (giveaway: string) => ({ giveaway, amount: 1, reasonCode: 0, evidence: null });
const mint = {
  kind: 'provision-mint',
  provider: PROVIDER,
  to: WALLET,
  maxTransfers: null,
  entries: entriesOf(SUMMER),
} as const;
const move = (passportId: number): ChainCall => ({
  kind: 'provision-transfer',
  provider: PROVIDER,
  passportId,
  from: WALLET,
  to: WALLET,
  deadline: 0,
  signature: null,
  entries: entriesOf(SUMMER),
});
const declare = (giveaway: string): ChainCall => ({
  kind: 'declare-winner',
  giveaway,
  round: 0,
  passportId: 1,
});
const register: ChainCall = {
  kind: 'set-provider-signer',
  provider: PROVIDER,
  signer: WALLET,
  allowed: true,
};

/** The groups, as the indexes of their operations. */
function groupsOf(
  calls: readonly ChainCall[],
  largestBatch = 100,
  removals = largestBatch,
  hubs: readonly number[] = [],
): string[] {
  const operations = calls.map((call, sequence) => ({
    id: `opn_${sequence}`,
    opKey: PROVIDER,
    hub: hubs[sequence] ?? 0,
    providerKey: PROVIDER,
    signer: WALLET,
    call,
    sequence,
    earlierTransactions: [],
  }));
  const sizes = { changes: largestBatch, removals, provisions: largestBatch };
  return toGroups(operations, sizes).map((group) => group.map(({ sequence }) => sequence).join(' '));
}

/** Whether two operations may lead to different results in the other order. */
function dependOnEachOther(one: ChainCall, other: ChainCall): boolean {
  const isMove = [one, other].some(({ kind }) => kind === 'provision-transfer');
  for (const [single, second] of [
    [one, other],
    [other, one],
  ] as const) {
    if (single.kind === 'change-entries' || single.kind.startsWith('provision')) continue;
    const concernsAll = !('giveaway' in single);
    const giveaways =
      'giveaway' in second ? second.giveaway : 'entries' in second && second.entries?.giveaway;
    const isAlone = second.kind !== 'change-entries' && !second.kind.startsWith('provision');
    return isMove || isAlone || concernsAll || giveaways === single.giveaway;
  }
  const passports = [one, other].map((call) => ('passportId' in call ? call.passportId : undefined));
  const isSamePassport = passports[0] !== undefined && passports[0] === passports[1];
  const giveaways = [one, other].map((call) => ('giveaway' in call ? call.giveaway : undefined));
  return isSamePassport && (isMove || giveaways[0] === giveaways[1]);
}

describe('grouping of queued operations', () => {
  it('puts provisions of a provider in two hubs into two transactions', () => {
    expect(groupsOf([mint, mint, mint], 100, 100, [0, 1, 0])).toEqual(['0 2', '1']);
  });

  it('puts changes of entries into one transaction although passports are minted between them', () => {
    const calls = [change(SUMMER, 1), mint, change(SUMMER, 2), mint, change(WINTER, 1), change(SUMMER, 1)];
    expect(groupsOf(calls)).toEqual(['0 2 5', '1 3', '4']);
  });

  it('keeps changes behind the provision that moves their passport, and only those', () => {
    const calls = [change(SUMMER, 1), move(7), change(SUMMER, 2), change(SUMMER, 7), change(SUMMER, 1)];
    expect(groupsOf(calls)).toEqual(['0 2', '1', '3 4']);
  });

  it('keeps changes of a passport that moves twice between the moves', () => {
    const calls = [
      change(SUMMER, 7),
      move(7),
      change(SUMMER, 7),
      move(7),
      change(SUMMER, 7),
      change(WINTER, 7),
    ];
    expect(groupsOf(calls)).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  it('keeps changes on their side of an operation that decides the giveaway or may affect all giveaways', () => {
    const calls = [
      change(SUMMER, 1),
      change(WINTER, 1),
      declare(SUMMER),
      change(SUMMER, 2),
      change(WINTER, 2),
      register,
      change(WINTER, 3),
    ];
    expect(groupsOf(calls)).toEqual(['0', '1 4', '2', '3', '5', '6']);
  });

  it('puts fewer changes into a transaction with a removal', () => {
    const issue = change(SUMMER, 1);
    const remove = { ...change(SUMMER, 1), remove: true };
    expect(groupsOf([issue, remove, issue, issue, issue, issue], 4, 2)).toEqual(['0 1', '2 3 4 5']);
    expect(groupsOf([issue, issue, remove, issue], 4, 2)).toEqual(['0 1', '2 3']);
  });

  it('puts provisions of one provider into one transaction, whether they mint or move', () => {
    expect(groupsOf([mint, move(7), change(SUMMER, 1), move(8), mint])).toEqual(['0 1 3 4', '2']);
  });

  it('moves a passport after the operations that depend on its owner', () => {
    expect(groupsOf([move(7), change(SUMMER, 8), move(8)])).toEqual(['0', '1', '2']);
    expect(groupsOf([move(7), declare(WINTER), move(8), mint])).toEqual(['0', '1', '2 3']);
  });

  it('provisions entries on their side of an operation that decides the giveaway', () => {
    expect(groupsOf([mint, declare(SUMMER), mint])).toEqual(['0', '1', '2']);
    expect(groupsOf([mint, declare(WINTER), mint])).toEqual(['0 2', '1']);
    expect(groupsOf([mint, register, mint])).toEqual(['0', '1', '2']);
  });

  it('never puts an operation before an earlier one that it depends on', () => {
    const giveaway = fc.constantFrom(SUMMER, WINTER);
    const passport = fc.integer({ min: 1, max: 3 });
    const call = fc.oneof(
      fc.tuple(giveaway, passport).map(([key, id]) => change(key, id)),
      passport.map(move),
      giveaway.map((key) => ({ ...mint, entries: entriesOf(key) })),
      fc.constant({ ...mint, entries: null }),
      giveaway.map(declare),
      fc.constant(register),
    );
    fc.assert(
      fc.property(fc.array(call, { maxLength: 14 }), fc.integer({ min: 1, max: 4 }), (calls, size) => {
        const order = groupsOf(calls, size).flatMap((group) => group.split(' ').map(Number));
        expect(order.toSorted((a, b) => a - b)).toEqual(calls.map((_call, index) => index));
        for (const [index, sequence] of order.entries())
          for (const later of order.slice(index + 1))
            if (later < sequence)
              expect(dependOnEachOther(calls[later] as ChainCall, calls[sequence] as ChainCall)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('puts at most the allowed number of operations into a transaction', () => {
    expect(
      groupsOf(
        [1, 2, 3, 4, 5].map((passportId) => change(SUMMER, passportId)),
        2,
      ),
    ).toEqual(['0 1', '2 3', '4']);
  });
});
