/**
 * Plays the main tasks step by step, in four acts. It can be repeated any number of times; the name of an act plays that one
 * only. Listings are published at the running gateway, and two giveaways stay on its site. The acts that set the clock of the chain
 * forward get a gateway of their own, unless GIVEAWAYS_URL names one.
 */
import { URL_OF_GATEWAY } from './gateway.ts';
import { playGiveaway } from './giveaway/play-giveaway.ts';
import { playListings } from './listings/play-listings.ts';
import { playProvider } from './provider/play-provider.ts';
import { hasBeacon } from './site/beacon-clock.ts';
import { openOnSite, playSite } from './site/play-site.ts';
import { tell } from './tell.ts';
import { AS_PART, playOnThrowawayChain } from './throwaway.ts';

const ACTS = { listings: playListings, giveaway: playGiveaway, provider: playProvider, site: playSite };
type Act = keyof typeof ACTS;
const ALL = Object.keys(ACTS) as Act[];
const MOVE_THE_CLOCK: readonly Act[] = ['giveaway', 'provider'];

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.find((name) => !Object.hasOwn(ACTS, name));
  if (unknown) throw new Error(`There is no act “${unknown}”: ${ALL.join(', ')}.`);
  const chosen = names.length === 0 ? ALL : ALL.filter((name) => names.includes(name));
  const isOwnChain = !process.env['GIVEAWAYS_URL'];
  if (isOwnChain) await playBeside(chosen, names.length === 0);
  else for (const name of chosen) await ACTS[name]();
}

/** Plays on another chain what moves its clock. Meanwhile the site's round closes, which saves its wait. */
async function playBeside(chosen: readonly Act[], isEverything: boolean): Promise<void> {
  if (chosen.includes('listings')) await playListings();
  const isSkipped = isEverything && !(await hasBeacon());
  if (isSkipped) tell('The gateway has no embedded chain: no giveaways of the demo stay on its site.');
  const onSite = chosen.includes('site') && !isSkipped ? await openOnSite() : undefined;
  const moving = chosen.filter((name) => MOVE_THE_CLOCK.includes(name));
  if (moving.length > 0) await playOnThrowawayChain(moving);
  await onSite?.finish();
}

const args = process.argv.slice(2);
main(args.filter((arg) => arg !== AS_PART)).then(
  () => void (args.includes(AS_PART) || process.stdout.write('\nEverything did what it should.\n')),
  (error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}${cause}\n`);
    if (error instanceof TypeError)
      process.stderr.write(`Is a gateway running at ${URL_OF_GATEWAY}? npm start\n`);
    process.exitCode = 1;
  },
);
