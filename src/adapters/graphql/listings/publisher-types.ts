import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '../relay/node-types.ts';
import { PageArgs } from '../relay/page-args.ts';
import { COUNT_LIMIT } from '../../../core/feed/count-limit.ts';
import { Public } from '../guard/field-rules.ts';

/** A count reads as many index entries as a page of listings with their texts. */
const COUNT_PRICE = 50;

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
@ObjectType('ProvenDomain', {
  description:
    'A domain that its publisher has proven to be its own, by a token in its DNS or on its website.',
})
export class ProvenDomainType {
  @Field(() => String, { description: 'The name, in lower-case ASCII.' })
  name!: string;
  @Field(() => GraphQLDateTime, { description: 'Since when it is proven without an interruption.' })
  provenAt!: Date | string;
  @Field(() => GraphQLDateTime, { description: 'The last check that found the token.' })
  checkedAt!: Date | string;
}

@Public({ cache: 'feed' })
@ObjectType('Publisher', { implements: Node, description: 'The public view of the publisher of a listing.' })
export class PublisherType extends Node {
  @Field(() => PublisherKind, { description: 'Whether an account or a service client publishes.' })
  kind!: PublisherKind;
  @Field(() => GraphQLDateTime)
  createdAt!: Date | string;
  @Field(() => String, {
    nullable: true,
    description: 'The name that it gives itself, on one line; null without one. Nobody has checked it.',
  })
  name!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'What it says of itself, as plain text; null without a text.',
  })
  text!: string | null;
  @Field(() => [String], { description: 'The https:// URLs that it links to.' })
  links!: string[];
  @Field(() => ProvenDomainType, {
    nullable: true,
    description: 'The domain that it has proven to be its own; null without one.',
  })
  domain!: ProvenDomainType | null;
  @Public({ cache: 'feed', price: COUNT_PRICE, offloadable: false })
  @Field(() => Int, {
    description: `The number of its published listings, ended ones included, counted to ${COUNT_LIMIT.toLocaleString('en')}.`,
  })
  listingCount?: number;
}

@ArgsType()
export class PublisherListingsArgs extends PageArgs {
  @Field(() => ID, { description: 'The id of the publisher.' })
  publisher!: string;
}
