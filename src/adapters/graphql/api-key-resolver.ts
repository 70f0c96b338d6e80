import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { apiKeys } from '../../core/api-keys/api-keys.ts';
import { createApiKey } from '../../core/api-keys/create-api-key.ts';
import { revokeApiKey } from '../../core/api-keys/revoke-api-key.ts';
import { rotateApiKey } from '../../core/api-keys/rotate-api-key.ts';
import { setApiKeySigner } from '../../core/api-keys/set-api-key-signer.ts';
import {
  ApiKey,
  CreateApiKeyInput,
  CreateApiKeyPayload,
  RevokeApiKeyInput,
  RevokeApiKeyPayload,
  RotateApiKeyInput,
  RotateApiKeyPayload,
  SetApiKeySignerInput,
  SetApiKeySignerPayload,
} from './api-key-types.ts';
import type { GraphqlContext } from './context.ts';
import { presentApiKey } from './present.ts';

@Resolver()
export class ApiKeyResolver {
  @Query(() => [ApiKey], { description: 'The keys of an account; the operator names it.' })
  async apiKeys(
    @Arg('account', () => String, { nullable: true }) account: string | null,
    @Ctx() { run }: GraphqlContext,
  ): Promise<ApiKey[]> {
    return (await run(apiKeys, { account })).map(presentApiKey);
  }

  @Mutation(() => CreateApiKeyPayload, { description: 'Creates an API key and shows it once.' })
  async createApiKey(
    @Arg('input', () => CreateApiKeyInput) input: CreateApiKeyInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<CreateApiKeyPayload> {
    const { apiKey, secret } = await run(createApiKey, input);
    return { apiKey: presentApiKey(apiKey), secret };
  }

  @Mutation(() => RotateApiKeyPayload, {
    description: 'Gives a key a new secret; the previous one stops at once.',
  })
  async rotateApiKey(
    @Arg('input', () => RotateApiKeyInput) input: RotateApiKeyInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<RotateApiKeyPayload> {
    const { apiKey, secret } = await run(rotateApiKey, input);
    return { apiKey: presentApiKey(apiKey), secret };
  }

  @Mutation(() => RevokeApiKeyPayload, { description: 'Ends a key at once; its listings stay.' })
  async revokeApiKey(
    @Arg('input', () => RevokeApiKeyInput) input: RevokeApiKeyInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<RevokeApiKeyPayload> {
    return { apiKey: presentApiKey(await run(revokeApiKey, input)) };
  }

  @Mutation(() => SetApiKeySignerPayload, {
    description: 'Says which signer of its provider signs for a key, from its next request on.',
  })
  async setApiKeySigner(
    @Arg('input', () => SetApiKeySignerInput) input: SetApiKeySignerInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<SetApiKeySignerPayload> {
    return { apiKey: presentApiKey(await run(setApiKeySigner, input)) };
  }
}
