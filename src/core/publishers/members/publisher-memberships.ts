import { z } from 'zod';
import type { Publisher, PublisherStore } from '../../accounts/publisher-store.ts';
import type { Clock } from '../../clock.ts';
import { defineUseCase } from '../../use-case.ts';
import type { PublisherMember, PublisherMemberStore } from './publisher-member-store.ts';

/** A publisher of somebody else that the account may act for, or is invited to. */
export interface PublisherMembership extends PublisherMember {
  readonly publisher: Publisher;
}

/** The publishers of others that the account may act for, and its invitations. */
export const publisherMemberships = defineUseCase({
  permission: 'account',
  input: z.object({}),

  async execute(
    ports: { clock: Clock; publishers: PublisherStore; publisherMembers: PublisherMemberStore },
    { email },
  ): Promise<PublisherMembership[]> {
    const memberships = await ports.publisherMembers.membershipsOf(email, ports.clock.now());
    const found = await ports.publishers.findMany(memberships.map(({ publisherId }) => publisherId));
    const publishers = new Map(found.map((publisher) => [publisher.id, publisher]));
    return memberships.flatMap((membership) => {
      const publisher = publishers.get(membership.publisherId);
      return publisher === undefined ? [] : [{ ...membership, publisher }];
    });
  },
});
