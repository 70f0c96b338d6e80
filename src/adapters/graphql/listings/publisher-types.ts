import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '../relay/node-types.ts';
import { PageArgs } from '../relay/page-args.ts';

export enum PublisherKind {
  ACCOUNT = 'ACCOUNT',
  SERVICE_CLIENT = 'SERVICE_CLIENT',
}
registerEnumType(PublisherKind, {
  name: 'PublisherKind',
  description: 'A credential of a publisher or provider.',
});

@ObjectType('Publisher', { implements: Node, description: 'The public view of the publisher of a listing.' })
export class PublisherType extends Node {
  @Field(() => PublisherKind)
  kind!: PublisherKind;
  @Field(() => GraphQLDateTime)
  createdAt!: Date | string;
}

@ArgsType()
export class PublisherListingsArgs extends PageArgs {
  @Field(() => ID, { description: 'The id of the publisher.' })
  publisher!: string;
}
