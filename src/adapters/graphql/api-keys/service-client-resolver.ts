import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { createServiceClient } from '../../../core/service-clients/create-service-client.ts';
import { revokeServiceClient } from '../../../core/service-clients/revoke-service-client.ts';
import { SERVICE_CLIENTS_ORDER, serviceClients } from '../../../core/service-clients/service-clients.ts';
import { toConnection } from '../relay/connections.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { PageArgs } from '../relay/page-args.ts';
import { presentServiceClient } from './present-service-client.ts';
import {
  CreateServiceClientInput,
  CreateServiceClientPayload,
  RevokeServiceClientInput,
  RevokeServiceClientPayload,
  ServiceClientConnection,
} from './service-client-types.ts';
import { Requires } from '../guard/field-rules.ts';

@Resolver()
export class ServiceClientResolver {
  @Requires(serviceClients)
  @Query(() => ServiceClientConnection, {
    description: 'Operator: the clients of the token issuer, newest first, revoked ones included.',
  })
  async serviceClients(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { run }: GraphqlContext,
  ): Promise<ServiceClientConnection> {
    const page = await run(serviceClients, args);
    return toConnection(page, SERVICE_CLIENTS_ORDER, ({ createdAt }) => createdAt, presentServiceClient);
  }

  @Requires(createServiceClient)
  @Mutation(() => CreateServiceClientPayload, {
    description: 'Operator: creates a client of the token issuer.',
  })
  async createServiceClient(
    @Arg('input', () => CreateServiceClientInput) input: CreateServiceClientInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<CreateServiceClientPayload> {
    const { client, secret } = await run(createServiceClient, input);
    return { client: presentServiceClient(client), secret };
  }

  @Requires(revokeServiceClient)
  @Mutation(() => RevokeServiceClientPayload, {
    description:
      'Operator: revokes a client of the token issuer. It gets no further tokens; existing ones expire within ten minutes.',
  })
  async revokeServiceClient(
    @Arg('input', () => RevokeServiceClientInput) input: RevokeServiceClientInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<RevokeServiceClientPayload> {
    return { client: presentServiceClient(await run(revokeServiceClient, input)) };
  }
}
