import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DrawnGiveaway } from '../../../src/core/draws/due-draws.ts';
import { keepRounds, type KeeperRun } from '../../../src/core/draws/keep-rounds.ts';
import { DomainError } from '../../../src/core/errors.ts';
import { createDueDraws, type FakeDueDraws } from '../support/due-draws.ts';
import { CONFIRMED } from '../support/operations.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';
import { START } from '../support/time.ts';

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER_WALLET = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MARGIN_SECONDS = 60;
/** The gas that the keeper counts for a draw. */
const GAS = 400_000n;
const NOTHING: KeeperRun = { draws: 0, voids: 0, overBudget: 0, unfunded: 0 };

let ports: FakePorts;
let dueDraws: FakeDueDraws;
let budget: bigint;
beforeEach(() => {
  ports = createPorts();
  dueDraws = createDueDraws(ports, WALLET);
  budget = 10n ** 18n;
});

const now = () => ports.clock.now().getTime();
const keep = (isOver = () => false) => keepRounds({ ...ports, dueDraws }, { wallet: WALLET, budget }, isOver);
const nextCheckOf = (key: string) => dueDraws.giveaways.get(key)?.at;
const submitted = () => ports.operations.all.map(({ call, signer }) => ({ ...call, signer }));
const failAll = () => {
  const error = { code: 'CONTRACT_REVERT', reason: 'OUT_OF_GAS', message: 'It failed.' } as const;
  for (const { id } of ports.operations.all) ports.operations.settle(id, { status: 'FAILED', error });
};

/** Adds a giveaway of one round that ends now. */
function addGiveaway(giveaway = 'ended', schedule: Partial<DrawnGiveaway['schedule']> = {}): void {
  dueDraws.giveaways.set(giveaway, {
    giveaway: {
      giveaway,
      providerKey: 'provider',
      entriesCarryOver: false,
      beaconMargin: MARGIN_SECONDS,
      schedule: { startsAt: now() - DAY, endsAt: now(), everyDays: 0, activeDays: 0, ...schedule },
    },
    at: 0,
    due: 0,
  });
}

/** Moves the clock so long after the beacon round of a giveaway that ended at the start. */
const advanceAfterSignature = (ms: number) =>
  ports.clock.advance((START.getTime() + MARGIN_SECONDS * SECOND + ms - now()) / SECOND);

