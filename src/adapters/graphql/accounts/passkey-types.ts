import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { AccountType, LANGUAGE_OF_ACCOUNT } from './account-types.ts';
import { PasskeyType } from './passkey-type.ts';

@ObjectType()
export class BeginPasskeyRegistrationPayload {
  @Field(() => GraphQLJSONObject, {
    description:
      'For `PublicKeyCredential.parseCreationOptionsFromJSON` (WebAuthn level 3), to be used within five minutes.',
  })
  options!: object;
}

@InputType()
export class RegisterPasskeyInput {
  @Field(() => GraphQLJSONObject, {
    description: 'What `toJSON()` of the credential gives that the browser has made.',
  })
  credential!: object;
  @Field(() => String, {
    nullable: true,
    description: 'A name of at most 60 characters. Default: the program that sends the request.',
  })
  name?: string | null;
}

@ObjectType()
export class RegisterPasskeyPayload {
  @Field(() => PasskeyType, { description: 'The passkey that signs in from now on.' })
  passkey!: PasskeyType;
}

@InputType()
export class RenamePasskeyInput {
  @Field(() => ID, { description: 'The id of one of your own passkeys.' })
  id!: string;
  @Field(() => String, { description: 'A name of at most 60 characters.' })
  name!: string;
  @Field(() => String, {
    nullable: true,
    description:
      'The name that the caller has seen: the change is refused with the reason PASSKEY_CHANGED when it is another, unless that is the new one.',
  })
  expected?: string | null;
}

@ObjectType()
export class RenamePasskeyPayload {
  @Field(() => PasskeyType, { description: 'The passkey with its new name.' })
  passkey!: PasskeyType;
}

@InputType()
export class RemovePasskeyInput {
  @Field(() => ID, { description: 'The id of one of your own passkeys.' })
  id!: string;
}

@ObjectType()
export class RemovePasskeyPayload {
  @Field(() => ID, { description: 'The id of the passkey that was removed.' })
  id!: string;
}

@ObjectType()
export class BeginPasskeySignInPayload {
  @Field(() => GraphQLJSONObject, {
    description:
      'For `PublicKeyCredential.parseRequestOptionsFromJSON` (WebAuthn level 3), to be used within five minutes.',
  })
  options!: object;
}

@InputType()
export class SignInWithPasskeyInput {
  @Field(() => GraphQLJSONObject, {
    description: 'What `toJSON()` of the credential gives that the browser has returned.',
  })
  credential!: object;
  @Field(() => String, { nullable: true, description: LANGUAGE_OF_ACCOUNT })
  language?: string | null;
}

@ObjectType()
export class SignInWithPasskeyPayload {
  @Field(() => String, { description: 'For Authorization: Bearer; a browser also gets a cookie.' })
  token!: string;
  @Field(() => AccountType, { description: 'The account that is signed in now.' })
  viewer!: AccountType;
}
