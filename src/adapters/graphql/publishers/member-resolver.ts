import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver } from 'type-graphql';
import type { PublisherRole } from '../../../core/access/callers.ts';
import { acceptPublisherInvitation } from '../../../core/publishers/members/accept-publisher-invitation.ts';
import { invitePublisherMember } from '../../../core/publishers/members/invite-publisher-member.ts';
import { leavePublisher } from '../../../core/publishers/members/leave-publisher.ts';
import type { PublisherMember } from '../../../core/publishers/members/publisher-member-store.ts';
import { publisherMembers } from '../../../core/publishers/members/publisher-members.ts';
import {
  publisherMemberships,
  type PublisherMembership,
} from '../../../core/publishers/members/publisher-memberships.ts';
import { removePublisherMember } from '../../../core/publishers/members/remove-publisher-member.ts';
import { myPublisher } from '../../../core/publishers/my-publisher.ts';
import { setPublisherMemberRole } from '../../../core/publishers/members/set-publisher-member-role.ts';
import { Viewer } from '../accounts/account-types.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { Requires } from '../guard/field-rules.ts';
import { presentPublisher } from '../listings/present-publisher.ts';
import {
  AcceptPublisherInvitationInput,
  AcceptPublisherInvitationPayload,
  InvitePublisherMemberInput,
  InvitePublisherMemberPayload,
  LeavePublisherInput,
  LeavePublisherPayload,
  PublisherMembershipType,
  PublisherMemberType,
  PublisherRoleEnum,
  RemovePublisherMemberInput,
  RemovePublisherMemberPayload,
  SetPublisherMemberRoleInput,
  SetPublisherMemberRolePayload,
} from './member-types.ts';

@Resolver(() => Viewer)
export class MemberResolver {
  @FieldResolver(() => PublisherRoleEnum)
  role(@Ctx() { caller }: GraphqlContext): PublisherRole {
    return caller.kind === 'account' ? caller.role : 'OWNER';
  }

  @FieldResolver(() => String, { nullable: true })
  async blockedReason(@Ctx() { run }: GraphqlContext): Promise<string | null> {
    return (await run(myPublisher, {}))?.blockedReason ?? null;
  }

  @FieldResolver(() => [PublisherMembershipType])
  async memberships(@Ctx() { run }: GraphqlContext): Promise<PublisherMembershipType[]> {
    return (await run(publisherMemberships, {})).map(presentMembership);
  }

  @Requires(publisherMembers)
  @Query(() => [PublisherMemberType], {
    description: 'Who may act for the publisher that you act for, and who is invited to: the owner first.',
  })
  async publisherMembers(@Ctx() { run }: GraphqlContext): Promise<PublisherMemberType[]> {
    const { owner, members } = await run(publisherMembers, {});
    const first = { email: owner, role: 'OWNER', invitedAt: null, invitedBy: null, joinedAt: null } as const;
    return [first, ...members.map(presentMember)];
  }

  @Requires(invitePublisherMember)
  @Mutation(() => InvitePublisherMemberPayload, {
    description:
      'Invites an e-mail address to act for your publisher: who signs in with it can accept for 14 days. Safe to repeat.',
  })
  async invitePublisherMember(
    @Arg('input', () => InvitePublisherMemberInput) input: InvitePublisherMemberInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<InvitePublisherMemberPayload> {
    return { member: presentMember(await run(invitePublisherMember, input)) };
  }

  @Requires(setPublisherMemberRole)
  @Mutation(() => SetPublisherMemberRolePayload, {
    description:
      'Gives a member of your publisher, or an invitation, another role, from the next request on.',
  })
  async setPublisherMemberRole(
    @Arg('input', () => SetPublisherMemberRoleInput) input: SetPublisherMemberRoleInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<SetPublisherMemberRolePayload> {
    return { member: presentMember(await run(setPublisherMemberRole, input)) };
  }

  @Requires(removePublisherMember)
  @Mutation(() => RemovePublisherMemberPayload, {
    description:
      'Removes a member of your publisher, or an invitation, at once. Drafts of the member for the publisher are deleted.',
  })
  removePublisherMember(
    @Arg('input', () => RemovePublisherMemberInput) input: RemovePublisherMemberInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<RemovePublisherMemberPayload> {
    return run(removePublisherMember, input);
  }

  @Requires(acceptPublisherInvitation)
  @Mutation(() => AcceptPublisherInvitationPayload, {
    description:
      'Accepts the invitation to a publisher. From then on, requests with the header `Publisher: <its id>` act for it.',
  })
  async acceptPublisherInvitation(
    @Arg('input', () => AcceptPublisherInvitationInput) input: AcceptPublisherInvitationInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<AcceptPublisherInvitationPayload> {
    return { membership: presentMembership(await run(acceptPublisherInvitation, input)) };
  }

  @Requires(leavePublisher)
  @Mutation(() => LeavePublisherPayload, {
    description: 'Ends your own membership in a publisher of somebody else, or declines the invitation.',
  })
  async leavePublisher(
    @Arg('input', () => LeavePublisherInput) input: LeavePublisherInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<LeavePublisherPayload> {
    return { publisher: await run(leavePublisher, input) };
  }
}

function presentMember({
  email,
  role,
  invitedAt,
  invitedBy,
  joinedAt,
}: PublisherMember): PublisherMemberType {
  return { email, role, invitedAt, invitedBy, joinedAt };
}

function presentMembership({
  publisher,
  role,
  invitedAt,
  invitedBy,
  joinedAt,
}: PublisherMembership): PublisherMembershipType {
  return { publisher: presentPublisher(publisher), role, invitedAt, invitedBy, joinedAt };
}
