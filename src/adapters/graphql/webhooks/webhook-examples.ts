import { idOf, input, page, exampleProvider, type CallExamples } from '../examples/example.ts';

/** Example calls of the root fields of webhooks. */
export const WEBHOOK_EXAMPLES: CallExamples = {
  query: {
    webhooks: [{ provider: exampleProvider, ...page }, 'edges { node { id url events disabledAt } }'],
    feedWebhooks: [page, 'nodes { id url filter { search platforms } disabledAt }'],
    feedSubscriptions: [page, 'nodes { id callback topic leaseUntil }'],
    webhookDeliveries: [
      { webhook: idOf('whk'), ...page },
      'edges { node { type state attempts(last: 1) { edges { node { at status error } } } } }',
    ],
    signedWebhookMessage: [{ delivery: idOf('dlv') }, 'id timestamp signature body'],
  },
  mutation: {
    createWebhook: input(
      {
        provider: exampleProvider,
        url: 'https://hooks.example.com/giveaways',
        events: ['operation.failed', 'round.decided'],
      },
      'webhook { id } secret',
    ),
    createFeedWebhook: input(
      { url: 'https://hooks.example.com/listings', filter: { search: 'chess', platforms: ['steam'] } },
      'webhook { id } secret',
    ),
    rotateWebhookSecret: input({ id: idOf('whk') }, 'secret'),
    enableWebhook: input({ id: idOf('whk') }, 'webhook { disabledAt }'),
    deleteWebhook: input({ id: idOf('whk') }, 'webhook { url }'),
    removeFeedSubscription: input({ id: idOf('sub') }, 'subscription { callback }'),
    redeliverWebhook: input({ delivery: idOf('dlv') }, 'delivery { state nextAttemptAt }'),
  },
};
