import { randomUUID } from 'node:crypto';
import { CommanderError, Option } from 'commander';
import { needed, send, type CommandRow, type Options, type Result } from '../command.ts';
import { choiceOf, toConstant } from '../choices.ts';
import { listRow } from '../connection.ts';
import {
  ApiKeys,
  ChangeApiKey,
  CreateApiKey,
  RevokeApiKey,
  RotateApiKey,
  SetApiKeySigner,
  Viewer,
  type ApiKeyFieldsFragment,
  type ApiKeyOrder,
  type ApiKeyState,
} from '../documents.ts';
import type { GraphqlClient } from '../graphql-client.ts';
import { toFields } from '../print.ts';
import { sendNewMember } from '../provider/providers.ts';

const ACCOUNT = new Option('--account <email>', 'the account, by its e-mail address (operator)');
const ID = ['<id>', 'the key, such as key_…'] as const;
// The compiler compares the names with those of the API.
const STATES: Readonly<Record<ApiKeyState, true>> = {
  ACTIVE: true,
  EXPIRING: true,
  EXPIRED: true,
  REVOKED: true,
};
const ORDERS: Readonly<Record<ApiKeyOrder, true>> = {
  NEWEST: true,
  OLDEST: true,
  NAME: true,
  LAST_USED: true,
  EXPIRING_SOON: true,
};
const KEY_COLUMNS: Readonly<Record<string, (key: ApiKeyFieldsFragment) => unknown>> = Object.fromEntries(
  (
    [
      'id',
      'name',
      'start',
      'end',
      'scopes',
      'providerId',
      'signer',
      'createdAt',
      'lastUsedAt',
      'expiresAt',
      'revokedAt',
    ] as const
  ).map((name) => [name, (key: ApiKeyFieldsFragment) => key[name]]),
);

export const KEY_ROWS: readonly CommandRow[] = [
  {
    name: 'create',
    what: 'creates a key and shows it once',
    options: [
      ACCOUNT,
      needed('--scopes <list>', 'scopes, separated by commas, such as giveaways:publish'),
      new Option('--name <name>', 'a name to recognise the key by'),
      new Option('--provider <id>', 'the provider of the provider scopes, such as prv_…'),
      new Option('--signer <address>', 'a signer of the provider; its default signer when left out'),
      new Option(
        '--expires <instant>',
        'when it stops working, such as 2027-08-31T18:00:00Z; never when left out',
      ),
      new Option('--add-member', 'makes the account a member of the provider first (operator)'),
    ],
    work: createKey,
  },
  {
    name: 'change',
    what: 'changes the name and the scopes of a key, from its next request on, and lets it expire earlier',
    takes: [ID],
    options: [
      new Option('--name <name>', 'a new name'),
      new Option('--scopes <list>', 'all scopes from now on, separated by commas'),
      new Option('--expires <instant>', 'an earlier end than the present one, such as 2027-08-31T18:00:00Z'),
      ACCOUNT,
    ],
    work: send({
      document: ChangeApiKey,
      input({ account, name, scopes, expires: expiresAt }, id) {
        if (name === undefined && scopes === undefined && expiresAt === undefined) throw nothingToChange();
        return { id, account, name, scopes: scopes === undefined ? undefined : toScopes(scopes), expiresAt };
      },
      show: ({ changeApiKey: { apiKey } }) => ({
        document: apiKey,
        text: toFields({
          Id: apiKey.id,
          Name: apiKey.name,
          Scopes: apiKey.scopes.join(', '),
          Expires: apiKey.expiresAt,
        }),
      }),
      isRepeatable: true,
    }),
  },
  {
    name: 'rotate',
    what: 'replaces the secret of a key and shows the new one once; the previous one stops working at once',
    takes: [ID],
    options: [ACCOUNT],
    async work(client, { account }, id) {
      const input = { id, account, rotationId: randomUUID() };
      const { rotateApiKey } = await client.requestRepeatedly(RotateApiKey, { input });
      return issued(rotateApiKey, await accountOf(client, account));
    },
  },
  {
    name: 'set-signer',
    what: 'sets the signer of a key, from its next request on',
    takes: [ID],
    options: [
      new Option('--signer <address>', 'a signer of the provider'),
      new Option('--default', 'the default signer of the provider').conflicts('signer'),
      ACCOUNT,
    ],
    work: send({
      document: SetApiKeySigner,
      input({ account, signer, default: isDefault }, id) {
        if (signer === undefined && isDefault !== true) throw noSignerGiven();
        return { id, account, signer: signer ?? null };
      },
      show: ({ setApiKeySigner: { apiKey } }) => ({
        document: apiKey,
        text: `${apiKey.signer ?? 'The default signer of its provider'} signs for ${apiKey.id} from now on.`,
      }),
    }),
  },
  {
    name: 'revoke',
    what: 'revokes a key at once; its listings stay published',
    takes: [ID],
    options: [ACCOUNT],
    work: send({
      document: RevokeApiKey,
      input: ({ account }, id) => ({ id, account }),
      show: ({ revokeApiKey: { apiKey } }) => ({
        document: apiKey,
        text: `${apiKey.id} is revoked. Its listings stay with the account.`,
      }),
    }),
  },
  listRow({
    what: 'lists keys, newest first unless another order is given, including revoked ones',
    options: [
      ACCOUNT,
      new Option('--search <text>', 'a part of the name, or the beginning of the key'),
      choiceOf('--state <state>', 'only keys in this state', Object.keys(STATES)),
      choiceOf('--order <order>', 'how to sort', Object.keys(ORDERS)),
    ],
    document: ApiKeys,
    page: ({ apiKeys }) => apiKeys,
    name: 'keys',
    headings: ['ID', 'NAME', 'KEY', 'SCOPES', 'PROVIDER', 'CREATED', 'LAST USED', 'STATE'],
    row: toRow,
    none: 'There are no keys.',
    variables: ({ account, search, state, order }) => ({
      account,
      filter: { search, state: toConstant(state) },
      orderBy: toConstant(order),
    }),
    columns: KEY_COLUMNS,
  }),
];

async function createKey(client: GraphqlClient, options: Options): Promise<Result> {
  const scopes = toScopes(options['scopes']);
  const { account, name, provider, signer, expires, addMember } = options;
  if (addMember === true) await sendNewMember(client, memberOf(options), account);
  const creationId = randomUUID();
  const input = { account, name, scopes, provider, signer, expiresAt: expires, creationId };
  const { createApiKey } = await client.requestRepeatedly(CreateApiKey, { input });
  return issued(createApiKey, await accountOf(client, account));
}

function toScopes(list: unknown): string[] {
  return String(list)
    .split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '');
}

function nothingToChange(): CommanderError {
  return new CommanderError(2, 'giveaways.changeKey', 'change needs --name, --scopes or --expires.');
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
