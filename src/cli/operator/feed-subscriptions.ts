import { send, type CommandRow } from '../command.ts';
import { listRow } from '../connection.ts';
import { FeedSubscriptions, RemoveFeedSubscription } from '../documents.ts';
import { cut } from '../print.ts';

const TOPIC_COLUMNS = 60;

/** The commands of subscriptions of the feed by WebSub. */
export const FEED_SUBSCRIPTION_ROWS: readonly CommandRow[] = [
  listRow({
    command: 'subscriptions',
    what: 'lists the subscriptions of the feed by WebSub, newest first (operator)',
    document: FeedSubscriptions,
    page: ({ feedSubscriptions }) => feedSubscriptions,
    name: 'subscriptions',
    headings: ['ID', 'CALLBACK', 'TOPIC', 'UNTIL', 'STATE'],
    row: ({ id, callback, topic, leaseUntil, disabledAt }) => [
      id,
      callback,
      cut(topic, TOPIC_COLUMNS),
      leaseUntil,
      disabledAt === null ? 'live' : `gone ${disabledAt}`,
    ],
    none: 'There are no subscriptions.',
  }),
  {
    name: 'remove-subscription',
    what: 'ends a subscription of the feed, and tells its callback so once (operator)',
    takes: [['<id>', 'the subscription, such as sub_…']],
    work: send({
      document: RemoveFeedSubscription,
      input: (_options, id) => ({ id }),
      show: ({ removeFeedSubscription: { subscription } }) => ({
        document: subscription,
        text: `${subscription.id} of ${subscription.callback} was ended.`,
      }),
    }),
  },
];
