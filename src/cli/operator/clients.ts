import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { act } from '../command.ts';
import { addList } from '../connection.ts';
import { CreateServiceClient, RevokeServiceClient, ServiceClients } from '../documents/generated.ts';
import { toFields } from '../print.ts';

/** giveaways clients create, revoke, list */
export function addClients(program: Command): void {
  const clients = program.command('clients').description('clients of the token issuer (operator)');
  clients
    .command('create')
    .description('creates a service client and shows its secret once')
    .requiredOption('--name <name>', 'a name to recognise the client by')
    .action(
      act(async (client, { name }) => {
        const { createServiceClient } = await client.requestRepeatedly(CreateServiceClient, {
          input: { name, creationId: randomUUID() },
        });
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
        const { revokeServiceClient } = await client.request(RevokeServiceClient, { input: { id } });
        return {
          document: revokeServiceClient.client,
          text: `${revokeServiceClient.client.id} is revoked. Its tokens expire within ten minutes; its listings stay published.`,
        };
      }),
    );
  addList(
    clients.command('list').description('lists service clients, newest first, including revoked ones'),
    {
      document: ServiceClients,
      page: ({ serviceClients }) => serviceClients,
      name: 'clients',
      headings: ['ID', 'NAME', 'SCOPES', 'CREATED', 'STATE'],
      row: ({ id, name, scopes, createdAt, revokedAt }) => [
        id,
        name,
        scopes.join(','),
        createdAt,
        revokedAt === null ? 'live' : `revoked ${revokedAt}`,
      ],
      none: 'There are no clients.',
    },
  );
}
