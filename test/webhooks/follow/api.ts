import type { Client } from '../../support/gateway/client.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';

const WEBHOOK =
  'id providerId url events disabledAt filter { platforms providers verified search endsBefore endsAfter includeEnded }';

/** Creates a webhook that follows the feed. */
export function createFeedWebhook(client: Client, session: string, input: object): Promise<HttpResponse> {
  return client.graphql(
    `mutation ($input: CreateFeedWebhookInput!) { createFeedWebhook(input: $input) { secret webhook { ${WEBHOOK} } } }`,
    { input },
    session,
  );
}

/** The webhooks of the session's account that follow the feed. */
export async function readFeedWebhooks(client: Client, session: string): Promise<Json[]> {
  const { body } = await client.graphql(`{ feedWebhooks { nodes { ${WEBHOOK} } } }`, {}, session);
  return body.data.feedWebhooks.nodes;
}
