import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { act, type Result } from '../command.ts';
import { AFTER, FIRST, nodesOf, presentPage, selectPage, type Connection } from '../connection.ts';
import { toFields } from '../print.ts';

const WEBHOOK = 'id providerId url events createdAt rotatedAt disabledAt';
const DELIVERY = `id webhookId messageId type state nextAttemptAt createdAt
  attempts(last: 20) { edges { node { at durationMs status error body } } }`;
const CREATE = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { ${WEBHOOK} } } }`;
const ROTATE = `mutation ($input: RotateWebhookSecretInput!) {
  rotateWebhookSecret(input: $input) { secret webhook { ${WEBHOOK} } }
}`;
const DELETE = `mutation ($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { webhook { ${WEBHOOK} } } }`;
const ENABLE = `mutation ($input: EnableWebhookInput!) { enableWebhook(input: $input) { webhook { ${WEBHOOK} } } }`;
const REDELIVER = `mutation ($input: RedeliverWebhookInput!) {
  redeliverWebhook(input: $input) { delivery { ${DELIVERY} } }
}`;
const LIST = `query ($provider: ID!, $first: Int, $after: String) {
  webhooks(provider: $provider, first: $first, after: $after) {
    ${selectPage(WEBHOOK)}
  }
}`;
const DELIVERIES = `query ($webhook: ID!, $first: Int, $after: String) {
  webhookDeliveries(webhook: $webhook, first: $first, after: $after) {
    ${selectPage(DELIVERY)}
  }
}`;

interface Webhook {
  readonly id: string;
  readonly providerId: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly createdAt: string;
  readonly rotatedAt: string | null;
  readonly disabledAt: string | null;
}
interface Issued {
  readonly secret: string;
  readonly webhook: Webhook;
}
interface Delivery {
  readonly id: string;
  readonly messageId: string;
  readonly type: string;
  readonly state: string;
  readonly nextAttemptAt: string | null;
  readonly attempts: Pick<Connection<Attempt>, 'edges'>;
  readonly createdAt: string;
}
interface Attempt {
  readonly status: number | null;
  readonly error: string | null;
}

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
        const input = { provider, url: receiver, events: list };
        const { createWebhook } = await client.request<{ createWebhook: Issued }>(CREATE, { input });
        return issued(createWebhook);
      }),
    );
  webhooks
    .command('list')
    .description('lists the webhooks of a provider, newest first')
    .requiredOption('--provider <id>', 'the provider, such as prv_…')
    .addOption(FIRST)
    .addOption(AFTER)
    .action(
      act(async (client, { provider, first, after }) => {
        const answer = await client.request<{ webhooks: Connection<Webhook> }>(LIST, {
          provider,
          first,
          after,
        });
        const found = nodesOf(answer.webhooks);
        const rows = found.map(({ id, url, events, createdAt, disabledAt }) => [
          id,
          url,
          events.join(','),
          createdAt,
          disabledAt === null ? 'live' : `disabled ${disabledAt}`,
        ]);
        return presentPage(
          { webhooks: found, pageInfo: answer.webhooks.pageInfo },
          { headings: ['ID', 'URL', 'EVENTS', 'CREATED', 'STATE'], rows, none: 'There are no webhooks.' },
        );
      }),
    );
  webhooks
    .command('rotate-secret')
    .description('gives a webhook a new signing secret; messages are signed with both secrets for a day')
    .argument('<id>', 'the webhook, such as whk_…')
    .action(
      act(async (client, _options, id) => {
        const { rotateWebhookSecret } = await client.requestRepeatedly<{ rotateWebhookSecret: Issued }>(
          ROTATE,
          { input: { id, rotationId: randomUUID() } },
        );
        return issued(rotateWebhookSecret);
      }),
    );
  webhooks
    .command('enable')
    .description('enables a webhook that an answer 410 has disabled; it gets events from now on')
    .argument('<id>', 'the webhook, such as whk_…')
    .action(
      act(async (client, _options, id) => {
        const { enableWebhook } = await client.request<{ enableWebhook: { webhook: Webhook } }>(ENABLE, {
          input: { id },
        });
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
        const { deleteWebhook } = await client.request<{ deleteWebhook: { webhook: Webhook } }>(DELETE, {
          input: { id },
        });
        const { webhook } = deleteWebhook;
        return {
          document: webhook,
          text: `${webhook.id} is deleted. No more messages are sent to ${webhook.url}.`,
        };
      }),
    );
  webhooks
    .command('deliveries')
    .description('lists the deliveries of a webhook, newest first')
    .argument('<id>', 'the webhook, such as whk_…')
    .addOption(FIRST)
    .addOption(AFTER)
    .action(
      act(async (client, { first, after }, webhook) => {
        const answer = await client.request<{ webhookDeliveries: Connection<Delivery> }>(DELIVERIES, {
          webhook,
          first,
          after,
        });
        const found = nodesOf(answer.webhookDeliveries);
        return presentPage(
          { deliveries: found.map(flat), pageInfo: answer.webhookDeliveries.pageInfo },
          {
            headings: ['ID', 'EVENT', 'MESSAGE', 'CREATED', 'STATE', 'LATEST ATTEMPTS', 'LAST ANSWER'],
            rows: found.map(toRow),
            none: 'There are no deliveries yet.',
          },
        );
      }),
    );
  webhooks
    .command('redeliver')
    .description('sends a message again, under the same id')
    .argument('<delivery>', 'the delivery, such as dlv_…')
    .action(
      act(async (client, _options, delivery) => {
        const { redeliverWebhook } = await client.request<{ redeliverWebhook: { delivery: Delivery } }>(
          REDELIVER,
          { input: { delivery } },
        );
        const { id, messageId } = redeliverWebhook.delivery;
        return {
          document: flat(redeliverWebhook.delivery),
          text: `${id} is sent again with the id ${messageId}.`,
        };
      }),
    );
}

function issued({ secret, webhook }: Issued): Result {
  const { id, providerId, url, events } = webhook;
  return {
    document: { ...webhook, secret },
    text: `${toFields({ Secret: secret, Id: id, Provider: providerId, Url: url, Events: events.join(', ') })}\n\nThe secret is shown only now: put it into the configuration of the receiver.`,
  };
}

function toRow({ id, type, messageId, createdAt, state, nextAttemptAt, attempts }: Delivery): string[] {
  const latest = nodesOf(attempts);
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

function flat({ attempts, ...delivery }: Delivery): object {
  return { ...delivery, attempts: nodesOf(attempts) };
}
