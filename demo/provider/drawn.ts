import { Wallet } from 'ethers';
import { chainTime, moveTo } from '../giveaway/clock.ts';
import type { EmbeddedChain } from '../giveaway/embedded-chain.ts';
import { refusalOf } from '../gateway.ts';
import { verifyDraw } from '../giveaway/verify.ts';
import { expectThat, step, tell } from '../tell.ts';
import { resultOf, type Integration } from './integration.ts';

const DAY = 86_400;
/** Enough for the beacon's margin and the round after it. */
const AFTER_CLOSE = 90;

/** A repeating giveaway of two rounds, drawn on chain; an outsider repeats the draw. */
export async function playDrawn(
  chain: EmbeddedChain,
  { api }: Integration,
  carriesOver: boolean,
): Promise<void> {
  const startTime = await chainTime(chain);
  const giveawayId = `rest-rolling-${startTime}`;
  step(
    `Creating a rolling giveaway ${carriesOver ? 'with' : 'without'} carry-over, drawn on chain: create-giveaway`,
  );
  const { id } = await resultOf(
    api.createGiveaway({
      body: {
        giveawayId,
        startTime,
        determinationType: 1,
        rollingEveryDays: 1,
        rollingEntriesCarryOver: carriesOver,
      },
    }),
  );
  const provision = async (amount: number) => {
    const { passportId } = await resultOf(
      api.provisionEntrant({
        body: {
          entrantWallet: Wallet.createRandom().address,
          giveawayId,
          amount,
        },
      }),
    );
    return passportId;
  };
  const [first, second, third] = [await provision(5), await provision(10), await provision(15)];
  tell(`passports ${first}, ${second}, ${third} hold 30 entries in round 1`);

  const early = await refusalOf(api.drawWinner({ body: { giveawayId } }));
  tell(`before round 1 has closed: ${early.reason}`);
  await moveTo(chain, startTime + DAY + AFTER_CLOSE);
  await resultOf(api.issueEntries({ body: { giveawayId, passportId: first, amount: 7 } }));
  if (carriesOver) {
    const unsettled = await refusalOf(
      api.removeEntries({ body: { giveawayId, passportId: second, amount: 4 } }),
    );
    tell(`to remove entries of round 1 before its draw: ${unsettled.reason}`);
  }
  const totals = [];
  for (const round of [0, 1]) {
    if (round === 1) await moveTo(chain, startTime + 2 * DAY + AFTER_CLOSE);
    step(`Drawing round ${round + 1}: draw-winner`);
    const drawn = await resultOf(api.drawWinner({ body: { giveawayId } }));
    expectThat(drawn.roundIndex === round, `round ${round + 1} should be drawn`);
    totals.push(drawn.total);
    tell(`passport ${drawn.passportId}, by ticket ${drawn.ticket} of ${drawn.total}`);
    if (carriesOver && round === 0) {
      await resultOf(api.removeEntries({ body: { giveawayId, passportId: second, amount: 4 } }));
      tell('after its draw 4 entries of round 1 are removed; round 1 keeps what it counted');
    }
  }
  expectThat(
    totals.join() === (carriesOver ? '30,33' : '30,7'),
    `the totals should fit, and are ${totals.join()}`,
  );
  const key = id.replace('gwy_', '0x');
  await verifyDraw(chain, { key }, 1);
}
