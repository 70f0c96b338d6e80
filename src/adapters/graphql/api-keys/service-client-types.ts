import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { PageInfoType } from '../relay/node-types.ts';
import { Requires } from '../guard/field-rules.ts';
import { serviceClients } from '../../../core/service-clients/service-clients.ts';

@Requires(serviceClients)
@ObjectType('ServiceClient', {
  description: 'A client of the token issuer: a server that publishes with short-lived tokens.',
})
export class ServiceClientType {
  @Field(() => ID, { description: 'The client_id.' })
  id!: string;
  @Field(() => String, { description: 'The name that the operator gave it.' })
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
  @Field(() => ServiceClientType)
  node!: ServiceClientType;
}

@ObjectType()
export class ServiceClientConnection {
  @Field(() => [ServiceClientEdge])
  edges!: ServiceClientEdge[];
  @Field(() => [ServiceClientType], { description: 'The nodes of the edges.' })
  nodes!: ServiceClientType[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

@InputType()
export class CreateServiceClientInput {
  @Field(() => String, { description: 'A name by which to recognise the client.' })
  name!: string;
  @Field(() => String, {
    nullable: true,
    description:
      'A random id of your own for this creation, at most 64 characters. The same request repeated with it creates no second client: for ten minutes it gets the same client and secret, unless it is revoked, and is refused afterwards.',
  })
  creationId?: string | null;
}

@ObjectType()
export class CreateServiceClientPayload {
  @Field(() => ServiceClientType)
  client!: ServiceClientType;
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
  @Field(() => ServiceClientType)
  client!: ServiceClientType;
}
