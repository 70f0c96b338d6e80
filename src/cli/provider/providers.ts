import type { Command } from 'commander';
import { act, type Options, type Result } from '../command.ts';
import { AFTER, FIRST, nodesOf, presentPage, selectPage, type Connection } from '../connection.ts';
import type { GraphqlClient } from '../graphql-client.ts';
import { toFields } from '../print.ts';

const MEMBER = 'accountId email addedAt';
const PROVIDER = `id name chainKey createdAt members(first: 100) { edges { node { ${MEMBER} } } }`;
// The first 10 members, so that a page of providers stays within the API's limit of cost.
const LISTED = `id name chainKey createdAt members(first: 10) { ${selectPage(MEMBER)} }`;
const CREATE = `mutation ($input: CreateProviderInput!) { createProvider(input: $input) { provider { ${PROVIDER} } } }`;
const ADD_MEMBER = `mutation ($input: AddProviderMemberInput!) {
  addProviderMember(input: $input) { provider { ${PROVIDER} } }
}`;
const REMOVE_MEMBER = `mutation ($input: RemoveProviderMemberInput!) {
  removeProviderMember(input: $input) { provider { ${PROVIDER} } }
}`;
const LIST = `query ($first: Int, $after: String) {
  providers(first: $first, after: $after) {
    ${selectPage(LISTED)}
  }
}`;

interface Provider {
  readonly id: string;
  readonly name: string;
  readonly chainKey: string;
  readonly createdAt: string;
  readonly members: Pick<Connection<Member>, 'edges'>;
}
interface ListedProvider extends Provider {
  readonly members: Connection<Member>;
}
interface Member {
  readonly accountId: string;
  readonly email: string;
  readonly addedAt: string;
}

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
        const { createProvider } = await client.request<{ createProvider: { provider: Provider } }>(CREATE, {
          input: { name },
        });
        return described(createProvider.provider);
      }),
    );
  providers
    .command('list')
    .description('lists providers, newest first')
    .addOption(FIRST)
    .addOption(AFTER)
    .action(act(list));

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
        const { removeProviderMember } = await client.request<{
          removeProviderMember: { provider: Provider };
        }>(REMOVE_MEMBER, { input: { provider, account: options['account'] } });
        return described(removeProviderMember.provider);
      }),
    );
}

/** Makes an account a member of a provider; changes nothing when it is a member already. */
export async function sendNewMember(
  client: GraphqlClient,
  provider: string,
  account: unknown,
): Promise<Provider> {
  const answer = await client.request<{ addProviderMember: { provider: Provider } }>(ADD_MEMBER, {
    input: { provider, account },
  });
  return answer.addProviderMember.provider;
}

async function list(client: GraphqlClient, { first, after }: Options): Promise<Result> {
  const { providers } = await client.request<{ providers: Connection<ListedProvider> }>(LIST, {
    first,
    after,
  });
  const found = nodesOf(providers);
  const rows = found.map(({ id, name, createdAt, members }) => [
    id,
    name,
    createdAt,
    `${emailsOf(members)}${members.pageInfo.hasNextPage ? ', and more' : ''}`,
  ]);
  return presentPage(
    { providers: found.map(flat), pageInfo: providers.pageInfo },
    { headings: ['ID', 'NAME', 'CREATED', 'MEMBERS'], rows, none: 'There are no providers.' },
  );
}

function described(provider: Provider): Result {
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

function emailsOf(members: Provider['members']): string {
  return nodesOf(members)
    .map(({ email }) => email)
    .join(', ');
}

function flat({ members, ...provider }: Provider): object {
  return { ...provider, members: nodesOf(members) };
}
