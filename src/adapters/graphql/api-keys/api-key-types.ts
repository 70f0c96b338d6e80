import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { Address } from '../leaf-types/chain-scalars.ts';
import { Node, PageInfoType } from '../relay/node-types.ts';
import { PageArgs } from '../relay/page-args.ts';
import { Requires } from '../guard/field-rules.ts';
import { apiKeys } from '../../../core/api-keys/list/api-keys.ts';
import {
  API_KEY_ORDERS,
  API_KEY_STATES,
  type ApiKeyOrder,
  type ApiKeyState,
} from '../../../core/api-keys/list/api-key-query.ts';
import { toEnum } from '../leaf-types/to-enum.ts';

@Requires(apiKeys)
@ObjectType('ApiKey', { implements: Node, description: 'An API key; its secret was shown once.' })
export class ApiKeyType extends Node {
  @Field(() => String, { description: 'The name that its account gave it; empty without one.' })
  name!: string;
  @Field(() => String, { description: 'The first characters of the secret.' })
  start!: string;
  @Field(() => String, { description: 'The last characters of the secret.' })
  end!: string;
  @Field(() => [String])
  scopes!: readonly string[];
  @Field(() => ID, {
    nullable: true,
    description: 'The provider of its provider scopes, which are effective while the account is a member.',
  })
  providerId!: string | null;
  @Field(() => Address, {
    nullable: true,
    description: 'The wallet that signs for it, if it is not the default signer of the provider.',
  })
  signer!: string | null;
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Updated every few seconds.' })
  lastUsedAt!: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true })
  rotatedAt!: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true })
  revokedAt!: Date | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'From this time on it is refused; null without an end. An e-mail warns a week before.',
  })
  expiresAt!: Date | null;
}

@ObjectType()
export class ApiKeyEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => ApiKeyType)
  node!: ApiKeyType;
}

@ObjectType()
export class ApiKeyConnection {
  @Field(() => [ApiKeyEdge])
  edges!: ApiKeyEdge[];
  @Field(() => [ApiKeyType], { description: 'The nodes of the edges.' })
  nodes!: ApiKeyType[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

const ApiKeyStateEnum = toEnum(API_KEY_STATES);
registerEnumType(ApiKeyStateEnum, {
  name: 'ApiKeyState',
  description: 'Whether a key works; the states exclude each other.',
  valuesConfig: {
    ACTIVE: { description: 'It works, and does not expire within a week.' },
    EXPIRING: { description: 'It works, and expires within a week.' },
    EXPIRED: { description: 'Its end has passed.' },
    REVOKED: { description: 'It was revoked.' },
  },
});

const ApiKeyOrderEnum = toEnum(API_KEY_ORDERS);
registerEnumType(ApiKeyOrderEnum, {
  name: 'ApiKeyOrder',
  description: 'The order of keys.',
  valuesConfig: {
    NEWEST: { description: 'The newest key first.' },
    OLDEST: { description: 'The oldest key first.' },
    NAME: { description: 'By the name, without regard to case.' },
    LAST_USED: { description: 'The last use first; keys that were never used are last.' },
    EXPIRING_SOON: { description: 'The earliest end first; keys without an end are last.' },
  },
});

@InputType('ApiKeyFilter', { description: 'A key must match every given field.' })
export class ApiKeyFilterInput {
  @Field(() => String, { nullable: true })
  search?: string | null;
  @Field(() => ApiKeyStateEnum, { nullable: true })
  state?: ApiKeyState | null;
}

@ArgsType()
export class ListedKeysArgs extends PageArgs {
  @Field(() => ApiKeyFilterInput, { nullable: true })
  filter?: ApiKeyFilterInput | null;
  @Field(() => ApiKeyOrderEnum, { nullable: true, description: 'NEWEST by default.' })
  orderBy?: ApiKeyOrder | null;
}

@ArgsType()
export class ApiKeysArgs extends ListedKeysArgs {
  @Field(() => String, { nullable: true, description: 'Operator only: the e-mail address of the account.' })
  account?: string | null;
}

@InputType()
export class CreateApiKeyInput {
  @Field(() => String, { nullable: true, description: 'A name by which to recognise the key.' })
  name?: string | null;
  @Field(() => [String], { description: 'Such as giveaways:publish, provider:entries.' })
  scopes!: string[];
  @Field(() => ID, {
    nullable: true,
    description:
      'The provider that the key acts for; provider scopes require a provider that the account is a member of.',
  })
  provider?: string | null;
  @Field(() => Address, {
    nullable: true,
    description: "A signer of the provider; by default the provider's default signer.",
  })
  signer?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      'An instant in the future, at most five years from now, such as 2027-08-31T18:00:00Z; by default never.',
  })
  expiresAt?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      'A random id of your own for this creation, at most 64 characters. The same request repeated with it creates no second key: for ten minutes it gets the same key and secret, as long as the key is unused and unchanged, and is refused afterwards.',
  })
  creationId?: string | null;
  @Field(() => String, { nullable: true, description: 'Operator only: the e-mail address of the account.' })
  account?: string | null;
}

