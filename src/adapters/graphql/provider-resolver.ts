import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { addProviderMember } from '../../core/providers/add-provider-member.ts';
import { createProvider } from '../../core/providers/create-provider.ts';
import { provider } from '../../core/providers/provider.ts';
import { providers, PROVIDERS_ORDER } from '../../core/providers/providers.ts';
import { removeProviderMember } from '../../core/providers/remove-provider-member.ts';
import { Viewer } from './account-types.ts';
import { toConnection } from './connections.ts';
import type { GraphqlContext } from './context.ts';
import { PageArgs } from './page-args.ts';
import { presentProvider } from './present.ts';
import {
  AddProviderMemberInput,
  AddProviderMemberPayload,
  CreateProviderInput,
  CreateProviderPayload,
  Provider,
  ProviderConnection,
  ProviderMember,
  RemoveProviderMemberInput,
  RemoveProviderMemberPayload,
} from './provider-types.ts';

@Resolver(() => Provider)
export class ProviderResolver {
  @Query(() => Provider, {
    nullable: true,
    description: 'A provider, for its members and the operator; null for everybody else.',
  })
  async provider(@Arg('id', () => ID) id: string, @Ctx() { run }: GraphqlContext): Promise<Provider | null> {
    const found = await run(provider, { id });
    return found ? presentProvider(found) : null;
  }

  @Query(() => ProviderConnection, {
    description: 'Newest first: all providers for the operator, those it is a member of for an account.',
  })
  providers(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<ProviderConnection> {
    return connectionOf(args, context);
  }

  @FieldResolver(() => [ProviderMember])
  async members(@Root() { id }: Provider, @Ctx() { loaders }: GraphqlContext): Promise<ProviderMember[]> {
    const members = await loaders.providerMembers.load(id);
    return members.map(({ accountId, email, addedAt }) => ({ accountId, email, addedAt }));
  }

  @Mutation(() => CreateProviderPayload, { description: 'Operator: creates a provider without members.' })
  async createProvider(
    @Arg('input', () => CreateProviderInput) input: CreateProviderInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<CreateProviderPayload> {
    return { provider: presentProvider(await run(createProvider, input)) };
  }

  @Mutation(() => AddProviderMemberPayload, {
    description: 'Operator: lets an account hold keys of a provider. Repeating it changes nothing.',
  })
  async addProviderMember(
    @Arg('input', () => AddProviderMemberInput) input: AddProviderMemberInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<AddProviderMemberPayload> {
    return { provider: presentProvider(await run(addProviderMember, input)) };
  }

  @Mutation(() => RemoveProviderMemberPayload, {
    description: 'Operator: ends a membership; the keys of the account lose their provider scopes at once.',
  })
  async removeProviderMember(
    @Arg('input', () => RemoveProviderMemberInput) input: RemoveProviderMemberInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<RemoveProviderMemberPayload> {
    return { provider: presentProvider(await run(removeProviderMember, input)) };
  }
}

@Resolver(() => Viewer)
export class ViewerProvidersResolver {
  @FieldResolver(() => ProviderConnection)
  providers(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<ProviderConnection> {
    return connectionOf(args, context);
  }
}

async function connectionOf(args: PageArgs, { run }: GraphqlContext): Promise<ProviderConnection> {
  const page = await run(providers, args);
  return toConnection(page, PROVIDERS_ORDER, ({ createdAt }) => createdAt, presentProvider);
}
