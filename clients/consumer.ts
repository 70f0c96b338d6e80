import { createGiveaways, GiveawaysError, readWebhook, type ListingDraft } from '@giveaway-gateway/client';
import { CreateApiKey, Feed, Operation, Viewer } from '@giveaway-gateway/client/documents';
import { createGraphql } from '@giveaway-gateway/client/graphql';

/** What a publisher and a provider do with the packed client; prints what they got. */
const { URL: url = '', PUBLISHER_KEY, PROVIDER_KEY, DRAFTS = '[]', SIGNED = '{}' } = process.env;
const publisher = createGiveaways({ url, credential: () => String(PUBLISHER_KEY) });
const provider = createGiveaways({ url, credential: String(PROVIDER_KEY), waitSeconds: 0 });

for (const body of JSON.parse(DRAFTS) as ListingDraft[]) await publisher.publishListing({ body });
const titles: string[] = [];
for await (const { title } of publisher.eachListing()) titles.push(title);
const items: string[] = [];
for await (const { title } of publisher.eachFeedItem({ first: 40 })) items.push(title);

const refused = await publisher
  .publishListing({ body: { sourceExternalId: 'x' } as ListingDraft })
  .catch((error: unknown) => error);

const startTime = Math.floor(Date.now() / 1_000);
const body = { giveawayId: 'packed', startTime, endTime: startTime + 3_600, determinationType: 0 } as const;
const first = await provider.createGiveaway({ body, headers: { 'Idempotency-Key': 'create-packed' } });
const again = await provider.createGiveaway({ body, headers: { 'Idempotency-Key': 'create-packed' } });
const completed = await provider.complete(first, AbortSignal.timeout(60_000));
const unknown = await provider
  .complete({ operation: { ...first.operation, id: 'opn_unknown' } })
  .catch((error: unknown) => error);

const { message, headers, secrets } = JSON.parse(SIGNED) as Parameters<typeof toEvent>[0];
const toEvent = (signed: { message: string; headers: Record<string, string>; secrets: string[] }) =>
  readWebhook(signed.message, signed.headers, signed.secrets);
let forged = '';
try {
  readWebhook(`${message} `, headers, secrets);
} catch (error) {
  forged = String(error);
}

const graphql = createGraphql({ url, credential: () => String(PROVIDER_KEY) });
const { feed } = await graphql(Feed, { first: 3 });
const newest: readonly string[] = feed.nodes.map(({ title }) => title);
const { operation } = await graphql(Operation, { id: first.operation.id });
const unknownByGraphql = await graphql(Operation, { id: 'opn_unknown' }).catch((error: unknown) => error);
const unread = async () => {
  // @ts-expect-error The variables have the types of the schema.
  await graphql(Feed, { first: 'three' });
  // @ts-expect-error The id is required.
  await graphql(Operation);
  // @ts-expect-error The result has only the fields of the document.
  return (await graphql(Viewer)).viewer?.password;
};
void unread;

/** How often an operation is sent to a gateway that always answers 503. */
async function sentTo503(isMutation: boolean, isRepeatable?: boolean): Promise<number> {
  let sent = 0;
  const busy = createGraphql({
    url,
    retries: 2,
    async fetch() {
      sent += 1;
      return new Response('busy', { status: 503, headers: { 'retry-after': '0' } });
    },
  });
  const request = isRepeatable === undefined ? {} : { isRepeatable };
  const result = isMutation
    ? busy(CreateApiKey, { input: { scopes: [], creationId: 'one' } }, request)
    : busy(Feed, {}, request);
  const error: unknown = await result.catch((each: unknown) => each);
  return error instanceof GiveawaysError && error.status === 503 && error.isRetryable ? sent : NaN;
}

const describe = (error: unknown) =>
  error instanceof GiveawaysError
    ? {
        status: error.status,
        code: error.code,
        isRetryable: error.isRetryable,
        requestId: error.requestId,
        ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
        message: error.message,
      }
    : String(error);
console.log(
  JSON.stringify({
    titles,
    items,
    refused: describe(refused),
    operations: [first.operation.id, again.operation.id, completed.operation.status],
    unknown: describe(unknown),
    graphql: {
      newest,
      operation: operation.id,
      unknown: describe(unknownByGraphql),
      sent: [
        await sentTo503(false),
        await sentTo503(false, false),
        await sentTo503(true),
        await sentTo503(true, true),
      ],
    },
    type: toEvent({ message, headers, secrets }).type,
    forged,
  }),
);
