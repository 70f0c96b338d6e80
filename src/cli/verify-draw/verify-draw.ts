import { Option, type Command } from 'commander';
import { LEAST_BEACON_MARGIN, SAFE_BEACON_MARGIN } from '../../core/draws/quicknet.ts';
import { act, toWholeNumber } from '../command.ts';
import { toBeaconKey, toBlockHash, toGiveawayKey, toHubAddress, toSeconds, toUrl, toUrls } from './parse.ts';
import type { VerifyOptions } from './run-verify-draw.ts';

/** giveaways verify-draw */
export function addVerifyDraw(program: Command): void {
  program
    .command('verify-draw')
    .description('repeats a draw from the logs of a chain and the beacon alone, without any gateway')
    .addOption(
      new Option('--rpc <address...>', 'nodes of the chain, which must all agree')
        .env('RPC_URL')
        .argParser(toUrls),
    )
    .addOption(
      new Option(
        '--hub <address>',
        'contract of the giveaways; when left out, the hub of the embedded chain in the data folder',
      )
        .env('CHAIN_HUB')
        .argParser(toHubAddress),
    )
    .option('--giveaway <key>', 'key of the giveaway on chain, or its id', toGiveawayKey)
    .option('--round <index>', 'round, counted from 0 (default: 0, or that of --proof)', toWholeNumber)
    .option(
      '--from-block <number>',
      'block to read from, such as the block in which the hub was deployed',
      toWholeNumber,
      0,
    )
    .option('--prove', 'prove the draw in the state of a block whose hash two sources confirm')
    .option('--block-hash <hash>', 'hash of that block from a source of your own', toBlockHash)
    .option('--chain-id <number>', 'chain to expect', toWholeNumber)
    .option('--proof <file>', 'verify the document of a proof instead of reading the chain')
    .option('--save <file>', 'with --prove: write the document of the proof')
    .option(
      '--min-margin <seconds>',
      `least margin of the beacon to accept (default: ${SAFE_BEACON_MARGIN} for quicknet, else ${LEAST_BEACON_MARGIN})`,
      toWholeNumber,
    )
    .option(
      '--beacon <address>',
      "drand relay whose key, times and signature to expect; when left out, quicknet's key and times",
      toUrl,
    )
    .option('--beacon-key <hex>', 'public key of the beacon to expect instead', toBeaconKey)
    .option('--beacon-genesis <seconds>', 'time of its round 1 to expect instead, in Unix seconds', toSeconds)
    .option(
      '--beacon-period <seconds>',
      'time from one of its rounds to the next to expect instead',
      toSeconds,
    )
    .action(
      act(async (_client, options) => {
        // It loads the code of the contracts and the curves, which other commands do without.
        const { runVerifyDraw } = await import('./run-verify-draw.ts');
        return runVerifyDraw(options as unknown as VerifyOptions);
      }, true),
    );
}
