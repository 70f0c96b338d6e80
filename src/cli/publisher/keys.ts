import { randomUUID } from 'node:crypto';
import { CommanderError, Option, type Command } from 'commander';
import { act, type Options, type Result } from '../command.ts';
import { addList } from '../connection.ts';
import {
  ApiKeys,
  CreateApiKey,
  RevokeApiKey,
  RotateApiKey,
  SetApiKeySigner,
  Viewer,
  type ApiKeyFieldsFragment,
} from '../documents/generated.ts';
import type { GraphqlClient } from '../graphql-client.ts';
import { toFields } from '../print.ts';
import { sendNewMember } from '../provider/providers.ts';

/** giveaways keys create, rotate, set-signer, revoke, list */
export function addKeys(program: Command): void {
  const keys = program
    .command('keys')
    .description('API keys: your own, or as the operator those of any account');
  const account = ['--account <email>', 'the account, by its e-mail address (operator)'] as const;

  keys
    .command('create')
    .description('creates a key and shows it once')
    .option(...account)
    .requiredOption('--scopes <list>', 'scopes, separated by commas, such as giveaways:publish')
    .option('--name <name>', 'a name to recognise the key by')
    .option('--provider <id>', 'the provider of the provider scopes, such as prv_…')
    .option('--signer <address>', 'a signer of the provider; its default signer when left out')
    .option('--expires <instant>', 'when it stops working, such as 2027-08-31T18:00:00Z; never when left out')
    .option('--add-member', 'makes the account a member of the provider first (operator)')
    .action(
      act(async (client, options) => {
        const scopes = String(options['scopes'])
          .split(',')
          .map((scope) => scope.trim())
          .filter((scope) => scope !== '');
        const { account, name, provider, signer, expires, addMember } = options;
        if (addMember === true) await sendNewMember(client, memberOf(options), account);
        const creationId = randomUUID();
        const input = { account, name, scopes, provider, signer, expiresAt: expires, creationId };
        const { createApiKey } = await client.requestRepeatedly(CreateApiKey, { input });
        return issued(createApiKey, await accountOf(client, account));
      }),
    );
  keys
    .command('rotate')
    .description(
      'replaces the secret of a key and shows the new one once; the previous one stops working at once',
    )
    .argument('<id>', 'the key, such as key_…')
    .option(...account)
    .action(
      act(async (client, options, id) => {
        const input = { id, account: options['account'], rotationId: randomUUID() };
        const { rotateApiKey } = await client.requestRepeatedly(RotateApiKey, { input });
        return issued(rotateApiKey, await accountOf(client, options['account']));
      }),
    );
  keys
    .command('set-signer')
    .description('sets the signer of a key, from its next request on')
    .argument('<id>', 'the key, such as key_…')
    .addOption(new Option('--signer <address>', 'a signer of the provider'))
    .addOption(new Option('--default', 'the default signer of the provider').conflicts('signer'))
    .option(...account)
    .action(
      act(async (client, options, id) => {
        const { account, signer } = options;
        if (signer === undefined && options['default'] !== true) throw noSignerGiven();
        const input = { id, account, signer: signer ?? null };
        const { setApiKeySigner } = await client.request(SetApiKeySigner, { input });
        const { apiKey } = setApiKeySigner;
        return {
          document: apiKey,
          text: `${apiKey.signer ?? 'The default signer of its provider'} signs for ${apiKey.id} from now on.`,
        };
      }),
    );
  keys
    .command('revoke')
    .description('revokes a key at once; its listings stay published')
    .argument('<id>', 'the key, such as key_…')
    .option(...account)
    .action(
      act(async (client, options, id) => {
        const input = { id, account: options['account'] };
        const { revokeApiKey } = await client.request(RevokeApiKey, { input });
        return {
          document: revokeApiKey.apiKey,
          text: `${revokeApiKey.apiKey.id} is revoked. Its listings stay with the account.`,
        };
      }),
    );
  addList(
    keys
      .command('list')
      .description('lists keys, newest first, including revoked ones')
      .option(...account),
    {
      document: ApiKeys,
      page: ({ apiKeys }) => apiKeys,
      name: 'keys',
      headings: ['ID', 'NAME', 'KEY', 'SCOPES', 'PROVIDER', 'CREATED', 'LAST USED', 'STATE'],
      row: toRow,
      none: 'There are no keys.',
      variables: ({ account }) => ({ account }),
    },
  );
}

function noSignerGiven(): CommanderError {
  return new CommanderError(2, 'giveaways.setSigner', 'set-signer needs --signer or --default.');
}

function memberOf({ provider, account }: Options): string {
  if (typeof provider === 'string' && typeof account === 'string') return provider;
  throw new CommanderError(2, 'giveaways.addMember', '--add-member needs --provider and --account.');
}

// Only for display, and requested after the key was created: a failure must not hide the key, which is shown only once.
async function accountOf(client: GraphqlClient, option: unknown): Promise<string | null> {
  if (typeof option === 'string') return option;
  try {
    const { viewer } = await client.request(Viewer);
    return viewer?.email ?? null;
  } catch {
    return null;
  }
}

interface Issued {
  readonly secret: string;
  readonly apiKey: ApiKeyFieldsFragment;
}

function issued({ secret, apiKey }: Issued, account: string | null): Result {
  const { id, name, scopes, providerId, signer, createdAt, expiresAt } = apiKey;
  return {
    document: { id, key: secret, name, scopes, providerId, signer, account, createdAt, expiresAt },
    text: `${toFields({ Key: secret, Id: id, Name: name, Scopes: scopes.join(', '), Provider: providerId, Signer: signer, Account: account, Expires: expiresAt })}\n\nThe key is shown only now: put it into the configuration of the server that uses it.`,
  };
}

function toRow(key: ApiKeyFieldsFragment): string[] {
  const { id, name, start, end, scopes, providerId, createdAt, lastUsedAt } = key;
  return [
    id,
    name,
    `${start}…${end}`,
    scopes.join(','),
    providerId ?? 'none',
    createdAt,
    lastUsedAt ?? 'never',
    stateOf(key),
  ];
}

function stateOf({ revokedAt, expiresAt }: ApiKeyFieldsFragment): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (expiresAt === null) return 'live';
  return Date.parse(expiresAt) > Date.now() ? `live until ${expiresAt}` : `expired ${expiresAt}`;
}
