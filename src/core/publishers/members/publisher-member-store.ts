import type { PublisherRole } from '../../access/callers.ts';

/** The roles that a member can have; the owner is the account that a publisher belongs to. */
export const MEMBER_ROLES = ['ADMIN', 'EDITOR'] as const satisfies readonly PublisherRole[];
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Members of one publisher, and publishers of one account, invitations included. */
export const MAX_MEMBERS = 50;
/** The days after which an invitation that nobody has accepted ends. */
export const INVITATION_DAYS = 14;

/** A person who may act for a publisher of somebody else, or is invited to. */
export interface PublisherMember {
  readonly publisherId: string;
  /** The e-mail address of the account. */
  readonly email: string;
  readonly role: MemberRole;
  readonly invitedAt: Date;
  /** The e-mail address of the account that sent the invitation. */
  readonly invitedBy: string;
  /** Null while it is an invitation. */
  readonly joinedAt: Date | null;
}

/** What an account that is a member may do for a publisher. */
export interface Membership {
  readonly publisherId: string;
  readonly namespace: string;
  readonly role: MemberRole;
}

/** Stores who may act for a publisher besides its owner, unique by e-mail address. Invitations that have ended are not found. */
export interface PublisherMemberStore {
  /** Locks the publisher's members until the end of the transaction. */
  lock(publisherId: string): Promise<void>;
  /** The members of a publisher and its invitations, the oldest first. */
  membersOf(publisherId: string, now: Date): Promise<PublisherMember[]>;
  /** The memberships of an e-mail address, then its invitations, the newest first; at most 100, since strangers send invitations. */
  membershipsOf(email: string, now: Date): Promise<PublisherMember[]>;
  /** The membership by which an account acts for a publisher. */
  find(publisherId: string, accountId: string): Promise<Membership | undefined>;
  /** Locks a membership until the end of the transaction, so that it stays; false when there is none. */
  keep(publisherId: string, accountId: string): Promise<boolean>;
  /** Adds a member, or replaces the one with its address. Mails of former invitations that wait are not sent. */
  put(member: PublisherMember, accountId: string | null): Promise<void>;
  /** Changes a role, also in mails that wait. */
  setRole(publisherId: string, email: string, role: MemberRole): Promise<void>;
  /** Removes a member or an invitation, and the drafts that it has for the publisher. Mails that wait are not sent. */
  remove(publisherId: string, email: string): Promise<void>;
}
