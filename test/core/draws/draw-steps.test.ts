import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ChainCall } from '../../../src/core/chain/chain-call.ts';
import { drawWinner } from '../../../src/core/draws/draw-winner.ts';
import { keepRounds } from '../../../src/core/draws/keep-rounds.ts';
import { DomainError } from '../../../src/core/errors.ts';
import { perform } from '../../../src/core/operations/perform.ts';
import { providerCaller } from '../support/callers.ts';
import { round } from '../support/chain.ts';
import { createDueDraws, type FakeDueDraws } from '../support/due-draws.ts';
import { CONFIRMED } from '../support/operations.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';

const KEEPER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const GAS_PER_TICKET = 25_000;
const GAS_OF_FIRST = 200_000;
const GWEI = 1_000_000_000n;

const caller = providerCaller();
let ports: FakePorts;
let giveaway: string;
beforeEach(() => {
  ports = createPorts();
  giveaway = ports.digests.giveawayKey(caller.providerKey, 'several');
  ports.knownGiveaways.keys.add(giveaway);
  ports.operations.outcome = () => CONFIRMED;
  ports.chain.places.set(giveaway, { winners: 100, alternates: 100 });
});

/** A round of which as many places are decided; the contracts refuse draws of tickets with less gas than they need. */
function drawingFrom(decided: number): void {
  const state = decided === 0 ? 'CLOSED' : 'DECIDED';
  ports.chain.rounds.set(giveaway, [round(state, { decided, isDrawing: decided > 0 })]);
  ports.chain.refuse = (call, gas) => {
    const tickets = call.kind === 'draw-winner' ? (call.tickets ?? 0) : 0;
    const needed = GAS_OF_FIRST + Math.min(tickets, 200 - decided) * GAS_PER_TICKET;
    return gas < needed
      ? new DomainError('CONTRACT_REVERT', 'Too little gas.', { reason: 'OUT_OF_GAS' })
      : undefined;
  };
}
const ticketsOf = (call: ChainCall | undefined) => (call?.kind === 'draw-winner' ? call.tickets : undefined);
const drawn = () => ports.operations.all.map(({ call }) => ticketsOf(call));

describe('draw-winner of a round with 200 places', () => {
  const draw = (roundIndex?: number) =>
    perform(ports, caller, drawWinner, { giveawayId: 'several', roundIndex }, { requestId: 'request-1' });

  it('draws all places when a transaction may have so much gas', async () => {
    drawingFrom(0);
    await draw();
    expect(drawn()).toEqual([256]);
  });

  it('draws as many as a transaction may, and goes on with the others', async () => {
    ports.chain.transactionGas = 3_000_000;
    drawingFrom(0);
    await draw();
    // Half as many until three quarters of a transaction are enough.
    expect(drawn()).toEqual([64]);
    drawingFrom(64);
    await draw();
    drawingFrom(128);
    await draw(0);
    expect(drawn()).toEqual([64, 64, 256]);
  });

  it('says why when not even one ticket can be drawn', async () => {
    ports.chain.transactionGas = 200_000;
    drawingFrom(0);
    ports.chain.refuse = () =>
      new DomainError('CONTRACT_REVERT', 'Too little gas.', { reason: 'OUT_OF_GAS' });
    expect(await errorOf(draw())).toMatchObject({ reason: 'OUT_OF_GAS' });
  });

  it('leaves a round to a draw that goes on with it, and takes it again after that', async () => {
    drawingFrom(64);
    ports.operations.outcome = () => ({});
    await draw().catch(() => undefined);
    expect(await errorOf(draw())).toMatchObject({ reason: 'ROUND_TAKEN' });
    const [operation] = ports.operations.all;
    ports.operations.settle(operation?.id ?? '', { ...CONFIRMED, result: { round: 0, decided: 120 } });
    drawingFrom(120);
    ports.operations.outcome = () => CONFIRMED;
    await draw();
    expect(ports.operations.all).toHaveLength(2);
  });
});

describe('the keeper of a round with 200 places', () => {
  let dueDraws: FakeDueDraws;
  let budget: bigint;
  beforeEach(() => {
    dueDraws = createDueDraws(ports, KEEPER);
    // The claims of further places decide.
    dueDraws.showsTaken = false;
    budget = 10n ** 18n;
    const endsAt = ports.clock.now().getTime();
    const schedule = { startsAt: endsAt - 1_000, endsAt, everyDays: 0, activeDays: 0 };
    const terms = { giveaway, providerKey: 'provider', entriesCarryOver: false, beaconMargin: 60 };
    dueDraws.giveaways.set(giveaway, { giveaway: { ...terms, schedule }, at: 0, due: 0 });
    ports.chain.feePerGas = GWEI;
    ports.clock.advance(400);
  });
  const keep = () => keepRounds({ ...ports, dueDraws }, { wallet: KEEPER, budget }, () => false);
  const spent = () => Number(dueDraws.spent / GWEI);

  it('draws all of them, and counts gas for all', async () => {
    drawingFrom(0);
    expect(await keep()).toMatchObject({ draws: 1 });
    expect(drawn()).toEqual([256]);
    expect(spent()).toBe(6_400_000);
  });

  it('counts no more for the draw of one place than before', async () => {
    ports.chain.places.delete(giveaway);
    expect(await keep()).toMatchObject({ draws: 1 });
    expect([drawn(), spent()]).toEqual([[undefined], 400_000]);
  });

  it.each([
    ['its wallet', () => ports.chain.balances.set(KEEPER, 1_000_000n * GWEI)],
    ['its budget of the day', () => (budget = 1_000_000n * GWEI)],
  ])('draws as many as %s pays for', async (_case, limit) => {
    drawingFrom(0);
    limit();
    expect(await keep()).toMatchObject({ draws: 1, overBudget: 0, unfunded: 0 });
    const [tickets = 0] = drawn();
    expect(tickets).toBeGreaterThan(7);
    expect(tickets).toBeLessThanOrEqual(32);
    expect(spent()).toBeLessThanOrEqual(1_000_000);
  });

  it('goes on after 15 seconds, however long the round is due', async () => {
    ports.chain.transactionGas = 3_000_000;
    ports.clock.advance(86_400);
    for (const [index, count] of [0, 64, 128].entries()) {
      drawingFrom(count);
      expect(await keep()).toMatchObject({ draws: 1 });
      const result = { round: 0, decided: count + 64 };
      ports.operations.settle(ports.operations.all[index]?.id ?? '', { ...CONFIRMED, result });
      expect(await keep()).toMatchObject({ draws: 0 });
      ports.clock.advance(15);
    }
    expect(drawn()).toEqual([64, 64, 256]);
  });

  it('goes on with a draw that another wallet began', async () => {
    drawingFrom(150);
    expect(await keep()).toMatchObject({ draws: 1 });
    expect([drawn(), spent()]).toEqual([[256], 1_600_000]);
  });

  it('has nothing to do when all places are drawn', async () => {
    drawingFrom(0);
    ports.chain.rounds.set(giveaway, [round('DECIDED', { decided: 200 })]);
    expect(await keep()).toMatchObject({ draws: 0 });
  });

  it('counts a round whose first step it cannot pay for as unfunded', async () => {
    drawingFrom(0);
    ports.chain.balances.set(KEEPER, 399_999n * GWEI);
    expect(await keep()).toMatchObject({ draws: 0, unfunded: 1 });
    ports.chain.balances.set(KEEPER, 10n ** 18n);
    budget = 399_999n * GWEI;
    ports.clock.advance(60);
    expect(await keep()).toMatchObject({ draws: 0, overBudget: 1 });
  });
});
