import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RoundNow } from '../../../src/core/chain/contracts.ts';
import { createGiveaway } from '../../../src/core/giveaways/create-giveaway.ts';
import { perform } from '../../../src/core/operations/perform.ts';
import { confirmReceiptByProvider } from '../../../src/core/prizes/confirm-receipt-by-provider.ts';
import { declareWinner } from '../../../src/core/rounds/declare-winner.ts';
import { setRoundImage } from '../../../src/core/rounds/set-round-image.ts';
import { providerCaller } from '../support/callers.ts';
import { round } from '../support/chain.ts';
import { CONFIRMED } from '../support/operations.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';

const caller = providerCaller();
const options = { requestId: 'request-1' };
let ports: FakePorts;
let giveaway: string;
beforeEach(() => {
  ports = createPorts();
  giveaway = ports.digests.giveawayKey(caller.providerKey, 'weekly');
  ports.knownGiveaways.keys.add(giveaway);
  ports.chain.places.set(giveaway, { winners: 2, alternates: 1 });
  ports.operations.outcome = () => ({});
});

/** Closed rounds on the chain, all of which the read model has as lacking this. */
function rounds(need: 'winner' | 'receipt', ...states: RoundNow[]): void {
  ports.chain.rounds.set(giveaway, [...states, round('OPEN')]);
  const lacking = states.map((_state, index) => index);
  const known = {
    closed: states.length,
    lacking: { winner: [], receipt: [], [need]: lacking },
    hasSeveral: true,
  };
  ports.pendingRounds.known.set(giveaway, known);
}
const decided = (count: number) => round(count === 0 ? 'CLOSED' : 'DECIDED', { decided: count });
const declare = async (more = {}) =>
  (await perform(ports, caller, declareWinner, { giveawayId: 'weekly', passportId: 7, ...more }, options))
    .result['roundIndex'];

describe('declare-winner of rounds with several winners', () => {
  it('acts on a round once for each of its winners, then on the next one', async () => {
    rounds('winner', decided(0), decided(1));
    expect([await declare(), await declare(), await declare()]).toEqual([0, 0, 1]);
    expect(await errorOf(declare())).toMatchObject({ reason: 'ROUND_TAKEN' });
  });

  it('acts on the same round again after an operation that failed', async () => {
    rounds('winner', decided(0), decided(0));
    await declare();
    const [first] = ports.operations.all;
    await declare();
    const error = { code: 'CONTRACT_REVERT', message: 'No.' } as const;
    ports.operations.settle(first?.id ?? '', { status: 'FAILED', error });
    expect([await declare(), await declare()]).toEqual([0, 1]);
  });

  it('counts requests that name the round', async () => {
    rounds('winner', decided(0), decided(0));
    expect([await declare({ roundIndex: 0 }), await declare({ roundIndex: 0 })]).toEqual([0, 0]);
    expect(await declare()).toBe(1);
    // Alternates are for requests that name the round.
    expect(await declare({ roundIndex: 0 })).toBe(0);
  });

  it('acts on the latest round when no winner is missing', async () => {
    rounds('winner', decided(3), decided(2));
    expect(await declare()).toBe(1);
  });

  it('takes one place for a request that is repeated', async () => {
    rounds('winner', decided(0), decided(0));
    const request = { giveawayId: 'weekly', passportId: 7 };
    const keyed = { ...options, idempotencyKey: 'once', wait: 0 };
    for (let times = 0; times < 3; times += 1) await perform(ports, caller, declareWinner, request, keyed);
    expect(ports.operations.all).toHaveLength(1);
    expect([await declare(), await declare()]).toEqual([0, 1]);
  });
});

describe('an operation on a place', () => {
  const setImage = (place?: number | null) =>
    perform(
      ports,
      caller,
      setRoundImage,
      { giveawayId: 'weekly', roundIndex: 0, imageURI: 'ipfs://image', place },
      options,
    );

  it('names it in its call and its response, and not the first one', async () => {
    expect((await setImage(2)).result).toEqual({
      giveawayId: 'weekly',
      roundIndex: 0,
      place: 2,
      imageURI: 'ipfs://image',
    });
    for (const place of [undefined, null, 0])
      expect((await setImage(place)).result).not.toHaveProperty('place');
    expect(ports.operations.all.map(({ call }) => 'place' in call && call.place)).toEqual([
      2,
      false,
      false,
      false,
    ]);
  });

  it('is refused for a place that the giveaway does not have', async () => {
    expect(await errorOf(setImage(3))).toMatchObject({
      code: 'NOT_FOUND',
      reason: 'PLACE',
      values: { place: 3, winners: 2, alternates: 1 },
    });
    ports.chain.places.delete(giveaway);
    expect(await errorOf(setImage(1))).toMatchObject({ reason: 'PLACE' });
    expect(ports.operations.all).toEqual([]);
  });

  it('confirms receipt for the oldest round in which it lacks one', async () => {
    rounds('receipt', decided(1), decided(2), decided(3), decided(3));
    ports.chain.receipts.add(`${giveaway} 1 1`);
    const confirm = async (place: number) => {
      const request = { giveawayId: 'weekly', place };
      return (await perform(ports, caller, confirmReceiptByProvider, request, options)).result['roundIndex'];
    };
    expect([await confirm(1), await confirm(1), await confirm(2), await confirm(0)]).toEqual([2, 3, 2, 0]);
  });
});

describe('a new giveaway with several places', () => {
  const create = (more: object) =>
    perform(
      ports,
      caller,
      createGiveaway,
      { giveawayId: 'new', startTime: 1_900_000_000, determinationType: 0, ...more },
      options,
    );
  const placesOfLast = () => {
    const call = ports.operations.all.at(-1)?.call;
    return call?.kind === 'create-giveaway' ? call.places : null;
  };

  it('has as many winners and alternates, in its response too', async () => {
    ports.operations.outcome = () => CONFIRMED;
    expect((await create({ winners: 3 })).result).toMatchObject({ winners: 3, alternates: 0 });
    expect(placesOfLast()).toEqual({ winners: 3, alternates: 0 });
    await create({ alternates: '2' });
    expect(placesOfLast()).toEqual({ winners: 1, alternates: 2 });
  });

  it('is the same as before for one winner without alternates, which earlier contracts have too', async () => {
    ports.chain.hasPlaces = false;
    for (const more of [{}, { winners: 1 }, { winners: null, alternates: 0 }]) {
      const { result } = await create(more);
      expect(Object.keys(result)).toEqual(['giveawayId', 'id', 'determinationType']);
      expect(placesOfLast()).toBeUndefined();
    }
  });

  it('is refused where the contracts have one winner', async () => {
    ports.chain.hasPlaces = false;
    expect(await errorOf(create({ winners: 2 }))).toMatchObject({
      code: 'CONTRACT_REVERT',
      reason: 'PLACES_UNSUPPORTED',
    });
    expect(ports.operations.all).toEqual([]);
  });
});
