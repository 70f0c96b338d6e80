import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver } from 'type-graphql';
import { requestSignInCode } from '../../../core/accounts/request-sign-in-code.ts';
import { signIn } from '../../../core/accounts/sign-in.ts';
import { signOut } from '../../../core/accounts/sign-out.ts';
import { viewer } from '../../../core/accounts/viewer.ts';
import {
  RequestSignInCodeInput,
  RequestSignInCodePayload,
  SignInInput,
  SignInPayload,
  SignOutPayload,
  Viewer,
} from './account-types.ts';
import { apiKeyConnection } from '../api-keys/api-key-resolver.ts';
import { ApiKeyConnection, ListedKeysArgs } from '../api-keys/api-key-types.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { presentAccount } from './present-account.ts';
import { Public, Requires } from '../guard/field-rules.ts';

@Resolver(() => Viewer)
export class AccountResolver {
  @Requires(viewer)
  @Query(() => Viewer, { nullable: true, description: 'The signed-in account.' })
  async viewer(@Ctx() { run }: GraphqlContext): Promise<Viewer | null> {
    const account = await run(viewer, {});
    return account ? presentAccount(account) : null;
  }

  @FieldResolver(() => ApiKeyConnection)
  apiKeys(
    @Args(() => ListedKeysArgs) args: ListedKeysArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<ApiKeyConnection> {
    return apiKeyConnection(args, context);
  }

  @Public()
  @Mutation(() => RequestSignInCodePayload, { description: 'Sends a one-time code by e-mail.' })
  requestSignInCode(
    @Arg('input', () => RequestSignInCodeInput) input: RequestSignInCodeInput,
    @Ctx() { run, network }: GraphqlContext,
  ): Promise<RequestSignInCodePayload> {
    return run(requestSignInCode, Object.assign({}, input, { network }));
  }

  @Public()
  @Mutation(() => SignInPayload, {
    description: 'Creates a session with the code; the first sign-in creates the account.',
  })
  async signIn(
    @Arg('input', () => SignInInput) input: SignInInput,
    @Ctx() { run, network, headers, outcome }: GraphqlContext,
  ): Promise<SignInPayload> {
    const session = await run(signIn, Object.assign({}, input, { network, headers: headers() }));
    outcome.cookies.push(...session.cookies);
    return { token: session.token, viewer: presentAccount(session.account) };
  }

  @Requires(signOut)
  @Mutation(() => SignOutPayload, { description: 'Ends the session of this request.' })
  async signOut(@Ctx() { run, headers, outcome }: GraphqlContext): Promise<SignOutPayload> {
    outcome.cookies.push(...(await run(signOut, { headers: headers() })));
    return { signedOut: true };
  }
}
