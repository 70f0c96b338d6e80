import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A key of the API Access area; its secret was shown once.' })
export class ApiKey {
  @Field(() => ID)
  id!: string;
  @Field(() => String)
  name!: string;
  @Field(() => String, { description: 'How the secret begins.' })
  start!: string;
  @Field(() => String, { description: 'How the secret ends.' })
  end!: string;
  @Field(() => [String])
  scopes!: readonly string[];
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Written every few seconds.' })
  lastUsedAt!: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true })
  rotatedAt!: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true })
  revokedAt!: Date | null;
}

@InputType()
export class CreateApiKeyInput {
  @Field(() => String, { nullable: true })
  name?: string | null;
  @Field(() => [String], { description: 'Such as giveaways:publish.' })
  scopes!: string[];
  @Field(() => String, { nullable: true, description: 'Operator only: the e-mail address of the account.' })
  account?: string | null;
}

@ObjectType()
export class CreateApiKeyPayload {
  @Field(() => ApiKey)
  apiKey!: ApiKey;
  @Field(() => String, { description: 'The key itself, shown only now.' })
  secret!: string;
}

@InputType()
export class RotateApiKeyInput {
  @Field(() => ID)
  id!: string;
  @Field(() => String, { nullable: true, description: 'Operator only: the e-mail address of the account.' })
  account?: string | null;
}

@ObjectType()
export class RotateApiKeyPayload {
  @Field(() => ApiKey)
  apiKey!: ApiKey;
  @Field(() => String, { description: 'The new key itself, shown only now; the previous one has stopped.' })
  secret!: string;
}

@InputType()
export class RevokeApiKeyInput {
  @Field(() => ID)
  id!: string;
  @Field(() => String, { nullable: true, description: 'Operator only: the e-mail address of the account.' })
  account?: string | null;
}

@ObjectType()
export class RevokeApiKeyPayload {
  @Field(() => ApiKey)
  apiKey!: ApiKey;
}
