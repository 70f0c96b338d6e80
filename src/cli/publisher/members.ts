import { Option } from 'commander';
import { needed, send, type CommandRow, type Result } from '../command.ts';
import {
  AcceptPublisherInvitation,
  InvitePublisherMember,
  LeavePublisher,
  PublisherMembers,
  PublisherMemberships,
  RemovePublisherMember,
  SetPublisherMemberRole,
  type PublisherMemberFieldsFragment,
  type PublisherMembershipFieldsFragment,
} from '../documents.ts';
import { toTable } from '../print.ts';

const ROLE = 'EDITOR (listings) or ADMIN (also the profile, the domain and the members)';
const EMAIL = ['<email>', 'the e-mail address of the account'] as const;
const PUBLISHER = ['<publisher>', 'the id of the publisher'] as const;

/** The commands `giveaways publishers members …`. */
export const PUBLISHER_MEMBER_ROWS: readonly CommandRow[] = [
  {
    name: 'list',
    what: 'lists who may act for your publisher, and who is invited to',
    async work(client) {
      return showMembers((await client.request(PublisherMembers, {})).publisherMembers);
    },
  },
  {
    name: 'invite',
    what: 'invites somebody, who accepts within 14 days',
    takes: [EMAIL],
    options: [new Option('--role <role>', ROLE).default('EDITOR')],
    work: send({
      document: InvitePublisherMember,
      input: ({ role }, email) => ({ email, role }),
      show: ({ invitePublisherMember: { member } }) => showMembers([member]),
      isRepeatable: true,
    }),
  },
  {
    name: 'set-role',
    what: 'gives a member or an invitation another role',
    takes: [EMAIL],
    options: [needed('--role <role>', ROLE)],
    work: send({
      document: SetPublisherMemberRole,
      input: ({ role }, email) => ({ email, role }),
      show: ({ setPublisherMemberRole: { member } }) => showMembers([member]),
      isRepeatable: true,
    }),
  },
  {
    name: 'remove',
    what: 'removes a member or an invitation at once',
    takes: [EMAIL],
    work: send({
      document: RemovePublisherMember,
      input: (_options, email) => ({ email }),
      show: ({ removePublisherMember }) => ({ document: removePublisherMember, text: 'Removed.' }),
    }),
  },
];

/** The commands `giveaways publishers memberships …`. */
export const MEMBERSHIP_ROWS: readonly CommandRow[] = [
  {
    name: 'list',
    what: 'lists the publishers of others that you may act for, and your invitations',
    async work(client) {
      const memberships = (await client.request(PublisherMemberships, {})).viewer?.memberships ?? [];
      return showMemberships(memberships);
    },
  },
  {
    name: 'accept',
    what: 'accepts an invitation: with --publisher, commands act for the publisher then',
    takes: [PUBLISHER],
    work: send({
      document: AcceptPublisherInvitation,
      input: (_options, publisher) => ({ publisher }),
      show: ({ acceptPublisherInvitation: { membership } }) => showMemberships([membership]),
      isRepeatable: true,
    }),
  },
  {
    name: 'leave',
    what: 'ends your own membership, or declines the invitation',
    takes: [PUBLISHER],
    work: send({
      document: LeavePublisher,
      input: (_options, publisher) => ({ publisher }),
      show: ({ leavePublisher }) => ({ document: leavePublisher, text: 'You are no member any more.' }),
    }),
  },
];

function showMembers(members: readonly PublisherMemberFieldsFragment[]): Result {
  const rows = members.map(({ email, role, invitedAt, joinedAt }) => [
    email,
    role,
    invitedAt === null ? '' : (joinedAt ?? `invited ${invitedAt}`),
  ]);
  return { document: members, text: toTable(['EMAIL', 'ROLE', 'SINCE'], rows) };
}

function showMemberships(memberships: readonly PublisherMembershipFieldsFragment[]): Result {
  const rows = memberships.map(({ publisher, role, invitedBy, joinedAt }) => [
    publisher.id,
    publisher.name ?? '',
    role,
    joinedAt ?? `invited by ${invitedBy}`,
  ]);
  return { document: memberships, text: toTable(['PUBLISHER', 'NAME', 'ROLE', 'SINCE'], rows) };
}
