import type { Command } from 'commander';
import { act, type Result } from '../command.ts';
import { addList } from '../connection.ts';
import {
  AddProviderMember,
  CreateProvider,
  Providers,
  RemoveProviderMember,
  type ProviderFieldsFragment,
} from '../documents/generated.ts';
import type { GraphqlClient } from '../graphql-client.ts';
import { toFields } from '../print.ts';

/** giveaways providers create, list, members add, members remove */
export function addProviders(program: Command): void {
  const providers = program
    .command('providers')
    .description('providers and their members (operator); members list their own');
  providers
    .command('create')
    .description('creates a provider without members')
    .requiredOption('--name <name>', 'the name of the provider')
    .action(
      act(async (client, { name }) => {
        const { createProvider } = await client.request(CreateProvider, { input: { name } });
        return described(createProvider.provider);
      }),
    );
  addList(providers.command('list').description('lists providers, newest first'), {
    document: Providers,
    page: (data) => data.providers,
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
  });

  const members = providers.command('members').description('the accounts that may hold keys of a provider');
  const account = ['--account <email>', 'the account, by its e-mail address'] as const;
  members
    .command('add')
    .description('lets an account hold keys of a provider; repeating it changes nothing')
    .argument('<provider>', 'the provider, such as prv_…')
    .requiredOption(...account)
    .action(
      act(async (client, options, provider = '') =>
        described(await sendNewMember(client, provider, options['account'])),
      ),
    );
  members
    .command('remove')
    .description("ends a membership and revokes the account's keys for the provider at once")
    .argument('<provider>', 'the provider, such as prv_…')
    .requiredOption(...account)
    .action(
      act(async (client, options, provider) => {
        const input = { provider, account: options['account'] };
        const { removeProviderMember } = await client.request(RemoveProviderMember, { input });
        return described(removeProviderMember.provider);
      }),
    );
}

/** Makes an account a member of a provider; changes nothing when it is a member already. */
export async function sendNewMember(
  client: GraphqlClient,
  provider: string,
  account: unknown,
): Promise<ProviderFieldsFragment> {
  const answer = await client.request(AddProviderMember, { input: { provider, account } });
  return answer.addProviderMember.provider;
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
