import { Round } from '@giveaway-gateway/client/documents';
import { setTimeout as after } from 'node:timers/promises';
import { graphql } from '../gateway.ts';
import { resultOf, type Integration } from '../provider/integration.ts';
import { step, tell } from '../tell.ts';
import { beaconTime } from './beacon-clock.ts';
import type { SiteGiveaway } from './open-giveaways.ts';

const POLL_MS = 1_000;
const TELL_EVERY_SECONDS = 15;

/** Waits until the round has closed and the beacon has signed, and tells from time to time how long that takes. */
export async function waitUntilDrawable({ closesAt, drawableAt }: SiteGiveaway): Promise<void> {
  let told = Infinity;
  for (;;) {
    const now = await beaconTime();
    const seconds = drawableAt - now;
    if (seconds <= 0) return;
    if (told - seconds >= TELL_EVERY_SECONDS) {
      const reason = now < closesAt ? 'its round is open' : 'the beacon has not signed yet';
      tell(`${seconds} seconds: ${reason}`);
      told = seconds;
    }
    await after(POLL_MS);
  }
}

/** Draws the winner and confirms the receipt, unless the gateway's keeper was first to draw. */
export async function drawWinner({ api }: Integration, { id, giveawayId }: SiteGiveaway): Promise<void> {
  step('Drawing the winner: draw-winner, confirm-receipt-by-provider, set-round-metadata');
  if (await isDecided(id)) tell('the keeper of the gateway has drawn it already');
  else {
    const { passportId, ticket, total } = await resultOf(api.drawWinner({ body: { giveawayId } }));
    tell(`passport ${passportId}, by ticket ${ticket} of ${total}`);
  }
  await resultOf(api.confirmReceiptByProvider({ body: { giveawayId } }));
  await resultOf(
    api.setRoundMetadata({ body: { giveawayId, roundIndex: 0, title: 'The jacket has an owner' } }),
  );
  tell('the receipt is confirmed');
}

async function isDecided(id: string): Promise<boolean> {
  const { giveaway } = await graphql(Round, { id, index: 0 });
  return giveaway?.round?.state === 'DECIDED';
}
