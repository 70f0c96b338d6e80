import { describe, expect, it } from '@jest/globals';
import { AbiCoder, keccak256, sha256 } from 'ethers';
import fc from 'fast-check';
import {
  countedLeaves,
  passportUnder,
  seedOf,
  ticketOf,
  totalOf,
  type Leaves,
} from '../../../src/core/draws/draw.ts';
import { replayEntries, type RecordedChange } from '../../../src/core/draws/replay-entries.ts';
import { verifyDraw, type DrawRecord, type ExpectedBeacon } from '../../../src/core/draws/verify-draw.ts';
import type { Schedule } from '../../../src/core/rounds/schedule.ts';

const START = Date.parse('2026-01-01T00:00:00Z') / 1000;
const DAY = 86_400;
const HUB = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const KEY = `0x${'9'.repeat(64)}`;
const SIGNATURE = `0x${'ab'.repeat(48)}`;
const schedule: Schedule = { startsAt: START * 1000, endsAt: undefined, everyDays: 2, activeDays: 1 };

const leaves: fc.Arbitrary<Leaves> = fc
  .array(fc.nat({ max: 6 }), { maxLength: 20 })
  .map((held) => held.map((entries, leaf) => ({ passportId: BigInt(leaf + 100), entries })));

describe('the walk over the leaves of a round', () => {
  it('gives every passport exactly as many tickets as it has entries', () => {
    fc.assert(
      fc.property(leaves, (all) => {
        const won = new Map<bigint | undefined, number>();
        for (let ticket = 0; ticket < totalOf(all); ticket += 1) {
          const passport = passportUnder(all, ticket);
          won.set(passport, (won.get(passport) ?? 0) + 1);
        }
        const expected = all
          .filter(({ entries }) => entries > 0)
          .map((leaf) => [leaf.passportId, leaf.entries]);
        expect([...won]).toEqual(expected);
        expect(passportUnder(all, totalOf(all))).toBeUndefined();
      }),
    );
  });

  it('goes through the rounds in their order where entries carry over, and no further than the round', () => {
    const rounds = new Map<number, Leaves>([
      [10, [{ passportId: 4n, entries: 9 }]],
      [2, [{ passportId: 2n, entries: 1 }]],
      [0, [{ passportId: 1n, entries: 2 }]],
      [3, [{ passportId: 1n, entries: 1 }]],
    ]);
    const passports = (round: number, carriesOver: boolean) =>
      countedLeaves(rounds, round, carriesOver).map(({ passportId }) => Number(passportId));
    expect(passports(3, true)).toEqual([1, 2, 1]);
    expect(passports(10, true)).toEqual([1, 2, 1, 4]);
    expect(passports(3, false)).toEqual([1]);
    expect(passports(1, false)).toEqual([]);
  });
});

describe('the seed of a draw', () => {
  it('is the keccak256 of its terms as Solidity encodes them', () => {
    const hex = (length: number) =>
      fc
        .uint8Array({ minLength: length, maxLength: length })
        .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
    fc.assert(
      fc.property(
        hex(32),
        fc.bigInt({ min: 1n, max: 2n ** 64n }),
        hex(20),
        hex(32),
        fc.nat(),
        (randomness, chainId, hub, giveaway, round) => {
          const encoded = AbiCoder.defaultAbiCoder().encode(
            ['bytes32', 'uint256', 'address', 'bytes32', 'uint32'],
            [randomness, chainId, hub, giveaway, round],
          );
          expect(seedOf({ randomness, chainId, hub, giveaway, round }, keccak256)).toBe(keccak256(encoded));
        },
      ),
    );
  });

  it('draws a ticket below the total by its remainder', () => {
    expect(ticketOf(`0x${'f'.repeat(64)}`, 10)).toBe(Number((2n ** 256n - 1n) % 10n));
  });
});

const change = (fields: Partial<RecordedChange> = {}): RecordedChange => ({
  round: 0,
  openRound: 0,
  passportId: 7n,
  removed: false,
  amount: 3,
  entries: 3,
  roundTotal: 3,
  leaf: 0,
  timestamp: START + 10,
  blockNumber: 5,
  logIndex: 1,
  ...fields,
});
const SECOND = change({ passportId: 8n, amount: 2, entries: 2, roundTotal: 5, leaf: 1, blockNumber: 6 });

