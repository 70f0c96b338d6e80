import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';

const TYPE_OF_PREFIX: Readonly<Record<string, string>> = {
  lst: 'Listing',
  pub: 'Publisher',
  gwy: 'Giveaway',
  rnd: 'Round',
  drw: 'DrawProof',
  ent: 'Entry',
  chg: 'EntryChange',
  psp: 'Passport',
  ptr: 'PassportTransfer',
};

/** Anything that node(id:) can find again. */
@InterfaceType({
  description: 'An object that node(id:) finds again.',
  resolveType: ({ id }: { id: string }) => TYPE_OF_PREFIX[id.slice(0, 3)],
})
export abstract class Node {
  @Field(() => ID)
  id!: string;
}

@ObjectType('PageInfo', { description: 'Where a page stands in its list (GraphQL Cursor Connections).' })
export class PageInfoType {
  @Field(() => Boolean)
  hasNextPage!: boolean;
  @Field(() => Boolean)
  hasPreviousPage!: boolean;
  @Field(() => String, { nullable: true })
  startCursor!: string | null;
  @Field(() => String, { nullable: true })
  endCursor!: string | null;
}

export enum PublisherKind {
  ACCOUNT = 'ACCOUNT',
  SERVICE_CLIENT = 'SERVICE_CLIENT',
}
registerEnumType(PublisherKind, {
  name: 'PublisherKind',
  description: 'What a publisher signs its requests with.',
});

@ObjectType('Publisher', { implements: Node, description: 'The public face of whoever keeps a listing.' })
export class PublisherType extends Node {
  @Field(() => PublisherKind)
  kind!: PublisherKind;
  @Field(() => GraphQLDateTime)
  createdAt!: Date | string;
}
