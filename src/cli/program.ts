import { Command, InvalidArgumentError, Option } from 'commander';
import { addAudit } from './operator/audit.ts';
import { addDoctor } from './operator/doctor.ts';
import { addClients } from './operator/clients.ts';
import { addFeed } from './publisher/feed.ts';
import { addKeys } from './publisher/keys.ts';
import { addLegacyListings } from './publisher/legacy-listings.ts';
import { addListings } from './publisher/listings.ts';
import { addMigrateListings } from './publisher/migrate-listings.ts';
import { addGiveaways } from './provider/giveaways.ts';
import { addOperations } from './provider/operations.ts';
import { addProviders } from './provider/providers.ts';
import { addSessionCommands } from './session-commands.ts';
import { addSignIn } from './sign-in.ts';
import { addSigners } from './provider/signers.ts';
import { addVerifyDraw } from './verify-draw/verify-draw.ts';
import { addSettle } from './settle/settle.ts';
import { addTakedown } from './operator/takedown.ts';
import { addWallets } from './provider/wallets.ts';
import { readVersion } from './version.ts';
import { addWebhooks } from './provider/webhooks.ts';

const DEFAULT_ADDRESS = 'http://localhost:4000';

/** Creates the program with all commands; it throws CommanderError for wrong usage. */
export function createProgram(): Command {
  const program = new Command('giveaways')
    .description('Publishes listings and operates a giveaway gateway through its GraphQL API.')
    .addOption(
      new Option('--url <address>', 'address of the gateway')
        .env('GIVEAWAYS_URL')
        .argParser(toAddress)
        .default(DEFAULT_ADDRESS),
    )
    .addOption(
      new Option('--token <credential>', 'API key, service token, session or operator token').env(
        'GIVEAWAYS_TOKEN',
      ),
    )
    .addOption(
      new Option(
        '--data-dir <folder>',
        'data folder of a gateway on this machine; without a credential, its operator token is used',
      )
        .env('DATA_DIR')
        .default('.data'),
    )
    .addOption(
      new Option('--config-home <folder>', 'folder of the stored sessions; ~/.config when left out').env(
        'XDG_CONFIG_HOME',
      ),
    )
    .version(readVersion(), '--version', 'print the version, and the commit that it was built from')
    .option('--json', 'print one JSON document')
    .configureHelp({ showGlobalOptions: true })
    // main.ts prints the messages, as text or as JSON.
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  addSignIn(program);
  addSessionCommands(program);
  addKeys(program);
  addProviders(program);
  addClients(program);
  const listings = addListings(program);
  addLegacyListings(listings);
  addMigrateListings(listings);
  addTakedown(program, listings);
  addFeed(program);
  addGiveaways(program);
  addOperations(program);
  addWallets(program);
  addWebhooks(program);
  addSigners(program);
  addAudit(program);
  addDoctor(program);
  addVerifyDraw(program);
  addSettle(program);
  return program;
}

function toAddress(text: string): string {
  if (text.trim() === '') return DEFAULT_ADDRESS;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError(`It must be a URL such as ${DEFAULT_ADDRESS}.`);
}
