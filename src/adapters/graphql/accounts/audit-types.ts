import { GraphQLJSONObject } from 'graphql-scalars';
import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, ID, ObjectType } from 'type-graphql';
import { PageInfoType } from '../relay/node-types.ts';
import { Requires } from '../guard/field-rules.ts';

@Requires({ permission: 'audit-entries' })
@ObjectType('AuditEntry', { description: 'One entry of the audit log: who did what to which object.' })
export class AuditEntryType {
  @Field(() => ID, { description: 'The id of the entry.' })
  id!: string;
  @Field(() => GraphQLDateTime, { description: 'When it was done.' })
  at!: Date;
  @Field(() => String, { description: 'Who did it, such as operator, account:<id> or key:<id>.' })
  actor!: string;
  @Field(() => String, { description: 'What was done, such as createApiKey.' })
  action!: string;
  @Field(() => String, { description: 'What it was done to, such as an id, or the ID of a listing.' })
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
