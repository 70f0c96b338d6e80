/**
 * Plays the main tasks step by step, in three acts. It can be repeated any number of times; the name of an act plays that one
 * only. Listings are published at the running gateway; the acts on the chain get a gateway of their own, unless GIVEAWAYS_URL
 * names one, whose embedded chain's clock they then set forward.
 */
import { URL_OF_GATEWAY } from './gateway.ts';
import { playGiveaway } from './giveaway/play-giveaway.ts';
import { playListings } from './listings/play-listings.ts';
import { playProvider } from './provider/play-provider.ts';
import { playOnThrowawayChain } from './throwaway.ts';

const ACTS: Readonly<Record<string, () => Promise<void>>> = {
  listings: playListings,
  giveaway: playGiveaway,
  provider: playProvider,
};

/** Plays the acts; returns whether the last one ran in this process. */
async function main(names: readonly string[]): Promise<boolean> {
  const chosen = names.length === 0 ? Object.keys(ACTS) : names;
  const unknown = chosen.find((name) => !Object.hasOwn(ACTS, name));
  if (unknown) throw new Error(`There is no act “${unknown}”: ${Object.keys(ACTS).join(', ')}.`);
  const isOwnChain = !process.env['GIVEAWAYS_URL'];
  const onChain = isOwnChain ? chosen.filter((name) => name !== 'listings') : [];
  for (const name of chosen) if (!onChain.includes(name)) await ACTS[name]?.();
  if (onChain.length > 0) await playOnThrowawayChain(onChain);
  return onChain.length === 0;
}

main(process.argv.slice(2)).then(
  (isLast) => void (isLast && process.stdout.write('\nEverything did what it should.\n')),
  (error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}${cause}\n`);
    if (error instanceof TypeError)
      process.stderr.write(`Is a gateway running at ${URL_OF_GATEWAY}? npm start\n`);
    process.exitCode = 1;
  },
);
