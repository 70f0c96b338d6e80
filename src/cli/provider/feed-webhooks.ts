import { randomUUID } from 'node:crypto';
import { needed, send, type CommandRow } from '../command.ts';
import { listRow } from '../connection.ts';
import { CreateFeedWebhook, FeedWebhooks, type WebhookFieldsFragment } from '../documents.ts';
import { FILTER_OPTIONS, toFilter } from '../feed-filter.ts';
import { toFields } from '../print.ts';

/** The commands of webhooks that follow the feed. */
export const FEED_WEBHOOK_ROWS: readonly CommandRow[] = [
  {
    name: 'follow',
    what: 'creates a webhook of your account that gets listings which begin to match a filter',
    options: [
      needed('--receiver <address>', 'the URL that messages are sent to, https://…'),
      ...FILTER_OPTIONS,
    ],
    work: send({
      document: CreateFeedWebhook,
      input: ({ receiver, ...options }) => ({
        url: receiver,
        filter: toFilter(options),
        creationId: randomUUID(),
      }),
      isRepeatable: true,
      show: ({ createFeedWebhook: { secret, webhook } }) => ({
        document: { ...webhook, secret },
        text: `${toFields({ Secret: secret, Id: webhook.id, Url: webhook.url, Filter: describeFilter(webhook) })}\n\nThe secret is shown only now: put it into the configuration of the receiver.`,
      }),
    }),
  },
  listRow({
    command: 'followed',
    what: 'lists the webhooks of your account that follow the feed, newest first',
    document: FeedWebhooks,
    page: ({ feedWebhooks }) => feedWebhooks,
    name: 'webhooks',
    headings: ['ID', 'URL', 'FILTER', 'CREATED', 'STATE'],
    row: (webhook) => [
      webhook.id,
      webhook.url,
      describeFilter(webhook),
      webhook.createdAt,
      webhook.disabledAt === null ? 'live' : `disabled ${webhook.disabledAt}`,
    ],
    none: 'You follow nothing.',
  }),
];

function describeFilter({ filter }: WebhookFieldsFragment): string {
  const { facts, ...others } = filter ?? {};
  const parts = Object.entries({ ...others, ...facts }).flatMap(([name, value]) =>
    value === null || value === false || name === '__typename' ? [] : [`${name}: ${String(value)}`],
  );
  return parts.length === 0 ? 'all listings' : parts.join('; ');
}