@ObjectType()
export class CreateApiKeyPayload {
  @Field(() => ApiKeyType)
  apiKey!: ApiKeyType;
  @Field(() => String, { description: 'The key itself, shown only now.' })
  secret!: string;
}

@InputType({ description: 'Values of an API key that the caller has seen; what is left out can be any.' })
export class ExpectedApiKeyInput {
  @Field(() => String, { nullable: true, description: 'The name.' })
  name?: string | null;
  @Field(() => [String], { nullable: true, description: 'All scopes, in any order.' })
  scopes?: string[] | null;
}

@InputType()
export class ChangeApiKeyInput {
  @Field(() => ID, { description: 'The id of the key.' })
  id!: string;
  @Field(() => String, { nullable: true, description: 'The new name; by default the present one.' })
  name?: string | null;
  @Field(() => [String], {
    nullable: true,
    description:
      'All scopes of the key from now on; by default the present ones. Provider scopes need a key with a provider that the account is a member of.',
  })
  scopes?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description:
      'An instant in the future, earlier than the present end of the key, such as 2027-08-31T18:00:00Z; by default the present end.',
  })
  expiresAt?: string | null;
  @Field(() => ExpectedApiKeyInput, {
    nullable: true,
    description:
      'What the caller has seen: the change is refused with the reason KEY_CHANGED when the key is different, unless it has the new values already.',
  })
  expected?: ExpectedApiKeyInput | null;
  @Field(() => String, { nullable: true, description: 'Operator only: the e-mail address of the account.' })
  account?: string | null;
}

@ObjectType()
export class ChangeApiKeyPayload {
  @Field(() => ApiKeyType)
  apiKey!: ApiKeyType;
}

@InputType()
export class RotateApiKeyInput {
  @Field(() => ID, { description: 'The id of the key.' })
  id!: string;
  @Field(() => String, {
    nullable: true,
    description:
      'The start of the present secret: the rotation is refused when it is another, so that a repeated request rotates once.',
  })
  expectedStart?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      'A random id of your own for this rotation, at most 64 characters. The same request repeated with it gets the same secret for ten minutes, as long as that is unused and not replaced.',
  })
  rotationId?: string | null;
  @Field(() => String, { nullable: true, description: 'Operator only: the e-mail address of the account.' })
  account?: string | null;
}

@ObjectType()
export class RotateApiKeyPayload {
  @Field(() => ApiKeyType)
  apiKey!: ApiKeyType;
  @Field(() => String, { description: 'The new key itself, shown only now; the previous one has stopped.' })
  secret!: string;
}

@InputType()
export class RevokeApiKeyInput {
  @Field(() => ID, { description: 'The id of the key.' })
  id!: string;
  @Field(() => String, { nullable: true, description: 'Operator only: the e-mail address of the account.' })
  account?: string | null;
}

@ObjectType()
export class RevokeApiKeyPayload {
  @Field(() => ApiKeyType)
  apiKey!: ApiKeyType;
}

@InputType()
export class SetApiKeySignerInput {
  @Field(() => ID, { description: 'The id of the key.' })
  id!: string;
  @Field(() => Address, {
    nullable: true,
    description: 'A signer of the provider of the key; null for its default signer.',
  })
  signer?: string | null;
  @Field(() => String, { nullable: true, description: 'Operator only: the e-mail address of the account.' })
  account?: string | null;
}

@ObjectType()
export class SetApiKeySignerPayload {
  @Field(() => ApiKeyType)
  apiKey!: ApiKeyType;
}
