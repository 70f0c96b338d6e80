import { Option } from 'commander';
import { randomUUID } from 'node:crypto';
import { needed, send, type CommandRow, type Result } from '../command.ts';
import { listRow } from '../connection.ts';
import {
  CreateWebhook,
  DeleteWebhook,
  EnableWebhook,
  RedeliverWebhook,
  RotateWebhookSecret,
  WebhookDeliveries,
  Webhooks,
  type DeliveryFieldsFragment,
  type WebhookFieldsFragment,
} from '../documents.ts';
import { toFields } from '../print.ts';
import { FEED_WEBHOOK_ROWS } from './feed-webhooks.ts';
import { LISTEN } from './listen.ts';

const PROVIDER = needed('--provider <id>', 'the provider, such as prv_…');
const ID = ['<id>', 'the webhook, such as whk_…'] as const;

export const WEBHOOK_ROWS: readonly CommandRow[] = [
  {
    name: 'create',
    what: 'creates a webhook and shows its signing secret once',
    options: [
      PROVIDER,
      needed('--receiver <address>', 'the URL that messages are sent to, https://…'),
      new Option('--events <list>', 'types of events, separated by commas; all types when left out'),
    ],
    work: send({
      document: CreateWebhook,
      input: ({ provider, receiver, events }) => ({
        provider,
        url: receiver,
        events: typeof events === 'string' ? events.split(',').map((type) => type.trim()) : undefined,
        creationId: randomUUID(),
      }),
      isRepeatable: true,
      show: ({ createWebhook }) => issued(createWebhook),
    }),
  },
  listRow({
    what: 'lists the webhooks of a provider, newest first',
    options: [PROVIDER],
    document: Webhooks,
    page: ({ webhooks }) => webhooks,
    name: 'webhooks',
    headings: ['ID', 'URL', 'EVENTS', 'CREATED', 'STATE'],
    row: ({ id, url, events, createdAt, disabledAt }) => [
      id,
      url,
      events.join(','),
      createdAt,
      disabledAt === null ? 'live' : `disabled ${disabledAt}`,
    ],
    none: 'There are no webhooks.',
    variables: ({ provider }) => ({ provider }),
  }),
  {
    name: 'rotate-secret',
    what: 'gives a webhook a new signing secret; messages are signed with both secrets for a day',
    takes: [ID],
    work: send({
      document: RotateWebhookSecret,
      input: (_options, id) => ({ id, rotationId: randomUUID() }),
      isRepeatable: true,
      show: ({ rotateWebhookSecret }) => issued(rotateWebhookSecret),
    }),
  },
  {
    name: 'enable',
    what: 'enables a webhook that an answer 410 has disabled; it gets events from now on',
    takes: [ID],
    work: send({
      document: EnableWebhook,
      input: (_options, id) => ({ id }),
      show: ({ enableWebhook: { webhook } }) => ({
        document: webhook,
        text: `${webhook.id} is enabled. Events are sent to ${webhook.url}.`,
      }),
    }),
  },
  {
    name: 'delete',
    what: 'deletes a webhook with its log',
    takes: [ID],
    work: send({
      document: DeleteWebhook,
      input: (_options, id) => ({ id }),
      show: ({ deleteWebhook: { webhook } }) => ({
        document: webhook,
        text: `${webhook.id} is deleted. No more messages are sent to ${webhook.url}.`,
      }),
    }),
  },
  listRow({
    command: 'deliveries',
    what: 'lists the deliveries of a webhook, newest first',
    takes: [ID],
    document: WebhookDeliveries,
    page: ({ webhookDeliveries }) => webhookDeliveries,
    name: 'deliveries',
    headings: ['ID', 'EVENT', 'MESSAGE', 'CREATED', 'STATE', 'LATEST ATTEMPTS', 'LAST ANSWER'],
    row: toRow,
    none: 'There are no deliveries yet.',
    variables: (_options, webhook) => ({ webhook }),
    present: flat,
  }),
  {
    name: 'redeliver',
    what: 'sends a message again, under the same id',
    takes: [['<delivery>', 'the delivery, such as dlv_…']],
    work: send({
      document: RedeliverWebhook,
      input: (_options, delivery) => ({ delivery }),
      show: ({ redeliverWebhook: { delivery } }) => ({
        document: flat(delivery),
        text: `${delivery.id} is sent again with the id ${delivery.messageId}.`,
      }),
    }),
  },
  LISTEN,
  ...FEED_WEBHOOK_ROWS,
];

interface Issued {
  readonly secret: string;
  readonly webhook: WebhookFieldsFragment;
}

function issued({ secret, webhook }: Issued): Result {
  const { id, providerId, url, events } = webhook;
  return {
    document: { ...webhook, secret },
    text: `${toFields({ Secret: secret, Id: id, Provider: providerId, Url: url, Events: events.join(', ') })}\n\nThe secret is shown only now: put it into the configuration of the receiver.`,
  };
}

function toRow({
  id,
  type,
  messageId,
  createdAt,
  state,
  nextAttemptAt,
  attempts,
}: DeliveryFieldsFragment): string[] {
  const { nodes: latest } = attempts;
  const last = latest.at(-1);
  return [
    id,
    type,
    messageId,
    createdAt,
    nextAttemptAt === null ? state : `${state} until ${nextAttemptAt}`,
    String(latest.length),
    last === undefined ? 'none' : String(last.status ?? last.error),
  ];
}

function flat({ attempts, ...delivery }: DeliveryFieldsFragment): object {
  return { ...delivery, attempts: attempts.nodes };
}
