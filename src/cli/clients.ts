import type { Command } from 'commander';
import { act } from './command.ts';
import { toFields } from './print.ts';

const CREATE = `mutation ($input: CreateServiceClientInput!) {
  createServiceClient(input: $input) { secret client { id name scopes createdAt } }
}`;

interface Created {
  readonly createServiceClient: {
    readonly secret: string;
    readonly client: {
      readonly id: string;
      readonly name: string;
      readonly scopes: readonly string[];
      readonly createdAt: string;
    };
  };
}

/** giveaways clients create */
export function addClients(program: Command): void {
  program
    .command('clients')
    .description('clients of the token issuer (operator)')
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
}
