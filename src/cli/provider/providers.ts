import { needed, send, type CommandRow, type Result } from '../command.ts';
import { listRow } from '../connection.ts';
import {
  AddProviderMember,
  CreateProvider,
  Providers,
  RemoveProviderMember,
  type ProviderFieldsFragment,
} from '../documents.ts';
import type { GraphqlClient } from '../graphql-client.ts';
import { toFields } from '../print.ts';

export const PROVIDER_ROWS: readonly CommandRow[] = [
  {
    name: 'create',
    what: 'creates a provider without members',
    options: [needed('--name <name>', 'the name of the provider')],
    work: send({
      document: CreateProvider,
      input: ({ name }) => ({ name }),
      show: ({ createProvider }) => described(createProvider.provider),
    }),
  },
  listRow({
    what: 'lists providers, newest first',
    document: Providers,
    page: ({ providers }) => providers,
    name: 'providers',
    headings: ['ID', 'NAME', 'CREATED', 'MEMBERS'],
    row: ({ id, name, createdAt, members }) => [
      id,
      name,
      createdAt,
      `${emailsOf(members)}${members.pageInfo.hasNextPage ? ', and more' : ''}`,
    ],
    none: 'There are no providers.',
    present: flat,
  }),
];

const OF_MEMBER = {
  takes: [['<provider>', 'the provider, such as prv_…']],
  options: [needed('--account <email>', 'the account, by its e-mail address')],
} as const;

export const MEMBER_ROWS: readonly CommandRow[] = [
  {
    name: 'add',
    what: 'lets an account hold keys of a provider; repeating it changes nothing',
    ...OF_MEMBER,
    work: async (client, { account }, provider = '') =>
      described(await sendNewMember(client, provider, account)),
  },
  {
    name: 'remove',
    what: "ends a membership and revokes the account's keys for the provider at once",
    ...OF_MEMBER,
    work: send({
      document: RemoveProviderMember,
      input: ({ account }, provider) => ({ provider, account }),
      show: ({ removeProviderMember }) => described(removeProviderMember.provider),
    }),
  },
];

/** Makes an account a member of a provider; changes nothing when it is a member already. */
export async function sendNewMember(
  client: GraphqlClient,
  provider: string,
  account: unknown,
): Promise<ProviderFieldsFragment> {
  const response = await client.request(AddProviderMember, { input: { provider, account } });
  return response.addProviderMember.provider;
}

function described(provider: ProviderFieldsFragment): Result {
  const { id, name, chainKey, createdAt, members } = provider;
  return {
    document: flat(provider),
    text: toFields({
      Id: id,
      Name: name,
      'On chain': chainKey,
      Created: createdAt,
      Members: emailsOf(members) || 'none',
    }),
  };
}

type Members = Pick<ProviderFieldsFragment['members'], 'nodes'>;

function emailsOf({ nodes }: Members): string {
  return nodes.map(({ email }) => email).join(', ');
}

function flat({ members, ...provider }: { readonly members: Members }): object {
  return { ...provider, members: members.nodes };
}
