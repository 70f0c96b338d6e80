import { describe, expect, it } from '@jest/globals';
import { toGroups } from '../../../../src/adapters/chain/outbox/submit/group.ts';
import type { ChainCall } from '../../../../src/core/chain/chain-call.ts';

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const [PROVIDER, SUMMER, WINTER] = ['01', '02', '03'].map((digits) => `0x${digits.repeat(32)}`) as [
  string,
  string,
  string,
];

const change = (giveaway: string, passportId: number): ChainCall => ({
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
const mint: ChainCall = {
  kind: 'provision-mint',
  provider: PROVIDER,
  to: WALLET,
  maxTransfers: null,
  entries: entriesOf(SUMMER),
};
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
function groupsOf(calls: readonly ChainCall[], largestBatch = 100): string[] {
  const operations = calls.map((call, sequence) => ({
    id: `opn_${sequence}`,
    opKey: PROVIDER,
    providerKey: PROVIDER,
    signer: WALLET,
    call,
    sequence,
    earlierTransactions: [],
  }));
  return toGroups(operations, largestBatch).map((group) => group.map(({ sequence }) => sequence).join(' '));
}

describe('grouping of queued operations', () => {
  it('puts changes of entries into one transaction although passports are minted between them', () => {
    const calls = [change(SUMMER, 1), mint, change(SUMMER, 2), mint, change(WINTER, 1), change(SUMMER, 1)];
    expect(groupsOf(calls)).toEqual(['0 2 5', '1', '3', '4']);
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

  it('puts at most the allowed number of operations into a transaction', () => {
    expect(
      groupsOf(
        [1, 2, 3, 4, 5].map((passportId) => change(SUMMER, passportId)),
        2,
      ),
    ).toEqual(['0 1', '2 3', '4']);
  });
});
