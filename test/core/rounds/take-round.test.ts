import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RoundNow } from '../../../src/core/chain/contracts.ts';
import { DomainError } from '../../../src/core/errors.ts';
import { drawWinner } from '../../../src/core/draws/draw-winner.ts';
import { perform } from '../../../src/core/operations/perform.ts';
import { confirmReceiptByProvider } from '../../../src/core/prizes/confirm-receipt-by-provider.ts';
import { declareWinner } from '../../../src/core/rounds/declare-winner.ts';
import { takeRound } from '../../../src/core/rounds/take-round.ts';
import { providerCaller } from '../support/callers.ts';
import { round } from '../support/chain.ts';
import { CONFIRMED } from '../support/operations.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';

const caller = providerCaller();
let ports: FakePorts;
let giveaway: string;
beforeEach(() => {
  ports = createPorts();
  giveaway = ports.digests.giveawayKey(caller.providerKey, 'weekly');
  ports.knownGiveaways.keys.add(giveaway);
  ports.operations.outcome = () => CONFIRMED;
});

/** The rounds on the chain, and which of them the read model has as closed and lacking. */
function rounds(
  states: readonly RoundNow[],
  closed = 0,
  lacking: readonly number[] = [],
  need = 'winner',
): void {
  ports.chain.rounds.set(giveaway, states);
  ports.pendingRounds.known.set(giveaway, {
    closed,
    lacking: { winner: [], receipt: [], [need]: lacking },
  });
}
const take = (operationId = 'opn_1', need: 'winner' | 'receipt' = 'winner') =>
  takeRound(ports, { giveaway, need, operationId });
const states = (...names: RoundNow['state'][]) => names.map((name) => round(name));

describe('the round that a winner is chosen for', () => {
  it('is the oldest closed one that lacks a winner', async () => {
    rounds(states('DECIDED', 'CLOSED', 'CLOSED', 'OPEN'), 3, [1, 2]);
    expect(await take()).toBe(1);
  });

  it('is another one for each operation, and the same one for the same operation', async () => {
    rounds(states('CLOSED', 'CLOSED', 'CLOSED', 'OPEN'), 3, [0, 1, 2]);
    expect([await take('opn_1'), await take('opn_2'), await take('opn_1'), await take('opn_3')]).toEqual([
      0, 1, 0, 2,
    ]);
  });

  it('is one that the chain has closed and the read model has not', async () => {
    rounds(states('DECIDED', 'CLOSED', 'OPEN'), 1);
    expect(await take()).toBe(1);
  });

  it('is none that the chain has decided meanwhile', async () => {
    rounds(states('DECIDED', 'CLOSED', 'OPEN'), 2, [0, 1]);
    expect(await take()).toBe(1);
  });

  it('is found among the first 64 rounds that the read model is behind', async () => {
    rounds([...states(...Array.from({ length: 63 }, () => 'VOID' as const)), round('CLOSED'), round('OPEN')]);
    expect(await take()).toBe(63);
  });

  it.each([7, 8, 9, 15, 16, 17, 29])('is found at %i among 30 rounds that lacked one', async (only) => {
    const all = Array.from({ length: 30 }, (_, index) => index);
    rounds(
      all.map((index) => round(index === only ? 'CLOSED' : 'DECIDED')),
      30,
      all,
    );
    expect(await take()).toBe(only);
  });

  it('is the latest closed one where none lacks a winner, so that the contracts say why', async () => {
    rounds(states('DECIDED', 'DECIDED', 'OPEN'), 2);
    expect(await take()).toBe(1);
  });

  it('is the first one where none has closed', async () => {
    rounds(states('OPEN'));
    expect(await take()).toBe(0);
  });

  it('is refused for now while other operations act on all that lack one', async () => {
    rounds(states('CLOSED', 'OPEN'), 1, [0]);
    await take('opn_1');
    expect(await errorOf(take('opn_2'))).toMatchObject({
      code: 'CONTRACT_REVERT',
      reason: 'ROUND_TAKEN',
      retryAfterSeconds: 2,
    });
  });

  it('is free again a minute after an operation took it that was never accepted', async () => {
    rounds(states('CLOSED', 'OPEN'), 1, [0]);
    await take('opn_1');
    ports.clock.advance(59);
    expect(await errorOf(take('opn_2'))).toMatchObject({ reason: 'ROUND_TAKEN' });
    ports.clock.advance(2);
    expect(await take('opn_2')).toBe(0);
  });

  it('is refused for a giveaway that nobody has', async () => {
    expect(await errorOf(take())).toMatchObject({ code: 'NOT_FOUND', reason: 'GIVEAWAY' });
  });
});

describe('the round that receipt is confirmed for', () => {
  it('is the oldest decided one without a receipt', async () => {
    const confirmed = round('DECIDED', { receiptConfirmed: true });
    rounds([confirmed, round('CLOSED'), round('DECIDED'), round('OPEN')], 3, [0, 2], 'receipt');
    expect(await take('opn_1', 'receipt')).toBe(2);
  });

  it('is taken apart from the one that a winner is chosen for', async () => {
    rounds(states('CLOSED', 'OPEN'), 1, [0]);
    await take('opn_1', 'winner');
    rounds(states('DECIDED', 'OPEN'), 1, [0], 'receipt');
    expect(await take('opn_2', 'receipt')).toBe(0);
  });
});

