import { URL_OF_GATEWAY, meetGateway } from '../gateway.ts';
import { verifyDraw } from '../giveaway/verify.ts';
import { openIntegration } from '../provider/integration.ts';
import { step, tell } from '../tell.ts';
import { requireBeacon } from './beacon-clock.ts';
import { drawWinner, waitUntilDrawable } from './draw.ts';
import { openGiveaways } from './open-giveaways.ts';

/** Giveaways on the site, one of which still has to be drawn. */
interface OnSite {
  /** Waits until the drawn one can be drawn, draws it and verifies the draw. */
  finish(): Promise<void>;
}

/**
 * The last act: giveaways that stay on the site of the gateway. One gets a round that closes soon, and a winner; the other's
 * round stays open. No clock is moved, so the winner can be drawn after a while only.
 */
export async function playSite(): Promise<void> {
  await (await openOnSite()).finish();
}

/** Creates both giveaways; whatever else the demo does may happen before the end. */
export async function openOnSite(): Promise<OnSite> {
  await meetGateway();
  await requireBeacon();
  const integration = await openIntegration();
  const { drawn, open } = await openGiveaways(integration);
  tell(`${URL_OF_GATEWAY}/giveaways shows them`);
  return {
    async finish() {
      step(`Waiting for the draw of ${drawn.giveawayId}, as long as everybody has to`);
      await waitUntilDrawable(drawn);
      await drawWinner(integration, drawn);
      const chain = { url: `${URL_OF_GATEWAY}/chain/rpc`, hub: drawn.hub };
      await verifyDraw(chain, { key: drawn.id.replace('gwy_', '0x') }, 0);
      step('These giveaways stay on the site');
      tell(`${URL_OF_GATEWAY}/giveaways/${drawn.id}  is drawn`);
      tell(`${URL_OF_GATEWAY}/giveaways/${open.id}  has an open round`);
    },
  };
}
