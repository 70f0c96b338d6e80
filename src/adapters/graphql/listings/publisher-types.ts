import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '../relay/node-types.ts';
import { PageArgs } from '../relay/page-args.ts';
import { Public } from '../guard/field-rules.ts';

export enum PublisherKind {
  ACCOUNT = 'ACCOUNT',
  SERVICE_CLIENT = 'SERVICE_CLIENT',
}
registerEnumType(PublisherKind, {
  name: 'PublisherKind',
  description: 'What a publisher is.',
  valuesConfig: {
    ACCOUNT: { description: 'An account, which publishes with its API keys.' },
    SERVICE_CLIENT: { description: 'A client of a token issuer, which publishes with service tokens.' },
  },
});

@Public({ cache: 'feed' })
@ObjectType('Publisher', { implements: Node, description: 'The public view of the publisher of a listing.' })
export class PublisherType extends Node {
  @Field(() => PublisherKind, { description: 'Whether an account or a service client publishes.' })
  kind!: PublisherKind;
  @Field(() => GraphQLDateTime)
  createdAt!: Date | string;
}

@ArgsType()
export class PublisherListingsArgs extends PageArgs {
  @Field(() => ID, { description: 'The id of the publisher.' })
  publisher!: string;
}
