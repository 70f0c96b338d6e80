import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { PUBLISHER_ROLES, type PublisherRole } from '../../../core/access/callers.ts';
import { publisherMembers } from '../../../core/publishers/members/publisher-members.ts';
import { publisherMemberships } from '../../../core/publishers/members/publisher-memberships.ts';
import { Requires } from '../guard/field-rules.ts';
import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { toEnum } from '../leaf-types/to-enum.ts';
import { PublisherType } from '../listings/publisher-types.ts';

export const PublisherRoleEnum = toEnum(PUBLISHER_ROLES);
registerEnumType(PublisherRoleEnum, {
  name: 'PublisherRole',
  description: 'What an account may do for a publisher.',
  valuesConfig: {
    OWNER: { description: 'Everything: the publisher belongs to the account. Nobody can be invited to it.' },
    ADMIN: { description: 'Listings, the profile, the domain and the members.' },
    EDITOR: { description: 'Listings with their images, drafts and clicks.' },
  },
});

const EMAIL = 'The e-mail address that the account signs in with.';
const INVITED_AT = 'When the invitation was sent last; without an answer it ends after 14 days.';
const JOINED_AT = 'Since when the invitation is accepted; null while it is not.';

@Requires(publisherMembers)
@ObjectType('PublisherMember', { description: 'Somebody who may act for a publisher, or is invited to.' })
export class PublisherMemberType {
  @Field(() => String, { description: EMAIL })
  email!: string;
  @Field(() => PublisherRoleEnum, { description: 'What the account may do, or will when it accepts.' })
  role!: PublisherRole;
  @Field(() => GraphQLDateTime, { nullable: true, description: `${INVITED_AT} Null for the owner.` })
  invitedAt!: Date | null;
  @Field(() => String, {
    nullable: true,
    description: 'The e-mail address of the account that sent the invitation; null for the owner.',
  })
  invitedBy!: string | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: `${JOINED_AT} Null for the owner, too.` })
  joinedAt!: Date | null;
}

@Requires(publisherMemberships)
@ObjectType('PublisherMembership', {
  description: 'A publisher of somebody else that the account may act for, or is invited to.',
})
export class PublisherMembershipType {
  @Field(() => PublisherType, { description: 'The publisher; its id is the value of the header Publisher.' })
  publisher!: PublisherType;
  @Field(() => PublisherRoleEnum, { description: 'What the account may do, or will when it accepts.' })
  role!: PublisherRole;
  @Field(() => GraphQLDateTime, { description: INVITED_AT })
  invitedAt!: Date;
  @Field(() => String, { description: 'The e-mail address of the account that sent the invitation.' })
  invitedBy!: string;
  @Field(() => GraphQLDateTime, { nullable: true, description: JOINED_AT })
  joinedAt!: Date | null;
}

@InputType()
export class InvitePublisherMemberInput {
  @Field(() => String, { description: EMAIL })
  email!: string;
  @Field(() => PublisherRoleEnum, { description: 'ADMIN or EDITOR.' })
  role!: PublisherRole;
}

@ObjectType()
export class InvitePublisherMemberPayload {
  @Field(() => PublisherMemberType, { description: 'The invitation, or the member when it is one already.' })
  member!: PublisherMemberType;
}

@InputType()
export class SetPublisherMemberRoleInput {
  @Field(() => String, { description: EMAIL })
  email!: string;
  @Field(() => PublisherRoleEnum, { description: 'ADMIN or EDITOR.' })
  role!: PublisherRole;
}

@ObjectType()
export class SetPublisherMemberRolePayload {
  @Field(() => PublisherMemberType, { description: 'The member or invitation with its new role.' })
  member!: PublisherMemberType;
}

@InputType()
export class RemovePublisherMemberInput {
  @Field(() => String, { description: EMAIL })
  email!: string;
}

@ObjectType()
export class RemovePublisherMemberPayload {
  @Field(() => String, { description: 'The e-mail address of who was a member or invited.' })
  email!: string;
}

@InputType()
export class AcceptPublisherInvitationInput {
  @Field(() => ID, { description: 'The id of the publisher.' })
  publisher!: string;
}

@ObjectType()
export class AcceptPublisherInvitationPayload {
  @Field(() => PublisherMembershipType, { description: 'The membership.' })
  membership!: PublisherMembershipType;
}

@InputType()
export class LeavePublisherInput {
  @Field(() => ID, { description: 'The id of the publisher.' })
  publisher!: string;
}

@ObjectType()
export class LeavePublisherPayload {
  @Field(() => ID, { description: 'The id of the publisher.' })
  publisher!: string;
}
