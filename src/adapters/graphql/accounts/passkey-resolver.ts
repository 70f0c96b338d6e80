import { Arg, Ctx, FieldResolver, Mutation, Resolver } from 'type-graphql';
import { accountPasskeys } from '../../../core/passkeys/account-passkeys.ts';
import { beginPasskeyRegistration } from '../../../core/passkeys/begin-passkey-registration.ts';
import { beginPasskeySignIn } from '../../../core/passkeys/begin-passkey-sign-in.ts';
import type { Passkey } from '../../../core/passkeys/passkey-store.ts';
import { registerPasskey } from '../../../core/passkeys/register-passkey.ts';
import { removePasskey } from '../../../core/passkeys/remove-passkey.ts';
import { renamePasskey } from '../../../core/passkeys/rename-passkey.ts';
import { signInWithPasskey } from '../../../core/passkeys/sign-in-with-passkey.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { Public, Requires } from '../guard/field-rules.ts';
import { Viewer } from './account-types.ts';
import { PasskeyType } from './passkey-type.ts';
import {
  BeginPasskeyRegistrationPayload,
  BeginPasskeySignInPayload,
  RegisterPasskeyInput,
  RegisterPasskeyPayload,
  RemovePasskeyInput,
  RemovePasskeyPayload,
  RenamePasskeyInput,
  RenamePasskeyPayload,
  SignInWithPasskeyInput,
  SignInWithPasskeyPayload,
} from './passkey-types.ts';
import { presentAccount } from './present-account.ts';

@Resolver(() => Viewer)
export class PasskeyResolver {
  @FieldResolver(() => [PasskeyType])
  async passkeys(@Ctx() { run }: GraphqlContext): Promise<PasskeyType[]> {
    return (await run(accountPasskeys, {})).map(presentPasskey);
  }

  @Requires(beginPasskeyRegistration)
  @Mutation(() => BeginPasskeyRegistrationPayload, {
    description: 'Gives the options by which a browser makes a passkey for your account.',
  })
  async beginPasskeyRegistration(@Ctx() { run }: GraphqlContext): Promise<BeginPasskeyRegistrationPayload> {
    return { options: await run(beginPasskeyRegistration, {}) };
  }

  @Requires(registerPasskey)
  @Mutation(() => RegisterPasskeyPayload, {
    description:
      'Adds the passkey that the browser has made. An account can have ten; an e-mail tells it of each.',
  })
  async registerPasskey(
    @Arg('input', () => RegisterPasskeyInput) input: RegisterPasskeyInput,
    @Ctx() { run, network, headers }: GraphqlContext,
  ): Promise<RegisterPasskeyPayload> {
    const passkey = await run(registerPasskey, Object.assign({}, input, { network, headers: headers() }));
    return { passkey: presentPasskey(passkey) };
  }

  @Requires(renamePasskey)
  @Mutation(() => RenamePasskeyPayload, { description: 'Gives a passkey of your account another name.' })
  async renamePasskey(
    @Arg('input', () => RenamePasskeyInput) input: RenamePasskeyInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<RenamePasskeyPayload> {
    return { passkey: presentPasskey(await run(renamePasskey, input)) };
  }

  @Requires(removePasskey)
  @Mutation(() => RemovePasskeyPayload, {
    description: 'Removes a passkey of your account, which signs in no more. Sessions that it opened go on.',
  })
  removePasskey(
    @Arg('input', () => RemovePasskeyInput) input: RemovePasskeyInput,
    @Ctx() { run, network, headers }: GraphqlContext,
  ): Promise<RemovePasskeyPayload> {
    return run(removePasskey, Object.assign({}, input, { network, headers: headers() }));
  }

  @Public()
  @Mutation(() => BeginPasskeySignInPayload, {
    description: 'Gives the options by which a browser signs in with a passkey of any account.',
  })
  async beginPasskeySignIn(@Ctx() { run }: GraphqlContext): Promise<BeginPasskeySignInPayload> {
    return { options: await run(beginPasskeySignIn, {}) };
  }

  @Public()
  @Mutation(() => SignInWithPasskeyPayload, {
    description: 'Creates a session of the account that has the passkey, as `signIn` does with a code.',
  })
  async signInWithPasskey(
    @Arg('input', () => SignInWithPasskeyInput) input: SignInWithPasskeyInput,
    @Ctx() { run, network, headers, outcome }: GraphqlContext,
  ): Promise<SignInWithPasskeyPayload> {
    const session = await run(signInWithPasskey, Object.assign({}, input, { network, headers: headers() }));
    outcome.cookies.push(...session.cookies);
    return { token: session.token, viewer: presentAccount(session.account) };
  }
}

function presentPasskey({ id, name, createdAt, lastUsedAt, isSynced }: Passkey): PasskeyType {
  return { id, name, createdAt, lastUsedAt, synced: isSynced };
}
