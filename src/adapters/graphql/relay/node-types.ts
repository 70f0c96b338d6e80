import { Field, ID, InterfaceType, ObjectType } from 'type-graphql';
import { Public } from '../guard/field-rules.ts';

const TYPE_OF_PREFIX: Readonly<Record<string, string>> = {
  lst: 'Listing',
  pub: 'Publisher',
  prv: 'Provider',
  key: 'ApiKey',
  opn: 'Operation',
  gwy: 'Giveaway',
  rnd: 'Round',
  drw: 'DrawProof',
  win: 'Winner',
  ent: 'Entry',
  chg: 'EntryChange',
  psp: 'Passport',
  ptr: 'PassportTransfer',
};

@InterfaceType({
  description: 'An object that node(id:) and nodes(ids:) return.',
  resolveType: ({ id }: { id: string }) => TYPE_OF_PREFIX[id.slice(0, 3)],
})
export abstract class Node {
  @Field(() => ID, { description: 'A global id, which node(id:) and nodes(ids:) find again.' })
  id!: string;
}

@Public({ cache: 'feed' })
@ObjectType('PageInfo', { description: 'The position of a page in its list (GraphQL Cursor Connections).' })
export class PageInfoType {
  @Field(() => Boolean, { description: 'Whether more items follow; read them with endCursor as `after`.' })
  hasNextPage!: boolean;
  @Field(() => Boolean, { description: 'Whether items precede; read them with startCursor as `before`.' })
  hasPreviousPage!: boolean;
  @Field(() => String, {
    nullable: true,
    description: 'The cursor of the first item; null for a page without items.',
  })
  startCursor!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'The cursor of the last item; null for a page without items.',
  })
  endCursor!: string | null;
}
