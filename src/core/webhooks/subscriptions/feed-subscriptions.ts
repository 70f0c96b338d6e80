import { z } from 'zod';
import { defineUseCase } from '../../use-case.ts';
import { pageArguments, readPage } from '../../values/paging.ts';
import { WEBHOOKS_ORDER } from '../webhooks.ts';
import type { FeedSubscriptionStore } from './feed-subscription-store.ts';

/** The subscriptions of the feed by WebSub, newest first. */
export const feedSubscriptions = defineUseCase({
  permission: 'operator',
  input: z.object(pageArguments),

  execute: (ports: { feedSubscriptions: FeedSubscriptionStore }, _operator, raw) =>
    ports.feedSubscriptions.page(readPage(raw, WEBHOOKS_ORDER)),
});
