import { expect, it } from '@jest/globals';
import type { HttpResponse, Json } from '../support/http/http.ts';
import { DECIDED, type ProviderSetup } from '../support/chain/provider-setup.ts';

const FOR_A_WHILE = 120_000;
const A_DAY = 86_400;
const ROUNDS = 10;
const EVERY_ROUND = Array.from({ length: ROUNDS }, (_, index) => index);

/** Calls that leave the round to the service, many at once. */
export function testRounds(stage: () => ProviderSetup): void {
  it(
    `${ROUNDS} calls at once that name no round act on ${ROUNDS} rounds, and a failed one frees its round`,
    async () => {
      const { senders: asks, gateways, node, passports } = stage();
      const sendRequest = (place: number, endpoint: string, body: object, key?: string) =>
        asks[place % asks.length]!(endpoint, body, key === undefined ? {} : { 'idempotency-key': key });
      const newest: Json = await node.rpc.call('eth_getBlockByNumber', ['latest', false]);
      const rolling = {
        startTime: Number(newest.timestamp),
        rollingEveryDays: 1,
        rollingEntriesCarryOver: true,
        providerPaysReceiptGas: true,
      };
      for (const [determinationType, giveawayId] of ['declared daily', 'drawn daily'].entries()) {
        const created = await sendRequest(0, 'create-giveaway', {
          ...rolling,
          giveawayId,
          determinationType,
        });
        expect(created.status).toBe(200);
      }
      const holders = passports.slice(0, ROUNDS);
      const issued = await Promise.all(
        ['declared daily', 'drawn daily'].flatMap((giveawayId) =>
          holders.map((passportId, place) =>
            sendRequest(place, 'issue-entries', { giveawayId, passportId, amount: 1 }),
          ),
        ),
      );
      expect(new Set(issued.map(({ status }) => status))).toEqual(new Set([200]));
      await node.advance(ROUNDS * A_DAY + DECIDED);

      const declare = (place: number, passportId: number | undefined) =>
        sendRequest(
          place,
          'declare-winner',
          { giveawayId: 'declared daily', passportId },
          `declare-${place}`,
        );
      const withoutEntries = passports[ROUNDS];
      const named = holders.map((passportId, place) => (place === 3 ? withoutEntries : passportId));
      const declared = await Promise.all(named.map((passportId, place) => declare(place, passportId)));
      expect(declared[3]).toMatchObject({
        status: 422,
        body: { error: { reason: 'PASSPORT_WITHOUT_ENTRIES' } },
      });
      // The failed call may free its round before another call takes one.
      expect(EVERY_ROUND).toContain(declared[3]!.body.error.details.round);
      const decided = roundsOf(declared);
      const left = EVERY_ROUND.filter((round) => !decided.includes(round));
      expect([decided.length, left.length]).toEqual([ROUNDS - 1, 1]);
      const again = await Promise.all(named.map((passportId, place) => declare(place, passportId)));
      expect(again.map(({ body }) => body)).toEqual(declared.map(({ body }) => body));
      const last = await declare(ROUNDS, holders[3]);
      expect(last).toMatchObject({ status: 200, body: { result: { roundIndex: left[0] } } });
      expect(await declare(ROUNDS + 1, holders[3])).toMatchObject({
        status: 422,
        body: { error: { reason: 'WINNER_ALREADY_SET', retryable: false } },
      });

      // Two more than there are rounds: they are told to come back, or that nothing is left to do.
      const receipts = await Promise.all(
        Array.from({ length: ROUNDS + 2 }, (_, place) =>
          sendRequest(place, 'confirm-receipt-by-provider', { giveawayId: 'declared daily' }),
        ),
      );
      expect(roundsOf(receipts)).toEqual(EVERY_ROUND);
      for (const { status, headers, body } of receipts.filter((response) => response.status !== 200)) {
        const isTaken = body.error.reason === 'ROUND_TAKEN';
        expect(body.error).toMatchObject({
          code: 'CONTRACT_REVERT',
          reason: isTaken ? 'ROUND_TAKEN' : 'RECEIPT_ALREADY_CONFIRMED',
          retryable: isTaken,
        });
        expect([status, headers.has('retry-after')]).toEqual(isTaken ? [409, true] : [422, false]);
      }

      // A beacon elsewhere keeps to the real time.
      if (gateways.length > 1) return;
      const drawn = await Promise.all(
        EVERY_ROUND.map((place) => sendRequest(place, 'draw-winner', { giveawayId: 'drawn daily' })),
      );
      expect(roundsOf(drawn)).toEqual(EVERY_ROUND);
    },
    FOR_A_WHILE,
  );
}

/** The rounds that were acted on, in their order. */
function roundsOf(responses: readonly HttpResponse[]): number[] {
  return responses
    .filter(({ status }) => status === 200)
    .map(({ body }) => body.result.roundIndex as number)
    .toSorted((a, b) => a - b);
}
