import { Option, type Command } from 'commander';
import { act, toWholeNumber } from '../command.ts';
import { toGiveawayKey, toHubAddress, toUrl, toUrls } from '../verify-draw/parse.ts';
import type { SettleOptions } from './run-settle.ts';

/** giveaways draw, void */
export function addSettle(program: Command): void {
  addCommand(program, 'draw', 'draws a round that is due, with any wallet and without any gateway').addOption(
    new Option(
      '--beacon <address>',
      "relay that has the signature; drand's relays of quicknet when left out",
    ).argParser(toUrl),
  );
  addCommand(
    program,
    'void',
    'marks a round void whose beacon has been silent for 30 days, with any wallet and without any gateway',
  );
}

function addCommand(program: Command, how: 'draw' | 'void', description: string): Command {
  return program
    .command(how)
    .description(description)
    .addOption(new Option('--rpc <address>', 'node of the chain').env('RPC_URL').argParser(toUrls))
    .addOption(
      new Option(
        '--hub <address>',
        'contract of the giveaway; when left out, the hub of the embedded chain in the data folder',
      )
        .env('CHAIN_HUB')
        .argParser(toHubAddress),
    )
    .requiredOption('--giveaway <key>', 'key of the giveaway on chain, or its id', toGiveawayKey)
    .option('--round <index>', 'round, counted from 0', toWholeNumber, 0)
    .option('--key-file <file>', 'file with the key of the wallet that pays; standard input when left out')
    .option('--send', 'send the transaction; without it the command only says what it would cost')
    .action(
      act(async (_client, options) => {
        // It loads the curves, which other commands do without.
        const { settle } = await import('./run-settle.ts');
        return settle(options as unknown as SettleOptions, how);
      }, true),
    );
}
