import { z } from 'zod';
import { findAccountOfPublisher } from '../../accounts/find-account-of-publisher.ts';
import type { AccountStore } from '../../accounts/account-store.ts';
import type { PublisherStore } from '../../accounts/publisher-store.ts';
import type { Clock } from '../../clock.ts';
import { defineUseCase } from '../../use-case.ts';
import type { PublisherMember, PublisherMemberStore } from './publisher-member-store.ts';

interface Members {
  /** The e-mail address of the account that the publisher belongs to. */
  readonly owner: string;
  readonly members: readonly PublisherMember[];
}

/** Who may act for the publisher that the caller acts for, and who is invited to. */
export const publisherMembers = defineUseCase({
  permission: 'account',
  input: z.object({}),

  async execute(
    ports: {
      accounts: AccountStore;
      clock: Clock;
      publishers: PublisherStore;
      publisherMembers: PublisherMemberStore;
    },
    { publisherId },
  ): Promise<Members> {
    const accountId = await findAccountOfPublisher(ports, publisherId);
    const owner = accountId === undefined ? undefined : await ports.accounts.find(accountId);
    const members = await ports.publisherMembers.membersOf(publisherId, ports.clock.now());
    return { owner: owner?.email ?? '', members };
  },
});
