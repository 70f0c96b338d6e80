import { createGiveaways, GiveawaysError, readWebhook, type ListingDraft } from '@giveaway-gateway/client';

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

const describe = (error: unknown) =>
  error instanceof GiveawaysError
    ? {
        status: error.status,
        code: error.code,
        isRetryable: error.isRetryable,
        requestId: error.requestId,
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
    type: toEvent({ message, headers, secrets }).type,
    forged,
  }),
);
