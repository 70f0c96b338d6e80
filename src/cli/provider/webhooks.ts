import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { act, type Result } from '../command.ts';
import { addList } from '../connection.ts';
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
} from '../documents/generated.ts';
import { toFields } from '../print.ts';

/** giveaways webhooks create, list, rotate-secret, enable, delete, deliveries, redeliver */
export function addWebhooks(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description("endpoints that get events of a provider's operations and rounds (members and operator)");
  webhooks
    .command('create')
    .description('creates a webhook and shows its signing secret once')
    .requiredOption('--provider <id>', 'the provider, such as prv_…')
    .requiredOption('--receiver <address>', 'the URL that messages are sent to, https://…')
    .option('--events <list>', 'types of events, separated by commas; all types when left out')
    .action(
      act(async (client, { provider, receiver, events }) => {
        const list = typeof events === 'string' ? events.split(',').map((type) => type.trim()) : undefined;
        const input = { provider, url: receiver, events: list, creationId: randomUUID() };
        const { createWebhook } = await client.requestRepeatedly(CreateWebhook, { input });
        return issued(createWebhook);
      }),
    );
  addList(
    webhooks
      .command('list')
      .description('lists the webhooks of a provider, newest first')
      .requiredOption('--provider <id>', 'the provider, such as prv_…'),
    {
      document: Webhooks,
      page: (data) => data.webhooks,
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
    },
  );
  webhooks
    .command('rotate-secret')
    .description('gives a webhook a new signing secret; messages are signed with both secrets for a day')
    .argument('<id>', 'the webhook, such as whk_…')
    .action(
      act(async (client, _options, id) => {
        const { rotateWebhookSecret } = await client.requestRepeatedly(RotateWebhookSecret, {
          input: { id, rotationId: randomUUID() },
        });
        return issued(rotateWebhookSecret);
      }),
    );
  webhooks
    .command('enable')
    .description('enables a webhook that an answer 410 has disabled; it gets events from now on')
    .argument('<id>', 'the webhook, such as whk_…')
    .action(
      act(async (client, _options, id) => {
        const { enableWebhook } = await client.request(EnableWebhook, { input: { id } });
        const { webhook } = enableWebhook;
        return { document: webhook, text: `${webhook.id} is enabled. Events are sent to ${webhook.url}.` };
      }),
    );
  webhooks
    .command('delete')
    .description('deletes a webhook with its log')
    .argument('<id>', 'the webhook, such as whk_…')
    .action(
      act(async (client, _options, id) => {
        const { deleteWebhook } = await client.request(DeleteWebhook, { input: { id } });
        const { webhook } = deleteWebhook;
        return {
          document: webhook,
          text: `${webhook.id} is deleted. No more messages are sent to ${webhook.url}.`,
        };
      }),
    );
  addList(
    webhooks
      .command('deliveries')
      .description('lists the deliveries of a webhook, newest first')
      .argument('<id>', 'the webhook, such as whk_…'),
    {
      document: WebhookDeliveries,
      page: ({ webhookDeliveries }) => webhookDeliveries,
      name: 'deliveries',
      headings: ['ID', 'EVENT', 'MESSAGE', 'CREATED', 'STATE', 'LATEST ATTEMPTS', 'LAST ANSWER'],
      row: toRow,
      none: 'There are no deliveries yet.',
      variables: (_options, webhook) => ({ webhook }),
      present: flat,
    },
  );
  webhooks
    .command('redeliver')
    .description('sends a message again, under the same id')
    .argument('<delivery>', 'the delivery, such as dlv_…')
    .action(
      act(async (client, _options, delivery) => {
        const { redeliverWebhook } = await client.request(RedeliverWebhook, { input: { delivery } });
        const { id, messageId } = redeliverWebhook.delivery;
        return {
          document: flat(redeliverWebhook.delivery),
          text: `${id} is sent again with the id ${messageId}.`,
        };
      }),
    );
}

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
