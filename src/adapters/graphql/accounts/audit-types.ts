import { GraphQLDateTime, GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { PageInfoType } from '../relay/node-types.ts';

@ObjectType('AuditEntry')
export class AuditEntryType {
  @Field(() => ID)
  id!: string;
  @Field(() => GraphQLDateTime)
  at!: Date;
  @Field(() => String)
  actor!: string;
  @Field(() => String)
  action!: string;
  @Field(() => String)
  subject!: string;
  @Field(() => GraphQLJSONObject, { description: 'Details by name.' })
  facts!: object;
}

@ObjectType()
export class AuditEntryEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => AuditEntryType)
  node!: AuditEntryType;
}

@ObjectType()
export class AuditEntryConnection {
  @Field(() => [AuditEntryEdge])
  edges!: AuditEntryEdge[];
  @Field(() => [AuditEntryType], { description: 'The nodes of the edges.' })
  nodes!: AuditEntryType[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}
