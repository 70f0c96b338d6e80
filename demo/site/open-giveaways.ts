import type { CreateGiveawayRequest } from '@giveaway-gateway/client';
import { Giveaway } from '@giveaway-gateway/client/documents';
import { Wallet } from 'ethers';
import { toInstant } from '../giveaway/clock.ts';
import { graphql } from '../gateway.ts';
import { resultOf, type Integration } from '../provider/integration.ts';
import { eventually, step, tell } from '../tell.ts';
import { beaconTime } from './beacon-clock.ts';

/** A giveaway on the site. */
export interface SiteGiveaway {
  /** Its id in the GraphQL API. */
  readonly id: string;
  readonly giveawayId: string;
  readonly hub: string;
  /** Seconds: when its round closes, and when its winner can be drawn. */
  readonly closesAt: number;
  readonly drawableAt: number;
}

const PASSPORTS = 12;
/** Long enough for all entries, also on a slow machine. */
const ROUND_SECONDS = 45;
/** More than the time between two rounds of the beacon, and a block. */
const AFTER_MARGIN = 5;
const ON_CHAIN_RANDOM = 1;

/** Creates a giveaway that ends soon and one whose rounds repeat every week, both with entries. */
export async function openGiveaways(
  integration: Integration,
): Promise<{ readonly drawn: SiteGiveaway; readonly open: SiteGiveaway }> {
  const { api } = integration;
  step(`Provisioning ${PASSPORTS} entrants of the site's giveaways: provision-entrant`);
  const entrants = await Promise.all(
    Array.from({ length: PASSPORTS }, () =>
      resultOf(api.provisionEntrant({ body: { entrantWallet: Wallet.createRandom().address } })),
    ),
  );
  const passports = entrants.map(({ passportId }) => passportId);
  tell(`passports ${passports.toSorted((one, other) => one - other).join(', ')}`);

  const startTime = await beaconTime();
  const open = await create(integration, {
    giveawayId: `weekly-${startTime}`,
    startTime,
    determinationType: ON_CHAIN_RANDOM,
    rollingEveryDays: 7,
    rollingEntriesCarryOver: true,
    title: 'A book every week',
    description: 'One round a week. Entries of earlier rounds also count in later ones.',
  });
  const drawn = await create(integration, {
    giveawayId: `jacket-${startTime}`,
    startTime,
    endTime: (await beaconTime()) + ROUND_SECONDS,
    determinationType: ON_CHAIN_RANDOM,
    providerPaysReceiptGas: true,
    title: 'A jacket for rainy days',
    description: 'One round of less than a minute, drawn on the chain. Everybody can verify the draw.',
  });
  tell(`the round of ${drawn.giveawayId} closes at ${toInstant(drawn.closesAt)}`);

  step('Issuing entries of both: issue-entries');
  for (const { giveawayId } of [drawn, open])
    await Promise.all(
      passports.map((passportId, index) =>
        resultOf(api.issueEntries({ body: { giveawayId, passportId, amount: 1 + ((index * 7) % 25) } })),
      ),
    );
  tell(`${PASSPORTS} changes of each, which the gateway sends in few transactions`);
  const seconds = drawn.drawableAt - (await beaconTime());
  tell(`the winner of ${drawn.giveawayId} can be drawn in about ${seconds} seconds`);
  return { drawn, open };
}

async function create({ api }: Integration, body: CreateGiveawayRequest): Promise<SiteGiveaway> {
  const { title, giveawayId, endTime = 0 } = body;
  step(`Creating “${title}”: create-giveaway`);
  const { id } = await resultOf(api.createGiveaway({ body }));
  const { hub, beaconMargin } = await eventually('the giveaway should be readable', async () => {
    const { giveaway } = await graphql(Giveaway, { id });
    // Both are there once the giveaway has been read from the chain.
    return giveaway?.hub && giveaway.beaconMargin !== null
      ? { hub: giveaway.hub, beaconMargin: giveaway.beaconMargin }
      : undefined;
  });
  tell(`it is ${id}`);
  const closesAt = Number(endTime);
  return {
    id,
    giveawayId,
    hub,
    closesAt,
    drawableAt: closesAt + beaconMargin + AFTER_MARGIN,
  };
}
