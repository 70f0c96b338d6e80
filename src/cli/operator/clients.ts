import { randomUUID } from 'node:crypto';
import { needed, send, type CommandRow } from '../command.ts';
import { listRow } from '../connection.ts';
import { CreateServiceClient, RevokeServiceClient, ServiceClients } from '../documents.ts';
import { toFields } from '../print.ts';

export const CLIENT_ROWS: readonly CommandRow[] = [
  {
    name: 'create',
    what: 'creates a service client and shows its secret once',
    options: [needed('--name <name>', 'a name to recognise the client by')],
    work: send({
      document: CreateServiceClient,
      input: ({ name }) => ({ name, creationId: randomUUID() }),
      isRepeatable: true,
      show({ createServiceClient: { secret, client } }) {
        const { id, name, scopes, createdAt } = client;
        return {
          document: { id, secret, name, scopes, createdAt },
          text: `${toFields({ client_id: id, client_secret: secret, Name: name, Scopes: scopes.join(', ') })}\n\nThe secret is shown only now.`,
        };
      },
    }),
  },
  {
    name: 'revoke',
    what: 'revokes a service client: it gets no new tokens; its listings stay published',
    takes: [['<id>', 'the client, such as svc_…']],
    work: send({
      document: RevokeServiceClient,
      input: (_options, id) => ({ id }),
      show: ({ revokeServiceClient: { client } }) => ({
        document: client,
        text: `${client.id} is revoked. Its tokens expire within ten minutes; its listings stay published.`,
      }),
    }),
  },
  listRow({
    what: 'lists service clients, newest first, including revoked ones',
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
  }),
];
