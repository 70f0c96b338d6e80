import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { ApiKeyConnection } from '../api-keys/api-key-types.ts';
import { AuditEntryConnection } from './audit-types.ts';
import { PublisherMembershipType, PublisherRoleEnum } from '../publishers/member-types.ts';
import { ProviderConnection } from '../providers/provider-types.ts';
import { PasskeyType } from './passkey-type.ts';
import { SessionConnection } from './session-types.ts';
import { Public, Requires } from '../guard/field-rules.ts';
import type { PublisherRole } from '../../../core/access/callers.ts';
import { viewer } from '../../../core/accounts/viewer.ts';

/** The description of the language that a sign-in sets. */
export const LANGUAGE_OF_ACCOUNT =
  'The language of later mails to the account, a tag such as de or de-AT. Without one it stays: English at first.';

@Requires(viewer)
@ObjectType({ description: 'The signed-in account.' })
export class Viewer {
  @Field(() => ID, { description: 'The id of the account.' })
  id!: string;
  @Field(() => String, { description: 'The e-mail address that it signs in with.' })
  email!: string;
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
  @Field(() => ApiKeyConnection, {
    description:
      'Newest first unless another order is requested, revoked ones included. A filter or another order is applied to the newest thousand.',
  })
  apiKeys?: ApiKeyConnection;
  @Field(() => ProviderConnection, {
    description: 'The providers that the account is a member of, newest first.',
  })
  providers?: ProviderConnection;
  @Field(() => SessionConnection, { description: 'The live sessions of the account, newest first.' })
  sessions?: SessionConnection;
  @Field(() => [PasskeyType], { description: 'The passkeys of the account, at most ten, the oldest first.' })
  passkeys?: PasskeyType[];
  @Field(() => PublisherRoleEnum, {
    description:
      'What you may do for the publisher that the request acts for: your own one, unless the header Publisher names another.',
  })
  role?: PublisherRole;
  @Field(() => String, {
    nullable: true,
    description:
      'Why the operator has blocked the publisher that the request acts for; null unless it is blocked.',
  })
  blockedReason?: string | null;
  @Field(() => [PublisherMembershipType], {
    description:
      'The publishers of others that you may act for, then your invitations, at most 100 together.',
  })
  memberships?: PublisherMembershipType[];
  @Field(() => AuditEntryConnection, {
    description:
      'What the account did, and what was done to its keys, listings and memberships, newest first. Operations that its keys requested are not in it.',
  })
  auditLog?: AuditEntryConnection;
}

@Public()
@ObjectType('Account', { description: 'The new session and its account.' })
export class AccountType {
  @Field(() => ID, { description: 'The id of the account.' })
  id!: string;
  @Field(() => String, { description: 'The e-mail address that it signs in with.' })
  email!: string;
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
}

@InputType()
export class RequestSignInCodeInput {
  @Field(() => String, {
    description: 'The e-mail address that gets the code; the account is created at its first sign-in.',
  })
  email!: string;
  @Field(() => String, {
    nullable: true,
    description:
      'The language of the mail, a tag such as de or de-AT. Without one, or without texts in it: English.',
  })
  language?: string | null;
}

@ObjectType()
export class RequestSignInCodePayload {
  @Field(() => String, { description: 'The e-mail address that the code was sent to.' })
  email!: string;
}

@InputType()
export class SignInInput {
  @Field(() => String, { description: 'The e-mail address that the code was sent to.' })
  email!: string;
  @Field(() => String, {
    description: 'The code from the e-mail: six digits, or twelve after many unused codes for the address.',
  })
  code!: string;
  @Field(() => String, { nullable: true, description: LANGUAGE_OF_ACCOUNT })
  language?: string | null;
}

@ObjectType()
export class SignInPayload {
  @Field(() => String, { description: 'For Authorization: Bearer; a browser also gets a cookie.' })
  token!: string;
  @Field(() => AccountType, { description: 'The account that is signed in now.' })
  viewer!: AccountType;
}

@ObjectType()
export class SignOutPayload {
  @Field(() => Boolean, { description: 'Whether a session ended; false when the request had none.' })
  signedOut!: boolean;
}
