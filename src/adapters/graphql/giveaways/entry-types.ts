import { GraphQLSafeInt } from 'graphql-scalars';
import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, Int, ObjectType } from 'type-graphql';
import { Address, Hash } from '../leaf-types/chain-scalars.ts';
import { Node, PageInfoType } from '../relay/node-types.ts';
import { Public } from '../guard/field-rules.ts';

@Public({ cache: 'chain' })
@ObjectType({ implements: Node, description: 'The entries of a passport in a round.' })
export class Entry extends Node {
  @Field(() => Int, {
    description: 'Its index in the round, counted from 0: a draw counts the entries in this order.',
  })
  leaf!: number;
  @Field(() => GraphQLSafeInt, {
    description:
      'The number of them that are left; 0 after all were removed. With carry-over, a removal in a later round takes from them too.',
  })
  entries!: number;
  @Field(() => GraphQLSafeInt, {
    description:
      'The number issued in the round, less those removed until it closed. It does not change after the close.',
  })
  issued!: number;
  @Field(() => GraphQLDateTime, { description: 'When their number last changed.' })
  changedAt!: string;
}

@ObjectType()
export class EntryEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => Entry)
  node!: Entry;
}

@ObjectType()
export class EntryConnection {
  @Field(() => [EntryEdge])
  edges!: EntryEdge[];
  @Field(() => [Entry], { description: 'The nodes of the edges.' })
  nodes!: Entry[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

@Public({ cache: 'chain' })
@ObjectType({ description: 'Entries of a passport that count for the winner of a round.' })
export class CountedEntry {
  @Field(() => GraphQLSafeInt, { description: 'The number that counts. It does not change after the close.' })
  entries!: number;
}

@ObjectType()
export class CountedEntryEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => CountedEntry)
  node!: CountedEntry;
}

@ObjectType()
export class CountedEntryConnection {
  @Field(() => [CountedEntryEdge])
  edges!: CountedEntryEdge[];
  @Field(() => [CountedEntry], { description: 'The nodes of the edges.' })
  nodes!: CountedEntry[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

@Public({ cache: 'chain' })
@ObjectType({ implements: Node, description: 'Entries that were issued or removed.' })
export class EntryChange extends Node {
  @Field(() => Int, {
    description:
      'The index of the round that was open. A removal in a later round than that of the entries leaves what closed rounds counted.',
  })
  openRound!: number;
  @Field(() => Boolean, { description: 'Whether entries were removed; false when they were issued.' })
  removed!: boolean;
  @Field(() => GraphQLSafeInt, { description: 'The number of entries that were issued or removed.' })
  amount!: number;
  @Field(() => GraphQLSafeInt, { description: "The passport's entries in the round after the change." })
  entries!: number;
  @Field(() => Int, { description: "The provider's own code of the reason; 0 without one." })
  reasonCode!: number;
  @Field(() => Hash, {
    nullable: true,
    description:
      "The salted hash of the provider's reference, which only the provider can compute: see EntryEvidence.",
  })
  evidence!: string | null;
  @Field(() => Address, { description: 'The owner of the passport at the time.' })
  owner!: string;
  @Field(() => Address, { description: 'The wallet that made the change.' })
  signer!: string;
  @Field(() => GraphQLDateTime, { description: 'When the change was on the chain.' })
  changedAt!: string;
  @Field(() => GraphQLSafeInt)
  blockNumber!: number;
  @Field(() => Hash)
  transactionHash!: string;
}

@ObjectType()
export class EntryChangeEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => EntryChange)
  node!: EntryChange;
}

@ObjectType()
export class EntryChangeConnection {
  @Field(() => [EntryChangeEdge])
  edges!: EntryChangeEdge[];
  @Field(() => [EntryChange], { description: 'The nodes of the edges.' })
  nodes!: EntryChange[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}
