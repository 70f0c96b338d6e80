import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';

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
