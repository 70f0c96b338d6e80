import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Hash } from './chain-scalars.ts';
import { PageInfo } from './node-types.ts';

@ObjectType({ description: 'An account that may hold keys of a provider.' })
export class ProviderMember {
  @Field(() => ID)
  accountId!: string;
  @Field(() => String)
  email!: string;
  @Field(() => GraphQLDateTime)
  addedAt!: Date;
}

@ObjectType({ description: 'Whoever runs giveaways through the provider interface.' })
export class Provider {
  @Field(() => ID)
  id!: string;
  @Field(() => String)
  name!: string;
  @Field(() => Hash, {
    description: 'Names it on chain, as providerKey of its giveaways does: keccak256 of its id.',
  })
  chainKey!: string;
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
  @Field(() => [ProviderMember], { description: 'Earliest first; at most 100.' })
  members?: ProviderMember[];
}

@ObjectType()
export class ProviderEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => Provider)
  node!: Provider;
}

@ObjectType()
export class ProviderConnection {
  @Field(() => [ProviderEdge])
  edges!: ProviderEdge[];
  @Field(() => PageInfo)
  pageInfo!: PageInfo;
}

@InputType()
export class CreateProviderInput {
  @Field(() => String, { description: 'At most 120 characters.' })
  name!: string;
}

@ObjectType()
export class CreateProviderPayload {
  @Field(() => Provider)
  provider!: Provider;
}

@InputType()
export class AddProviderMemberInput {
  @Field(() => ID, { description: 'The id of the provider.' })
  provider!: string;
  @Field(() => String, { description: 'The e-mail address of the account; it is created when it is new.' })
  account!: string;
}

@ObjectType()
export class AddProviderMemberPayload {
  @Field(() => Provider)
  provider!: Provider;
}

@InputType()
export class RemoveProviderMemberInput {
  @Field(() => ID, { description: 'The id of the provider.' })
  provider!: string;
  @Field(() => String, { description: 'The e-mail address of the account.' })
  account!: string;
}

@ObjectType()
export class RemoveProviderMemberPayload {
  @Field(() => Provider)
  provider!: Provider;
}
