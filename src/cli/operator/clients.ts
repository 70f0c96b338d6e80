import type { Command } from 'commander';
import { act, type Options, type Result } from '../command.ts';
import type { GraphqlClient } from '../graphql-client.ts';
import { AFTER, FIRST, nodesOf, presentPage, selectPage, type Connection } from '../connection.ts';
import { toFields } from '../print.ts';

const CLIENT = 'id name scopes createdAt revokedAt';
const CREATE = `mutation ($input: CreateServiceClientInput!) {
  createServiceClient(input: $input) { secret client { ${CLIENT} } }
}`;
const REVOKE = `mutation ($input: RevokeServiceClientInput!) {
  revokeServiceClient(input: $input) { client { ${CLIENT} } }
}`;
const LIST = `query ($first: Int, $after: String) {
  serviceClients(first: $first, after: $after) {
    ${selectPage(CLIENT)}
  }
}`;

interface ServiceClient {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly revokedAt: string | null;
}
interface Created {
  readonly createServiceClient: { readonly secret: string; readonly client: ServiceClient };
}
interface Revoked {
  readonly revokeServiceClient: { readonly client: ServiceClient };
}

/** giveaways clients create, revoke, list */
export function addClients(program: Command): void {
  const clients = program.command('clients').description('clients of the token issuer (operator)');
  clients
    .command('create')
    .description('creates a service client and shows its secret once')
    .requiredOption('--name <name>', 'a name to recognise the client by')
    .action(
      act(async (client, { name }) => {
        const { createServiceClient } = await client.request<Created>(CREATE, { input: { name } });
        const { secret, client: created } = createServiceClient;
        const { id, scopes, createdAt } = created;
        return {
          document: { id, secret, name: created.name, scopes, createdAt },
          text: `${toFields({ client_id: id, client_secret: secret, Name: created.name, Scopes: scopes.join(', ') })}\n\nThe secret is shown only now.`,
        };
      }),
    );
  clients
    .command('revoke')
    .description('revokes a service client: it gets no new tokens; its listings stay published')
    .argument('<id>', 'the client, such as svc_…')
    .action(
      act(async (client, _options, id) => {
        const { revokeServiceClient } = await client.request<Revoked>(REVOKE, { input: { id } });
        return {
          document: revokeServiceClient.client,
          text: `${revokeServiceClient.client.id} is revoked. Its tokens expire within ten minutes; its listings stay published.`,
        };
      }),
    );
  clients
    .command('list')
    .description('lists service clients, newest first, including revoked ones')
    .addOption(FIRST)
    .addOption(AFTER)
    .action(act(list));
}

async function list(client: GraphqlClient, { first, after }: Options): Promise<Result> {
  const { serviceClients } = await client.request<{ serviceClients: Connection<ServiceClient> }>(LIST, {
    first,
    after,
  });
  const found = nodesOf(serviceClients);
  const rows = found.map(({ id, name, scopes, createdAt, revokedAt }) => [
    id,
    name,
    scopes.join(','),
    createdAt,
    revokedAt === null ? 'live' : `revoked ${revokedAt}`,
  ]);
  return presentPage(
    { clients: found, pageInfo: serviceClients.pageInfo },
    {
      headings: ['ID', 'NAME', 'SCOPES', 'CREATED', 'STATE'],
      rows,
      none: 'There are no clients.',
    },
  );
}