describe('the changes of entries', () => {
  it('come to what each passport holds, at the leaf of its first issue', () => {
    const all = [
      change(),
      SECOND,
      change({ removed: true, amount: 3, entries: 0, roundTotal: 2, blockNumber: 7 }),
    ];
    const { rounds, contradictions } = replayEntries(all, { schedule, carriesOver: false });
    expect(contradictions).toEqual([]);
    expect(rounds.get(0)).toEqual([
      { passportId: 7n, entries: 0 },
      { passportId: 8n, entries: 2 },
    ]);
  });

  it.each<[string, readonly RecordedChange[], RegExp]>([
    ['before its round opened', [change({ timestamp: START - 1 })], /changed while round 0 was not open/],
    ['when its round had closed', [change({ timestamp: START + DAY })], /changed while round 0 was not open/],
    [
      'of a round that is not open',
      [change({ openRound: 1, round: 1 })],
      /changed while round 1 was not open/,
    ],
    ['of another round than the open one', [change({ round: 1 })], /round 1 changed while round 0 was open/],
    [
      'that removes from an earlier round without carry-over',
      [
        change(),
        change({ openRound: 1, timestamp: START + 2 * DAY, removed: true, entries: 0, roundTotal: 0 }),
      ],
      /round 0 changed while round 1 was open/,
    ],
    ['of no entries', [change({ amount: 0, entries: 0, roundTotal: 0 })], /got or lost no entries/],
    [
      'of an earlier open round than before',
      [change({ round: 1, openRound: 1, timestamp: START + 2 * DAY }), change()],
      /round 0 was open after round 1/,
    ],
    ['that says another rest', [change({ entries: 4 })], /passport 7 holds 3 entries, not 4/],
    ['that says another total', [change({ roundTotal: 4 })], /round 0 holds 3 entries, not 4/],
    ['at another leaf', [change(), { ...SECOND, leaf: 0 }], /passport 8 is at leaf 1, not at 0/],
    [
      'that takes more than there was',
      [change({ removed: true, entries: -3, roundTotal: -3 })],
      /lost more entries than it held/,
    ],
  ])('contradict themselves with one %s', (_case, all, expected) => {
    const { contradictions, untimely } = replayEntries(all, { schedule, carriesOver: false });
    expect([...contradictions, ...untimely].join('\n')).toMatch(expected);
  });
});

describe('the verification of a draw', () => {
  const beacon: ExpectedBeacon = {
    publicKey: '',
    genesis: START,
    period: 1,
    leastMargin: 30,
    isSignatureOf: (_round, signature) => signature === SIGNATURE,
  };
  const hashes = { keccak256, sha256 };
  const beaconRound = BigInt(DAY + 60 + 1);
  const randomness = sha256(SIGNATURE);
  const terms = { randomness, chainId: 31_337n, hub: HUB, giveaway: KEY, round: 0 };
  const ticket = ticketOf(seedOf(terms, keccak256), 5);
  const honest: DrawRecord = {
    ...terms,
    isDrawn: true,
    schedule,
    carriesOver: false,
    beaconMargin: 60,
    created: { timestamp: START - 5, blockNumber: 4, logIndex: 0 },
    changes: [change(), SECOND],
    outcome: {
      passportId: ticket < 3 ? 7n : 8n,
      beaconRound,
      signature: SIGNATURE,
      randomness,
      total: 5,
      ticket,
      timestamp: START + DAY + 100,
    },
  };
  const differing = (record: DrawRecord) =>
    verifyDraw(record, beacon, hashes).flatMap(({ name, differs }) => (differs === undefined ? [] : [name]));
  const outcome = (fields: Partial<DrawRecord['outcome']>): DrawRecord => ({
    ...honest,
    outcome: { ...honest.outcome, ...fields },
  });

  it('finds nothing in an honest record', () => {
    expect(differing(honest)).toEqual([]);
  });

  it.each<[string, DrawRecord, readonly string[]]>([
    ['another winner', outcome({ passportId: 9n }), ['winner']],
    ['another ticket', outcome({ ticket: (ticket + 1) % 5 }), ['ticket']],
    ['another total', outcome({ total: 6 }), ['total']],
    ['another randomness', outcome({ randomness: KEY }), ['randomness']],
    ['a later round of the beacon', outcome({ beaconRound: beaconRound + 1n }), ['beacon round']],
    [
      'a margin that a lagging chain could outlast',
      { ...outcome({ beaconRound: beaconRound - 31n }), beaconMargin: 29 },
      ['margin'],
    ],
    ['a winner before the close', outcome({ timestamp: START + DAY - 1 }), ['settled']],
    [
      'a creation after the close',
      { ...honest, changes: [], created: { timestamp: START + DAY, blockNumber: 4, logIndex: 0 } },
      ['creation', 'total', 'ticket', 'winner'],
    ],
    [
      'a creation after the first entries',
      { ...honest, created: { timestamp: START + 10, blockNumber: 5, logIndex: 2 } },
      ['creation'],
    ],
    ['a giveaway without draws', { ...honest, isDrawn: false }, ['determination']],
    [
      'a change after the close',
      { ...honest, changes: [change(), { ...SECOND, timestamp: START + DAY }] },
      ['times of entries'],
    ],
    ['no entries', { ...honest, changes: [] }, ['total', 'ticket', 'winner']],
    [
      'a round that never closes',
      { ...honest, schedule: { ...schedule, everyDays: 0, activeDays: 0 } },
      ['close'],
    ],
  ])('finds %s', (_case, record, expected) => {
    expect(differing(record)).toEqual(expected);
  });

  it('finds a signature that is not of the beacon', () => {
    expect(differing(outcome({ signature: '0x00' }))).toContain('signature');
  });
});
