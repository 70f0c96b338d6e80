import addCompletion from '@bomb.sh/tab/commander';
import { Command, InvalidArgumentError, Option } from 'commander';
import { addCommands, DEFAULT_ADDRESS, type CommandRow } from './command.ts';
import { AUDIT } from './operator/audit.ts';
import { BACKUP_ROWS } from './operator/backup.ts';
import { DOCTOR } from './operator/doctor.ts';
import { CLIENT_ROWS } from './operator/clients.ts';
import { FEED } from './publisher/feed.ts';
import { KEY_ROWS } from './publisher/keys.ts';
import { LEGACY_LISTING_ROWS } from './publisher/legacy-listings.ts';
import { MIGRATE_ROWS } from './operator/migrate.ts';
import { DRAFT_ROWS } from './publisher/drafts.ts';
import { LISTING_PICTURE } from './publisher/listing-picture.ts';
import { LISTING_ROWS } from './publisher/listings.ts';
import { DOMAIN_ROWS } from './publisher/domain.ts';
import { MEMBERSHIP_ROWS, PUBLISHER_MEMBER_ROWS } from './publisher/members.ts';
import { PUBLISHER_PROFILE_ROWS } from './publisher/publisher-profile.ts';
import { PUBLISH } from './publisher/publish-listing.ts';
import { MIGRATE_LISTINGS } from './publisher/migrate-listings.ts';
import { GIVEAWAY_ROWS, ROUND_ROWS } from './provider/giveaways.ts';
import { OPERATION_ROWS } from './provider/operations.ts';
import { MEMBER_ROWS, PROVIDER_ROWS } from './provider/providers.ts';
import { PROFILE_ROWS } from './access/profile-commands.ts';
import { SESSION_ROWS } from './access/session-commands.ts';
import { SIGN_IN } from './access/sign-in.ts';
import { SIGNER_ROWS } from './provider/signers.ts';
import { addVerifyDraw } from './verify-draw/verify-draw.ts';
import { addSettle } from './settle/settle.ts';
import { PUBLISHER_ROWS, TAKEDOWN_ROWS } from './operator/takedown.ts';
import { OBJECTION_ROWS } from './operator/objections.ts';
import { FEED_SUBSCRIPTION_ROWS } from './operator/feed-subscriptions.ts';
import { FIGURES_ROW } from './operator/report-figures.ts';
import { REPORT_ROWS } from './operator/reports.ts';
import { WALLET_ROWS } from './provider/wallets.ts';
import { readVersion } from '../runtime/version.ts';
import { WEBHOOK_ROWS } from './provider/webhooks.ts';

const COMPLETION = 'completion';

type Group = readonly [name: string, what: string, rows: readonly CommandRow[], nested?: readonly Group[]];

/** The groups of commands, such as `giveaways keys create`. */
const GROUPS: readonly Group[] = [
  ['profile', 'named gateways with their credentials', PROFILE_ROWS],
  ['keys', 'API keys: your own, or as the operator those of any account', KEY_ROWS],
  [
    'providers',
    'providers and their members (operator); members list their own',
    PROVIDER_ROWS,
    [['members', 'the accounts that may hold keys of a provider', MEMBER_ROWS]],
  ],
  ['clients', 'clients of the token issuer (operator)', CLIENT_ROWS],
  [
    'listings',
    'listings: your own, or as the operator all',
    [PUBLISH, ...LISTING_ROWS, LISTING_PICTURE, ...LEGACY_LISTING_ROWS, MIGRATE_LISTINGS, ...TAKEDOWN_ROWS],
  ],
  ['drafts', 'listings that your account has not published yet', DRAFT_ROWS],
  [
    'publishers',
    'publishers of listings: your own public profile, or as the operator all',
    [...PUBLISHER_PROFILE_ROWS, ...PUBLISHER_ROWS],
    [
      ['domain', 'the domain that you prove to be your own', DOMAIN_ROWS],
      ['members', 'who may act for your publisher', PUBLISHER_MEMBER_ROWS],
      ['memberships', 'publishers of others that you may act for', MEMBERSHIP_ROWS],
    ],
  ],
  [
    'reports',
    'reports of listings by visitors, and objections (operator)',
    [...REPORT_ROWS, ...OBJECTION_ROWS, FIGURES_ROW],
  ],
  ['migrate', "the tables of a gateway's database, by DATABASE_URL or its data folder", MIGRATE_ROWS],
  ['giveaways', 'giveaways on the chain, which everybody may read', GIVEAWAY_ROWS],
  ['rounds', 'rounds of a giveaway, which everybody may read', ROUND_ROWS],
  [
    'operations',
    'requests the operations of your provider with one of its keys, and shows their state',
    OPERATION_ROWS,
  ],
  ['wallets', 'wallets whose keys are in custody (operator)', WALLET_ROWS],
  [
    'webhooks',
    "endpoints that get events of a provider's operations and rounds (members and operator), or followed listings",
    [...WEBHOOK_ROWS, ...FEED_SUBSCRIPTION_ROWS],
  ],
  [
    'signers',
    'wallets that send the transactions of providers (operator); members list their own',
    SIGNER_ROWS,
  ],
];

/** Creates the program with all commands; it throws CommanderError for wrong usage. */
export function createProgram(): Command {
  const program = new Command('giveaways')
    .description('Publishes listings and operates a giveaway gateway through its GraphQL API.')
    .addOption(
      new Option('--url <address>', `address of the gateway; that of the profile, else ${DEFAULT_ADDRESS}`)
        .env('GIVEAWAYS_URL')
        .argParser(toAddress),
    )
    .addOption(
      new Option(
        '--profile <name>',
        'stored address and credential; that of giveaways profile use when left out',
      ).env('GIVEAWAYS_PROFILE'),
    )
    .addOption(
      new Option('--token <credential>', 'API key, service token, session or operator token').env(
        'GIVEAWAYS_TOKEN',
      ),
    )
    .addOption(
      new Option(
        '--publisher <id>',
        'publisher of somebody else that you act for as a member; your own when left out',
      )
        .env('GIVEAWAYS_PUBLISHER')
        .argParser(toPublisher),
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
      new Option(
        '--config-home <folder>',
        'folder of the stored sessions and profiles; ~/.config when left out',
      ).env('XDG_CONFIG_HOME'),
    )
    .version(readVersion(), '--version', 'print the version, and the commit that it was built from')
    .option('--json', 'print one JSON document')
    .configureHelp({ showGlobalOptions: true })
    // main.ts prints the messages, as text or as JSON.
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  addCommands(program, [SIGN_IN, ...SESSION_ROWS]);
  for (const [name, what, rows, nested = []] of GROUPS) {
    const group = program.command(name).description(what);
    addCommands(group, rows);
    for (const [name, what, rows] of nested) addCommands(group.command(name).description(what), rows);
  }
  addCommands(program, [FEED, AUDIT, DOCTOR, ...BACKUP_ROWS]);
  addVerifyDraw(program);
  addSettle(program);
  addCompletion(program, { completionCommandName: COMPLETION });
  program.commands
    .find((command) => command.name() === COMPLETION)
    ?.description('prints a script by which a shell completes commands and options');
  return program;
}

/** An id of other characters is none, and no header can carry some of them. */
function toPublisher(text: string): string | undefined {
  const id = text.trim();
  if (/^\w*$/.test(id)) return id || undefined;
  throw new InvalidArgumentError('It must be the id of a publisher, which begins with pub_.');
}

function toAddress(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError(`It must be a URL such as ${DEFAULT_ADDRESS}.`);
}