describe('the keeper', () => {
  it('draws a round five minutes after its beacon round, and not earlier', async () => {
    addGiveaway();
    advanceAfterSignature(5 * MINUTE - SECOND);
    expect(await keep()).toEqual(NOTHING);
    expect(nextCheckOf('ended')).toBe(now() + SECOND);
    advanceAfterSignature(5 * MINUTE);
    expect(await keep()).toEqual({ ...NOTHING, draws: 1 });
    expect(submitted()).toEqual([
      {
        kind: 'draw-winner',
        giveaway: 'ended',
        round: 0,
        signature: await ports.beacon.signatureOf(1_000n),
        signer: WALLET,
      },
    ]);
    expect(dueDraws.spent).toBe(GAS * ports.chain.feePerGas);
  });

  it('draws every due round of a giveaway that repeats, and looks again when the next one is due', async () => {
    const startsAt = now() - 2 * DAY;
    addGiveaway('daily', { startsAt, endsAt: undefined, everyDays: 1, activeDays: 1 });
    advanceAfterSignature(5 * MINUTE);
    expect(await keep()).toEqual({ ...NOTHING, draws: 2 });
    expect(submitted().map((call) => 'round' in call && call.round)).toEqual([0, 1]);
    dueDraws.settled.add('daily 0').add('daily 1');
    ports.clock.advance(12 * 3_600);
    expect(await keep()).toEqual(NOTHING);
    expect(nextCheckOf('daily')).toBe(startsAt + 3 * DAY + MARGIN_SECONDS * SECOND + 5 * MINUTE);
  });

  it.each([
    ['that the read model shows', true],
    ['that the read model does not show yet', false],
  ])('never draws a round twice while its draw is open, %s', async (_case, showsTaken) => {
    addGiveaway();
    dueDraws.showsTaken = showsTaken;
    advanceAfterSignature(5 * MINUTE);
    expect(await keep()).toEqual({ ...NOTHING, draws: 1 });
    ports.clock.advance(3_600);
    expect(await keep()).toEqual(NOTHING);
    const [operation] = ports.operations.all;
    ports.operations.settle(operation?.id ?? '', CONFIRMED);
    ports.clock.advance(3_600);
    expect(await keep()).toEqual(NOTHING);
    expect(ports.operations.all).toHaveLength(1);
  });

  it('leaves a round to the draw of its provider that is open', async () => {
    addGiveaway();
    dueDraws.showsTaken = false;
    const claim = { giveaway: 'ended', need: 'winner', round: 0, operationId: 'opn_provider' } as const;
    advanceAfterSignature(5 * MINUTE);
    await ports.roundClaims.take(claim);
    expect(await keep()).toEqual(NOTHING);
    expect(ports.operations.all).toEqual([]);
  });

  it.each([true, false])(
    'draws a round whose provider has an open draw for more than ten minutes (shown: %s)',
    async (showsTaken) => {
      addGiveaway();
      dueDraws.showsTaken = showsTaken;
      advanceAfterSignature(5 * MINUTE);
      const claim = { giveaway: 'ended', need: 'winner', round: 0, operationId: 'opn_stuck' } as const;
      await ports.roundClaims.take(claim);
      const call = { kind: 'draw-winner', giveaway: 'ended', round: 0, signature: '0x00' } as const;
      await ports.operations.submit([
        { id: 'opn_stuck', providerKey: 'provider', signer: OTHER_WALLET, call },
      ]);
      ports.clock.advance(600);
      expect(await keep()).toEqual(NOTHING);
      ports.clock.advance(61);
      expect(await keep()).toEqual({ ...NOTHING, draws: 1 });
      // Its own open draw is not repeated.
      ports.clock.advance(24 * 86_400);
      expect(await keep()).toEqual(NOTHING);
    },
  );

  it('lets providers take turns, however many rounds one of them has', async () => {
    addGiveaway('hourly', { startsAt: now() - 9 * DAY, endsAt: undefined, everyDays: 1, activeDays: 1 });
    for (const name of ['second', 'third']) {
      addGiveaway(name);
      const { giveaway } = dueDraws.giveaways.get(name) ?? {};
      Object.assign(giveaway ?? {}, { providerKey: name });
    }
    budget = 4n * GAS * ports.chain.feePerGas;
    advanceAfterSignature(5 * MINUTE);
    expect(await keep()).toEqual({ ...NOTHING, draws: 4, overBudget: 7 });
    expect(submitted().map((call) => 'giveaway' in call && call.giveaway)).toEqual([
      'hourly',
      'second',
      'third',
      'hourly',
    ]);
  });

  it('submits nothing that its wallet cannot pay for, and spends no budget for it', async () => {
    for (const name of ['first', 'second']) addGiveaway(name);
    ports.chain.balances.set(WALLET, GAS * ports.chain.feePerGas);
    advanceAfterSignature(5 * MINUTE);
    expect(await keep()).toEqual({ ...NOTHING, draws: 1, unfunded: 1 });
    expect(dueDraws.spent).toBe(GAS * ports.chain.feePerGas);
    ports.chain.balances.set(WALLET, 10n ** 18n);
    ports.clock.advance(60);
    expect(await keep()).toEqual({ ...NOTHING, draws: 1 });
  });

  it('draws again after a failure', async () => {
    addGiveaway();
    advanceAfterSignature(5 * MINUTE);
    await keep();
    failAll();
    ports.clock.advance(15);
    expect(await keep()).toEqual({ ...NOTHING, draws: 1 });
    expect(ports.operations.all).toHaveLength(2);
  });

  it.each([
    ['15 seconds at first', 0, 15 * SECOND],
    ['a tenth of the time that the round is due', 10 * HOUR, HOUR],
    ['6 hours at most', 20 * DAY, 6 * HOUR],
  ])('looks at a round that it cannot settle again after %s', async (_case, dueSince, pause) => {
    addGiveaway();
    ports.beacon.signedUntil = 0n;
    advanceAfterSignature(5 * MINUTE + dueSince);
    expect(await keep()).toEqual(NOTHING);
    expect(nextCheckOf('ended')).toBe(now() + pause);
    expect(dueDraws.giveaways.get('ended')?.due).toBe(1);
  });

  it('marks a round void whose beacon has been silent for 30 days, and not earlier', async () => {
    addGiveaway();
    ports.beacon.signedUntil = 0n;
    advanceAfterSignature(30 * DAY - SECOND);
    expect(await keep()).toEqual(NOTHING);
    ports.clock.advance(6 * 3_600);
    expect(await keep()).toEqual({ ...NOTHING, voids: 1 });
    expect(submitted()).toEqual([{ kind: 'void-round', giveaway: 'ended', round: 0, signer: WALLET }]);
  });

  it('draws a round after 30 days whose beacon round is signed', async () => {
    addGiveaway();
    advanceAfterSignature(30 * DAY);
    expect(await keep()).toEqual({ ...NOTHING, draws: 1 });
  });

  it('marks a round void after 30 days when the contracts refuse its draw', async () => {
    addGiveaway();
    ports.chain.refuse = ({ kind }) =>
      kind === 'draw-winner' ? new DomainError('CONTRACT_REVERT', 'No signature.') : undefined;
    advanceAfterSignature(30 * DAY);
    expect(await keep()).toEqual({ ...NOTHING, voids: 1 });
  });

  it('submits nothing that the contracts refuse, and spends nothing for it', async () => {
    addGiveaway();
    ports.chain.refuse = () => new DomainError('CONTRACT_REVERT', 'It is decided.');
    advanceAfterSignature(30 * DAY);
    expect(await keep()).toEqual(NOTHING);
    expect([ports.operations.all, dueDraws.spent]).toEqual([[], 0n]);
  });

  it('spends no more than its budget of a day, and continues with that of the next day', async () => {
    for (const name of ['first', 'second', 'third']) addGiveaway(name);
    budget = 2n * GAS * ports.chain.feePerGas;
    advanceAfterSignature(5 * MINUTE);
    expect(await keep()).toEqual({ ...NOTHING, draws: 2, overBudget: 1 });
    dueDraws.spent = 0n;
    ports.clock.advance(86_400);
    expect(await keep()).toEqual({ ...NOTHING, draws: 1 });
    expect(submitted().map((call) => 'giveaway' in call && call.giveaway)).toEqual([
      'first',
      'second',
      'third',
    ]);
  });

  it('fails without a node, and draws the round when one answers', async () => {
    addGiveaway();
    advanceAfterSignature(5 * MINUTE);
    ports.chain.refuse = () => new DomainError('CHAIN_UNAVAILABLE', 'No node answers.');
    expect(await errorOf(keep())).toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
    ports.chain.refuse = () => undefined;
    expect(await keep()).toEqual({ ...NOTHING, draws: 1 });
  });

  it('treats a relay that does not answer as a beacon without a signature', async () => {
    addGiveaway();
    ports.beacon.signatureOf = () =>
      Promise.reject(new DomainError('SERVICE_UNAVAILABLE', 'No relay answers.'));
    advanceAfterSignature(5 * MINUTE);
    expect(await keep()).toEqual(NOTHING);
    advanceAfterSignature(30 * DAY);
    expect(await keep()).toEqual({ ...NOTHING, voids: 1 });
  });

  it('looks at a settled giveaway once more a day later, because of reorganisations, then never', async () => {
    addGiveaway();
    dueDraws.settled.add('ended 0');
    advanceAfterSignature(5 * MINUTE);
    await keep();
    expect(nextCheckOf('ended')).toBe(START.getTime() + MARGIN_SECONDS * SECOND + DAY);
    advanceAfterSignature(DAY);
    await keep();
    expect(nextCheckOf('ended')).toBeNull();
  });

  it('looks at a giveaway again after a clock was ahead', async () => {
    addGiveaway('later', { startsAt: now(), endsAt: now() + 10 * DAY });
    dueDraws.settled.add('later 0');
    ports.clock.advance((40 * DAY) / SECOND);
    await keep();
    expect(nextCheckOf('later')).toBeNull();
    dueDraws.settled.clear();
    ports.clock.advance((-40 * DAY) / SECOND);
    await keep();
    await keep();
    expect(nextCheckOf('later')).toBe(now() + 10 * DAY + MARGIN_SECONDS * SECOND + 5 * MINUTE);
  });

  it('stops when its time is over, and continues in its next run', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `giveaway ${index}`);
    for (const name of names) addGiveaway(name);
    advanceAfterSignature(5 * MINUTE);
    expect(await keep(() => ports.operations.all.length === 3)).toEqual({ ...NOTHING, draws: 3 });
    expect(await keep()).toEqual({ ...NOTHING, draws: 22 });
    expect(new Set(submitted().map((call) => 'giveaway' in call && call.giveaway))).toEqual(new Set(names));
  });
});
