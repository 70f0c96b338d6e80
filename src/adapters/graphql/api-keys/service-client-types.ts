import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { PageInfo } from '../relay/node-types.ts';

@ObjectType()
export class ServiceClient {
  @Field(() => ID, { description: 'The client_id.' })
  id!: string;
  @Field(() => String)
  name!: string;
  @Field(() => [String])
  scopes!: readonly string[];
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
  @Field(() => GraphQLDateTime, { nullable: true })
  revokedAt!: Date | null;
}

@ObjectType()
export class ServiceClientEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => ServiceClient)
  node!: ServiceClient;
}

@ObjectType()
export class ServiceClientConnection {
  @Field(() => [ServiceClientEdge])
  edges!: ServiceClientEdge[];
  @Field(() => PageInfo)
  pageInfo!: PageInfo;
}

@InputType()
export class CreateServiceClientInput {
  @Field(() => String)
  name!: string;
}

@ObjectType()
export class CreateServiceClientPayload {
  @Field(() => ServiceClient)
  client!: ServiceClient;
  @Field(() => String, { description: 'The client_secret, shown only now.' })
  secret!: string;
}

@InputType()
export class RevokeServiceClientInput {
  @Field(() => ID, { description: 'The client_id.' })
  id!: string;
}

@ObjectType()
export class RevokeServiceClientPayload {
  @Field(() => ServiceClient)
  client!: ServiceClient;
}
