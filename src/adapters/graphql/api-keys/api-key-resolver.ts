import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { apiKeys } from '../../../core/api-keys/list/api-keys.ts';
import { changeApiKey } from '../../../core/api-keys/change-api-key.ts';
import { createApiKey } from '../../../core/api-keys/create-api-key.ts';
import { revokeApiKey } from '../../../core/api-keys/revoke-api-key.ts';
import { rotateApiKey } from '../../../core/api-keys/rotate-api-key.ts';
import { setApiKeySigner } from '../../../core/api-keys/set-api-key-signer.ts';
import {
  ApiKeyConnection,
  ApiKeysArgs,
  type ListedKeysArgs,
  ChangeApiKeyInput,
  ChangeApiKeyPayload,
  CreateApiKeyInput,
  CreateApiKeyPayload,
  RevokeApiKeyInput,
  RevokeApiKeyPayload,
  RotateApiKeyInput,
  RotateApiKeyPayload,
  SetApiKeySignerInput,
  SetApiKeySignerPayload,
} from './api-key-types.ts';
import { toConnection } from '../relay/connections.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { presentApiKey } from './present-api-key.ts';
import { Requires } from '../guard/field-rules.ts';

@Resolver()
export class ApiKeyResolver {
  @Requires(apiKeys)
  @Query(() => ApiKeyConnection, {
    description:
      'The keys of an account, newest first unless another order is requested, revoked ones included; the operator names the account. A filter or another order is applied to the newest thousand.',
  })
  apiKeys(
    @Args(() => ApiKeysArgs) args: ApiKeysArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<ApiKeyConnection> {
    return apiKeyConnection(args, context);
  }

  @Requires(createApiKey)
  @Mutation(() => CreateApiKeyPayload, { description: 'Creates an API key and shows it once.' })
  async createApiKey(
    @Arg('input', () => CreateApiKeyInput) input: CreateApiKeyInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<CreateApiKeyPayload> {
    const { apiKey, secret } = await run(createApiKey, input);
    return { apiKey: presentApiKey(apiKey), secret };
  }

  @Requires(changeApiKey)
  @Mutation(() => ChangeApiKeyPayload, {
    description:
      'Changes the name and the scopes of a key, from its next request on, and lets it expire earlier.',
  })
  async changeApiKey(
    @Arg('input', () => ChangeApiKeyInput) input: ChangeApiKeyInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<ChangeApiKeyPayload> {
    return { apiKey: presentApiKey(await run(changeApiKey, input)) };
  }

  @Requires(rotateApiKey)
  @Mutation(() => RotateApiKeyPayload, {
    description: 'Replaces the secret of a key; the previous one becomes invalid at once.',
  })
  async rotateApiKey(
    @Arg('input', () => RotateApiKeyInput) input: RotateApiKeyInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<RotateApiKeyPayload> {
    const { apiKey, secret } = await run(rotateApiKey, input);
    return { apiKey: presentApiKey(apiKey), secret };
  }

  @Requires(revokeApiKey)
  @Mutation(() => RevokeApiKeyPayload, { description: 'Revokes a key at once; its listings stay.' })
  async revokeApiKey(
    @Arg('input', () => RevokeApiKeyInput) input: RevokeApiKeyInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<RevokeApiKeyPayload> {
    return { apiKey: presentApiKey(await run(revokeApiKey, input)) };
  }

  @Requires(setApiKeySigner)
  @Mutation(() => SetApiKeySignerPayload, {
    description: "Sets the signer of an API key, one of its provider's; from its next request on.",
  })
  async setApiKeySigner(
    @Arg('input', () => SetApiKeySignerInput) input: SetApiKeySignerInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<SetApiKeySignerPayload> {
    return { apiKey: presentApiKey(await run(setApiKeySigner, input)) };
  }
}

/** A page of the keys of the caller, or of the account that an operator names. */
export async function apiKeyConnection(
  args: ListedKeysArgs,
  { run }: GraphqlContext,
): Promise<ApiKeyConnection> {
  const page = await run(apiKeys, args);
  return toConnection(page, page.list, ({ createdAt }) => createdAt, presentApiKey);
}
