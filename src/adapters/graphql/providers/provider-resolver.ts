import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { addProviderMember } from '../../../core/providers/add-provider-member.ts';
import { attachSigner } from '../../../core/providers/attach-signer.ts';
import { createProvider } from '../../../core/providers/create-provider.ts';
import { detachSigner } from '../../../core/providers/detach-signer.ts';
import { provider } from '../../../core/providers/provider.ts';
import { providers, PROVIDERS_ORDER } from '../../../core/providers/providers.ts';
import { removeProviderMember } from '../../../core/providers/remove-provider-member.ts';
import { Viewer } from '../accounts/account-types.ts';
import { toConnection, toListConnection } from '../relay/connections.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { PageArgs } from '../relay/page-args.ts';
import { presentProvider, presentSigner } from './present-provider.ts';
import {
  AddProviderMemberInput,
  AddProviderMemberPayload,
  AttachSignerInput,
  AttachSignerPayload,
  CreateProviderInput,
  CreateProviderPayload,
  DetachSignerInput,
  DetachSignerPayload,
  ProviderType,
  ProviderConnection,
  ProviderMemberConnection,
  ProviderSignerType,
  ProviderSignerConnection,
  RemoveProviderMemberInput,
  RemoveProviderMemberPayload,
} from './provider-types.ts';
import { Requires } from '../guard/field-rules.ts';

@Resolver(() => ProviderType)
export class ProviderResolver {
  @Requires(provider)
  @Query(() => ProviderType, {
    nullable: true,
    description: 'A provider, for its members and the operator; null for everybody else.',
  })
  async provider(
    @Arg('id', () => ID) id: string,
    @Ctx() { run }: GraphqlContext,
  ): Promise<ProviderType | null> {
    const found = await run(provider, { id });
    return found ? presentProvider(found) : null;
  }

  @Requires(providers)
  @Query(() => ProviderConnection, {
    description:
      'Providers, newest first: for the operator all of them, for an account those that it is a member of.',
  })
  providers(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<ProviderConnection> {
    return connectionOf(args, context);
  }

  @FieldResolver(() => ProviderMemberConnection)
  async members(
    @Root() { id }: ProviderType,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<ProviderMemberConnection> {
    return toListConnection(await loaders.providerMembers.load(id), args, {
      order: 'PROVIDER_MEMBERS',
      positionOf: ({ addedAt, accountId }) => ({ key: addedAt.toISOString(), id: accountId }),
      toNode: ({ accountId, email, addedAt }) => ({ accountId, email, addedAt }),
    });
  }

  @FieldResolver(() => ProviderSignerConnection)
  async signers(
    @Root() { id }: ProviderType,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<ProviderSignerConnection> {
    return toListConnection(await loaders.providerSigners.load(id), args, {
      order: 'PROVIDER_SIGNERS',
      positionOf: ({ createdAt, walletId }) => ({ key: createdAt.toISOString(), id: walletId }),
      toNode: presentSigner,
    });
  }

  @Requires(createProvider)
  @Mutation(() => CreateProviderPayload, { description: 'Operator: creates a provider without members.' })
  async createProvider(
    @Arg('input', () => CreateProviderInput) input: CreateProviderInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<CreateProviderPayload> {
    return { provider: presentProvider(await run(createProvider, input)) };
  }

  @Requires(addProviderMember)
  @Mutation(() => AddProviderMemberPayload, {
    description:
      'Operator: makes an account a member of a provider, so that it can create keys for it. Safe to repeat.',
  })
  async addProviderMember(
    @Arg('input', () => AddProviderMemberInput) input: AddProviderMemberInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<AddProviderMemberPayload> {
    return { provider: presentProvider(await run(addProviderMember, input)) };
  }

  @Requires(removeProviderMember)
  @Mutation(() => RemoveProviderMemberPayload, {
    description:
      "Operator: ends a membership; the account's keys for the provider are revoked, keys with other scopes lose only the provider's scopes.",
  })
  async removeProviderMember(
    @Arg('input', () => RemoveProviderMemberInput) input: RemoveProviderMemberInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<RemoveProviderMemberPayload> {
    return { provider: presentProvider(await run(removeProviderMember, input)) };
  }

  @Requires(attachSigner)
  @Mutation(() => AttachSignerPayload, {
    description:
      'Operator: lets a wallet in custody sign for a provider, and registers it with the contracts. A wallet that is added while the provider has open giveaways or undelivered prizes acts after a delay; it can become the default signer then. Safe to repeat, also after an interruption.',
  })
  async attachSigner(
    @Arg('input', () => AttachSignerInput) input: AttachSignerInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<AttachSignerPayload> {
    const attached = await run(attachSigner, input);
    return { provider: presentProvider(attached.provider), signer: presentSigner(attached.signer) };
  }

  @Requires(detachSigner)
  @Mutation(() => DetachSignerPayload, {
    description:
      "Operator: stops a wallet from signing for a provider; the provider's keys stop using it at once. Safe to repeat, also after an interruption.",
  })
  async detachSigner(
    @Arg('input', () => DetachSignerInput) input: DetachSignerInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<DetachSignerPayload> {
    const detached = await run(detachSigner, input);
    return { provider: presentProvider(detached.provider), isRegistered: detached.isRegistered };
  }
}

@Resolver(() => ProviderSignerType)
export class ProviderSignerResolver {
  @FieldResolver(() => Boolean, { nullable: true })
  async isRegistered(
    @Root() signer: ProviderSignerType,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<boolean | null> {
    return (await loaders.signerStates.load(signer))?.isRegistered ?? null;
  }

  @FieldResolver(() => GraphQLDateTime, { nullable: true })
  async activeFrom(
    @Root() signer: ProviderSignerType,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<string | null> {
    return (await loaders.signerStates.load(signer))?.activeFrom?.toISOString() ?? null;
  }

  @FieldResolver(() => String, { nullable: true })
  async balance(
    @Root() signer: ProviderSignerType,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<string | null> {
    return (await loaders.signerStates.load(signer))?.balance.toString() ?? null;
  }

  @FieldResolver(() => Int, { nullable: true })
  async operationsLeft(
    @Root() signer: ProviderSignerType,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<number | null> {
    return (await loaders.signerStates.load(signer))?.operationsLeft ?? null;
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
