import { z } from 'zod';
import type { Publisher, PublisherStore } from '../accounts/publisher-store.ts';
import { defineUseCase } from '../use-case.ts';

/** The caller's own publisher; undefined for a service client that has not published yet. */
export const myPublisher = defineUseCase({
  permission: 'giveaways:publish',
  input: z.object({}),

  async execute(
    { publishers }: { publishers: PublisherStore },
    { publisherId },
  ): Promise<Publisher | undefined> {
    const [own] = publisherId === '' ? [] : await publishers.findMany([publisherId]);
    return own;
  },
});
