/**
 * Plays the main tasks against a running gateway, step by step, in three acts. It can be repeated any number of times;
 * the name of an act plays that one only.
 */
import { URL_OF_GATEWAY } from './gateway.ts';
import { playGiveaway } from './giveaway/play-giveaway.ts';
import { playListings } from './listings/play-listings.ts';
import { playProvider } from './provider/play-provider.ts';

const ACTS: Readonly<Record<string, () => Promise<void>>> = {
  listings: playListings,
  giveaway: playGiveaway,
  provider: playProvider,
};

async function main(names: readonly string[]): Promise<void> {
  const chosen = names.length === 0 ? Object.keys(ACTS) : names;
  for (const name of chosen) {
    const play = ACTS[name];
    if (!play) throw new Error(`There is no act “${name}”: ${Object.keys(ACTS).join(', ')}.`);
    await play();
  }
}

main(process.argv.slice(2)).then(
  () => process.stdout.write('\nEverything did what it should.\n'),
  (error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}${cause}\n`);
    if (error instanceof TypeError)
      process.stderr.write(`Is a gateway running at ${URL_OF_GATEWAY}? npm start\n`);
    process.exitCode = 1;
  },
);
