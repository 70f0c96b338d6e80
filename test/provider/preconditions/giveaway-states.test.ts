import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { REQUESTS } from '../../support/providers/provider-requests.ts';
import {
  BEACON_MARGIN,
  CHAIN_TIMEOUT,
  contractRefusal,
  endTime,
  entrant,
  expectRefusal,
  passportOf,
  NO_WINNER,
  node,
  NOT_ENDED,
  notFound,
  passportId,
  provider,
  scheduledFor,
  send,
  succeed,
  useGiveaways,
} from './giveaways.ts';

jest.setTimeout(CHAIN_TIMEOUT);

useGiveaways();

describe('A request before the giveaway has ended', () => {
  it.each([
    ['a declaration of a winner', 'declare-winner', 'declared', NOT_ENDED],
    ['a declaration of a giveaway without an end', 'declare-winner', 'open', contractRefusal('NEVER_ENDS')],
    ['a draw', 'draw-winner', 'drawn', NOT_ENDED],
    ['a declaration where the winner is drawn', 'declare-winner', 'drawn', contractRefusal('WRONG_MODE')],
    ['a draw where the winner is declared', 'draw-winner', 'declared', contractRefusal('WRONG_MODE')],
    ['round metadata', 'set-round-metadata', 'declared', NO_WINNER],
    ['a round image', 'set-round-image', 'drawn', NO_WINNER],
    ['a prize delivery', 'record-prize-delivery', 'declared', NO_WINNER],
    ['a receipt', 'confirm-receipt-by-provider', 'declared', NO_WINNER],
    [
      'a receipt where only the winner confirms',
      'confirm-receipt-by-provider',
      'open',
      contractRefusal('RECEIPT_MODE_OFF'),
    ],
    [
      'an issue of entries before the start',
      'issue-entries',
      'scheduled',
      contractRefusal('ROUND_NOT_ACTIVE'),
    ],
    [
      'a removal of entries before the start',
      'remove-entries',
      'scheduled',
      contractRefusal('ROUND_NOT_ACTIVE'),
    ],
    [
      'a second giveaway with the same giveawayId',
      'create-giveaway',
      'open',
      contractRefusal('GIVEAWAY_EXISTS'),
    ],
  ])('is refused for %s: %s of the giveaway %j', async (_request, endpoint, giveawayId, refusal) => {
    await expectRefusal(endpoint, { ...REQUESTS[endpoint], giveawayId, ...passportOf(endpoint) }, refusal);
  });

  it('gets the time of the chain and the opening time of the round when it issues entries before the start', async () => {
    const body = { giveawayId: 'scheduled', passportId, amount: 1 };
    const { body: response } = await expectRefusal(
      'issue-entries',
      body,
      contractRefusal('ROUND_NOT_ACTIVE'),
    );
    const { timestamp, opensAt, closesAt, roundIndex } = response.error.details;
    expect({ opensAt, closesAt, roundIndex }).toEqual({ opensAt: scheduledFor, closesAt: 0, roundIndex: 0 });
    expect(Math.abs(timestamp - Date.now() / 1_000)).toBeLessThan(30);
    expect(response.error.message).toContain(
      `opens at ${new Date(scheduledFor * 1_000).toISOString().slice(0, 19)}Z`,
    );
  });

  it('is refused when it removes more entries than the passport holds', async () => {
    const body = { giveawayId: 'open', passportId, amount: 4 };
    const details = { passportId, entries: 3, amount: 4 };
    await expectRefusal('remove-entries', body, { ...contractRefusal('NOT_ENOUGH_ENTRIES'), details });
  });

  it('is refused when it issues more entries than a round can count', async () => {
    const body = { giveawayId: 'open', passportId, amount: 2 ** 32 - 1 };
    await expectRefusal('issue-entries', body, contractRefusal('TOO_MANY_ENTRIES'));
  });

  it.each([
    ['issue-entries', 'PASSPORT'],
    ['remove-entries', 'PASSPORT'],
  ])('is refused for %s of an unknown passport', async (endpoint, reason) => {
    await expectRefusal(endpoint, { giveawayId: 'open', passportId: 999_999, amount: 1 }, notFound(reason));
  });

  it.each(['set-round-metadata', 'set-round-image', 'record-prize-delivery'])(
    'is refused for %s of a round that does not exist',
    async (endpoint) => {
      const body = { ...REQUESTS[endpoint], giveawayId: 'declared', roundIndex: 7 };
      await expectRefusal(endpoint, body, notFound('ROUND'));
    },
  );
});

