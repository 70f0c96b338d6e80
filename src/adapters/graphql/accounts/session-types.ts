import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { PageInfoType } from '../relay/node-types.ts';
import { Requires } from '../guard/field-rules.ts';
import { accountSessions } from '../../../core/accounts/account-sessions.ts';

@Requires(accountSessions)
@ObjectType('Session', { description: 'A live session of the signed-in account.' })
export class SessionType {
  @Field(() => ID, { description: 'Names the session; it is no credential.' })
  id!: string;
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
  @Field(() => GraphQLDateTime, { description: 'The last use, accurate to an hour.' })
  lastSeenAt!: Date;
  @Field(() => GraphQLDateTime, { description: 'The session ends then unless it is used before.' })
  expiresAt!: Date;
  @Field(() => String, {
    nullable: true,
    description:
      'The program that signed in by its own account, such as `Firefox, Windows`; null if unknown.',
  })
  client!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'The IPv4 address, or the /64 network of the IPv6 address, that signed in; null if unknown.',
  })
  network!: string | null;
  @Field(() => Boolean, { description: 'Whether this request uses the session.' })
  current!: boolean;
}

@ObjectType()
export class SessionEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => SessionType)
  node!: SessionType;
}

@ObjectType()
export class SessionConnection {
  @Field(() => [SessionEdge])
  edges!: SessionEdge[];
  @Field(() => [SessionType], { description: 'The nodes of the edges.' })
  nodes!: SessionType[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

@InputType()
export class EndSessionInput {
  @Field(() => ID, { description: 'The id of one of your own sessions.' })
  id!: string;
}

@ObjectType()
export class EndSessionPayload {
  @Field(() => ID, { description: 'The id of the session that ended.' })
  id!: string;
}

@ObjectType()
export class EndOtherSessionsPayload {
  @Field(() => Int, { description: 'The number of sessions that ended.' })
  ended!: number;
}
