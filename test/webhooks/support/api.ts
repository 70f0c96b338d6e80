import type { Gateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { newEmail } from '../../support/listings.ts';
import { addMember, createProvider } from '../../support/providers/providers.ts';

const WEBHOOK = 'id providerId url events createdAt rotatedAt disabledAt';
const DELIVERY =
  'id webhookId messageId type state nextAttemptAt createdAt attempts { edges { node { at durationMs status error body } } }';

/** Creates a provider with a member; returns it with that member's session. */
export async function startProvider(gateway: Gateway): Promise<Json> {
  const account = newEmail();
  const provider = await createProvider(gateway);
  await addMember(gateway, provider.id, account);
  return { ...provider, account, session: await gateway.signIn(account) };
}

export function createWebhook(gateway: Gateway, session: string, input: object): Promise<HttpResponse> {
  return gateway.graphql(
    `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { ${WEBHOOK} } } }`,
    { input },
    session,
  );
}

export function rotateSecret(
  gateway: Gateway,
  session: string,
  id: string,
  rotationId?: string,
): Promise<HttpResponse> {
  return gateway.graphql(
    `mutation ($input: RotateWebhookSecretInput!) {
      rotateWebhookSecret(input: $input) { secret webhook { ${WEBHOOK} } }
    }`,
    { input: { id, rotationId } },
    session,
  );
}

export function deleteWebhook(gateway: Gateway, session: string, id: string): Promise<HttpResponse> {
  return gateway.graphql(
    `mutation ($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { webhook { ${WEBHOOK} } } }`,
    { input: { id } },
    session,
  );
}

export function redeliver(gateway: Gateway, session: string, delivery: string): Promise<HttpResponse> {
  return gateway.graphql(
    `mutation ($input: RedeliverWebhookInput!) { redeliverWebhook(input: $input) { delivery { ${DELIVERY} } } }`,
    { input: { delivery } },
    session,
  );
}

export function readWebhooks(gateway: Gateway, session: string, provider: string): Promise<HttpResponse> {
  return gateway.graphql(
    `query ($provider: ID!) { webhooks(provider: $provider) { edges { node { ${WEBHOOK} } } } }`,
    { provider },
    session,
  );
}

export function readDeliveries(
  gateway: Gateway,
  session: string,
  webhook: string,
  page: object = {},
): Promise<HttpResponse> {
  return gateway.graphql(
    `query ($webhook: ID!, $first: Int, $after: String) {
      webhookDeliveries(webhook: $webhook, first: $first, after: $after) {
        edges { node { ${DELIVERY} } } pageInfo { hasNextPage endCursor }
      }
    }`,
    { webhook, ...page },
    session,
  );
}

/** The deliveries of a webhook, newest first. */
export async function deliveriesOf(gateway: Gateway, session: string, webhook: string): Promise<Json[]> {
  const { body } = await readDeliveries(gateway, session, webhook);
  return body.data.webhookDeliveries.edges.map(({ node: { attempts, ...delivery } }: Json) => ({
    ...delivery,
    attempts: attempts.edges.map(({ node }: Json) => node),
  }));
}
