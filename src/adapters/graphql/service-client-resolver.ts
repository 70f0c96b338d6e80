import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { createServiceClient } from '../../core/service-clients/create-service-client.ts';
import type { GraphqlContext } from './context.ts';
import { CreateServiceClientInput, CreateServiceClientPayload } from './service-client-types.ts';

@Resolver()
export class ServiceClientResolver {
  @Mutation(() => CreateServiceClientPayload, {
    description: 'Operator: creates a client of the token issuer.',
  })
  createServiceClient(
    @Arg('input', () => CreateServiceClientInput) input: CreateServiceClientInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<CreateServiceClientPayload> {
    return run(createServiceClient, input);
  }
}