describe('an operation on a round', () => {
  const options = { requestId: 'request-1' };
  const declare = (more = {}) =>
    perform(ports, caller, declareWinner, { giveawayId: 'weekly', passportId: 7, ...more }, options);
  const draw = (more = {}) => perform(ports, caller, drawWinner, { giveawayId: 'weekly', ...more }, options);

  it('takes the oldest round that lacks it, each operation the next', async () => {
    rounds(states('CLOSED', 'CLOSED', 'OPEN'), 2, [0, 1]);
    expect((await declare()).result).toMatchObject({ roundIndex: 0, passportId: 7 });
    expect((await declare()).result).toMatchObject({ roundIndex: 1 });
  });

  it('is for the round that it names, which others then leave alone', async () => {
    rounds(states('CLOSED', 'CLOSED', 'OPEN'), 2, [0, 1]);
    expect((await declare({ roundIndex: 0 })).result).toMatchObject({ roundIndex: 0 });
    expect((await declare()).result).toMatchObject({ roundIndex: 1 });
  });

  it('gives its round back when it fails', async () => {
    rounds(states('CLOSED', 'OPEN'), 1, [0]);
    const error = { code: 'CONTRACT_REVERT', reason: 'PASSPORT_WITHOUT_ENTRIES', message: 'None.' } as const;
    ports.operations.outcome = () => ({ status: 'FAILED', error });
    await errorOf(declare());
    ports.operations.outcome = () => CONFIRMED;
    expect((await declare()).result).toMatchObject({ roundIndex: 0 });
  });

  it.each([
    [10, 10],
    [0, 1],
    [-5, 1],
    [5_000, 3_600],
  ])(
    'before the end of a round, which comes in %i seconds, is to be repeated after %i',
    async (seconds, retryAfter) => {
      rounds(states('OPEN'));
      const closesAt = Math.floor(ports.clock.now().getTime() / 1_000) + seconds;
      ports.chain.refuse = () =>
        new DomainError('CONTRACT_REVERT', 'The round is open.', {
          reason: 'NOT_ENDED',
          values: { closesAt },
        });
      for (const operation of [declare, draw]) {
        expect(await errorOf(operation())).toMatchObject({
          code: 'CONTRACT_REVERT',
          reason: 'NOT_ENDED',
          retryAfterSeconds: retryAfter,
          values: { closesAt, timestamp: closesAt - seconds },
        });
      }
      expect(ports.operations.all).toEqual([]);
    },
  );

  it.each([
    ['declare-winner', declare],
    ['draw-winner', draw],
  ])('an operation for a round that never ends is refused at once: %s', async (_endpoint, operation) => {
    rounds(states('OPEN'));
    ports.chain.refuse = () => new DomainError('CONTRACT_REVERT', 'It has no end.', { reason: 'NEVER_ENDS' });
    expect(await errorOf(operation())).toMatchObject({ reason: 'NEVER_ENDS', retryAfterSeconds: undefined });
  });

  it('an operation on a round that declares is accepted whatever else the contracts would refuse it with: they answer it', async () => {
    rounds(states('DECIDED', 'OPEN'), 1);
    ports.chain.refuse = () =>
      new DomainError('CONTRACT_REVERT', 'There is one.', { reason: 'WINNER_ALREADY_SET' });
    expect((await declare()).operation.status).toBe('CONFIRMED');
  });

  it('an operation on a round that draws carries the signature of the beacon round that decides', async () => {
    rounds(states('CLOSED', 'OPEN'), 1, [0]);
    ports.chain.refuse = (call) =>
      call.kind === 'draw-winner' && /^0x0+$/.test(call.signature)
        ? new DomainError('CONTRACT_REVERT', 'It is wrong.', { reason: 'BEACON_SIGNATURE_INVALID' })
        : undefined;
    await draw();
    expect(ports.operations.all).toMatchObject([
      {
        call: {
          kind: 'draw-winner',
          giveaway,
          round: 0,
          signature: `0x${1_000n.toString(16).padStart(96, '0')}`,
        },
      },
    ]);
  });

  it('an operation on a round that draws is refused before the beacon is asked for what can never be drawn', async () => {
    rounds(states('CLOSED', 'OPEN'), 1, [0]);
    ports.beacon.signedUntil = 0n;
    ports.chain.refuse = () =>
      new DomainError('CONTRACT_REVERT', 'It is by declaration.', { reason: 'WRONG_MODE' });
    expect(await errorOf(draw())).toMatchObject({ reason: 'WRONG_MODE' });
  });

  it('an operation on a round that draws before the beacon has signed says how long that takes, and leaves the round free', async () => {
    rounds(states('CLOSED', 'OPEN'), 1, [0]);
    ports.beacon.signedUntil = 999n;
    ports.chain.aheadSeconds = ports.beacon.genesis + 2_990 - Math.floor(ports.clock.now().getTime() / 1_000);
    expect(await errorOf(draw())).toMatchObject({
      reason: 'BEACON_NOT_READY',
      values: { beaconRound: '1000' },
      retryAfterSeconds: 7,
    });
    ports.beacon.signedUntil = 1_000n;
    expect((await draw()).result).toMatchObject({ roundIndex: 0 });
  });

  it('an operation on a round that confirms receipt takes a decided round', async () => {
    rounds(states('DECIDED', 'OPEN'), 1, [0], 'receipt');
    const { result } = await perform(
      ports,
      caller,
      confirmReceiptByProvider,
      { giveawayId: 'weekly' },
      options,
    );
    expect(result).toMatchObject({ roundIndex: 0 });
  });
});