describe('A new giveaway', () => {
  const day = 86_400;
  const ago = (days: number) => Math.floor(Date.now() / 1_000) - days * day;
  it.each([
    ['has ended already', { startTime: ago(2), endTime: ago(1) }, true],
    [
      'is rolling and its last round has closed',
      { startTime: ago(3), endTime: ago(-4), rollingEveryDays: 7, rollingActiveDays: 2 },
      true,
    ],
    ['is drawn and has one round without an end', { startTime: ago(1), determinationType: 1 }, false],
  ])('is refused with a wrong endTime when it %s', async (_state, options, isOver) => {
    const body = { giveawayId: 'over', determinationType: 0, ...options };
    const { body: response } = await expectRefusal('create-giveaway', body, {
      status: 400,
      code: 'INVALID_PAYLOAD',
    });
    const { fields, timestamp, operationId } = response.error.details;
    expect(fields).toEqual([{ field: 'endTime', message: expect.stringMatching(/\w/) }]);
    expect(operationId).toBeUndefined();
    if (isOver) expect(Math.abs(timestamp - Date.now() / 1_000)).toBeLessThan(30);
  });

  it('is accepted when its last round is in the future', async () => {
    const rolling = { startTime: ago(3), endTime: ago(-5), rollingEveryDays: 7, rollingActiveDays: 5 };
    await succeed('create-giveaway', { giveawayId: 'last round', determinationType: 1, ...rolling });
  });
});

describe('A request after the giveaway has ended', () => {
  beforeAll(async () => {
    await node.advance(endTime + 5 - Math.floor(Date.now() / 1_000));
    // The gateway uses its own clock until it has indexed a block with the new time; this confirmation shows that it has.
    await succeed('create-giveaway', { ...REQUESTS['create-giveaway'], giveawayId: 'later' });
  });

  it.each([
    ['an issue of entries', 'issue-entries', 'declared', contractRefusal('ROUND_NOT_ACTIVE')],
    ['a removal of entries', 'remove-entries', 'declared', contractRefusal('ROUND_NOT_ACTIVE')],
    ['a declaration where the winner is drawn', 'declare-winner', 'drawn', contractRefusal('WRONG_MODE')],
    ['a draw where the winner is declared', 'draw-winner', 'declared', contractRefusal('WRONG_MODE')],
    [
      'a declaration of a giveaway without entries',
      'declare-winner',
      'without entries',
      contractRefusal('NO_ENTRIES'),
    ],
    ['round metadata', 'set-round-metadata', 'declared', NO_WINNER],
    ['a round image', 'set-round-image', 'declared', NO_WINNER],
    ['a prize delivery', 'record-prize-delivery', 'declared', NO_WINNER],
    ['a receipt', 'confirm-receipt-by-provider', 'declared', NO_WINNER],
  ])('is refused for %s: %s of the giveaway %j', async (_request, endpoint, giveawayId, refusal) => {
    await expectRefusal(endpoint, { ...REQUESTS[endpoint], giveawayId, ...passportOf(endpoint) }, refusal);
  });

  it('is refused when it declares a winner without entries', async () => {
    const body = { giveawayId: 'declared', passportId: 999_999 };
    await expectRefusal('declare-winner', body, contractRefusal('PASSPORT_WITHOUT_ENTRIES'));
  });

  it('is refused as a draw before the beacon has signed, and then succeeds', async () => {
    const headers = { 'idempotency-key': 'the-draw' };
    const draw = () => send('draw-winner', { giveawayId: 'drawn' }, provider.secret, headers);
    const early = await draw();
    expect(early).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'CONTRACT_REVERT',
          reason: 'BEACON_NOT_READY',
          retryable: true,
          details: { beaconRound: expect.stringMatching(/^\d+$/) },
        },
      },
    });
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    await node.advance(BEACON_MARGIN + 60);
    const drawn = await draw();
    expect(drawn).toMatchObject({ status: 200, body: { result: { roundIndex: 0, passportId, total: 3 } } });
    expect(String(drawn.body.result.beaconRound)).toBe(early.body.error.details.beaconRound);
    await expectRefusal('draw-winner', { giveawayId: 'drawn' }, contractRefusal('WINNER_ALREADY_SET'));
  });

  it('is refused when it repeats a declaration, a receipt or a delivery', async () => {
    const giveaways = ['declared', 'receipt off', 'handshake'];
    await Promise.all(giveaways.map((giveawayId) => succeed('declare-winner', { giveawayId, passportId })));
    const delivery = { ...REQUESTS['record-prize-delivery'], recipient: entrant };
    for (const giveawayId of giveaways)
      await expectRefusal(
        'declare-winner',
        { giveawayId, passportId },
        contractRefusal('WINNER_ALREADY_SET'),
      );
    for (const giveawayId of ['receipt off', 'handshake'])
      await expectRefusal('confirm-receipt-by-provider', { giveawayId }, contractRefusal('RECEIPT_MODE_OFF'));
    await expectRefusal(
      'record-prize-delivery',
      { ...delivery, giveawayId: 'handshake' },
      contractRefusal('HANDSHAKE_PENDING'),
    );

    await Promise.all([
      succeed('confirm-receipt-by-provider', { giveawayId: 'declared' }),
      succeed('record-prize-delivery', { ...delivery, giveawayId: 'declared' }),
    ]);
    await expectRefusal(
      'confirm-receipt-by-provider',
      { giveawayId: 'declared', roundIndex: 0 },
      contractRefusal('RECEIPT_ALREADY_CONFIRMED'),
    );
    await expectRefusal(
      'record-prize-delivery',
      { ...delivery, giveawayId: 'declared' },
      contractRefusal('DELIVERY_FINAL'),
    );
  });
});
