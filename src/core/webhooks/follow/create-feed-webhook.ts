import { DomainError } from '../../errors.ts';
import { facetArguments } from '../../feed/feed-query.ts';
import { defineUseCase } from '../../use-case.ts';
import { optionalText, requiredUrl } from '../../values/text.ts';
import { issueWebhook, type IssuesWebhook } from '../issue-webhook.ts';
import { LISTING_EVENT, type IssuedWebhook, type Webhook } from '../webhook.ts';
import { toFollowed, toMatchableFilter } from './followed-filter.ts';

const MAX_FEED_WEBHOOKS = 5;

/**
 * Creates a webhook of the caller's account that gets each listing when it begins to match a filter of the feed, and shows its
 * signing secret once. Without a filter it gets all listings. A request that is repeated with its creation id gets the same webhook
 * and secret for some minutes, as long as the secret was not replaced.
 */
export const createFeedWebhook = defineUseCase({
  permission: 'account',
  input: facetArguments.extend({ url: requiredUrl(), creationId: optionalText(64, null) }),

  execute(ports: IssuesWebhook, caller, { url, filter, creationId }): Promise<IssuedWebhook> {
    const { accountId } = caller;
    const createdAt = ports.clock.now();
    const feedFilter = toMatchableFilter(filter, createdAt);
    const webhook: Webhook = {
      id: ports.ids.next('whk'),
      providerId: null,
      accountId,
      filter: toFollowed(filter),
      url,
      events: [LISTING_EVENT],
      createdAt,
      rotatedAt: null,
      disabledAt: null,
    };
    return issueWebhook(ports, caller, webhook, {
      action: 'createFeedWebhook',
      owner: { accountId },
      creationId,
      async lock({ webhooks }) {
        await webhooks.lockOwner(accountId);
        return accountId;
      },
      requireRoom(count) {
        if (count >= MAX_FEED_WEBHOOKS) throw tooManyWebhooks();
      },
      add: ({ webhooks }, stored) => webhooks.follow(webhook, stored, feedFilter),
    });
  },
});

function tooManyWebhooks(): DomainError {
  return new DomainError(
    'INVALID_PAYLOAD',
    `Your account has ${MAX_FEED_WEBHOOKS} webhooks that follow the feed, which is the limit: delete one first.`,
  );
}
