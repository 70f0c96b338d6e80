import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { draft, newEmail } from '../../support/listings.ts';
import { createWebhook, deleteWebhook, deliveriesOf, redeliver, startProvider } from '../support/api.ts';
import { change, newOperation } from '../support/operations.ts';
import { isSignedBy, startReceiver } from '../support/receiver.ts';
import { createFeedWebhook, readFeedWebhooks } from './api.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

/** Webhooks of each of several accounts, whose receivers never answer. */
const SILENT = 5;
const ACCOUNTS = 6;

const silent = sharedByTests(startReceiver);
const receiver = sharedByTests(startReceiver);
const gateway = sharedByTests(() => startGateway({ WEBHOOK_ALLOW_PRIVATE: 'true' }));
let key: string;
beforeAll(async () => {
  silent.reply(() => undefined);
  key = await gateway.createKey();
});

describe('an account that follows the feed', () => {
  it('gets a signed message of each listing that matches, within seconds, and sees its delivery', async () => {
    const session = await gateway.signIn();
    const filter = { search: 'lantern', platforms: ['steam'], endsAfter: '2030-01-01T00:00:00.000Z' };
    const { body } = await createFeedWebhook(gateway, session, { url: receiver.url, filter });
    const { secret, webhook } = body.data.createFeedWebhook;
    expect(webhook).toMatchObject({ providerId: null, events: ['listing.published'], filter });
    expect(await readFeedWebhooks(gateway, session)).toEqual([webhook]);
    const listing = draft({ title: 'Lanterns', platform: 'Steam', endDate: '2090-01-01T00:00:00Z' });
    const published = (await gateway.publish(key, listing)).body.listing;
    await gateway.publish(
      key,
      draft({ title: 'Lanterns', platform: 'itch', endDate: '2090-01-01T00:00:00Z' }),
    );

    const [received] = await receiver.until(1);
    expect(isSignedBy(secret, received!)).toBe(true);
    expect(received?.message).toMatchObject({
      type: 'listing.published',
      data: { listing: { id: published.id, title: 'Lanterns', publisher: { name: null } } },
    });
    const deliveries = await eventually(
      () => deliveriesOf(gateway, session, webhook.id),
      (found) => found[0]?.state === 'DELIVERED',
      10_000,
    );
    expect(deliveries).toMatchObject([{ type: 'listing.published', attempts: [{ status: 204 }] }]);
    await redeliver(gateway, session, deliveries[0].id);
    const [, again] = await receiver.until(2);
    expect(again?.headers['webhook-id']).toBe(received?.headers['webhook-id']);
    await deleteWebhook(gateway, session, webhook.id);
    expect(await readFeedWebhooks(gateway, session)).toEqual([]);
  });

  it('reads the signed message of a listing while it is public, and not of one that is hidden or withdrawn', async () => {
    const session = await gateway.signIn(newEmail());
    const filter = { platforms: ['withdrawn-later'] };
    const { body } = await createFeedWebhook(gateway, session, { url: receiver.url, filter });
    const { id: webhook } = body.data.createFeedWebhook.webhook;
    const listing = draft({ platform: 'withdrawn-later' });
    const { id } = (await gateway.publish(key, listing)).body.listing;
    const [delivery] = await eventually(
      () => deliveriesOf(gateway, session, webhook),
      ({ length }) => length > 0,
      10_000,
    );
    const read = async () =>
      (
        await gateway.graphql(
          'query ($id: ID!) { signedWebhookMessage(delivery: $id) { body } }',
          { id: delivery.id },
          session,
        )
      ).body;
    const operate = async (mutation: string) => {
      const { body: done } = await gateway.graphql(`mutation { ${mutation} }`, {}, gateway.operatorToken);
      expect(done.errors).toBeUndefined();
    };
    const refused = async () => {
      const { data, errors } = await read();
      expect([data, errors?.[0].extensions.code]).toEqual([null, 'NOT_FOUND']);
      expect(errors[0].message).toContain('no longer public');
    };
    expect(JSON.parse((await read()).data.signedWebhookMessage.body).data.listing.id).toBe(id);
    await operate(`hideListing(input: { id: "${id}", reason: "A false prize" }) { listing { id } }`);
    await refused();
    await operate(`unhideListing(input: { id: "${id}" }) { listing { id } }`);
    expect((await read()).errors).toBeUndefined();
    await gateway.withdraw(key, listing.sourceExternalId);
    await refused();
  });

  it('gets the picture that the listing is shown with', async () => {
    const session = await gateway.signIn(newEmail());
    const filter = { platforms: ['framed'] };
    await createFeedWebhook(gateway, session, { url: receiver.url, filter });
    const listing = draft({ platform: 'unframed' });
    const { id } = (await gateway.publish(key, listing)).body.listing;
    const picture = `${'5f'.repeat(32)}-1280x853`;
    await gateway.onDatabase((em) =>
      em.execute('update listing set uploaded_picture = ? where id = ?', [picture, id]),
    );
    await gateway.publish(key, { ...listing, platform: 'framed' });

    const isOfListing = ({ message }: { message: Json }) => message.data?.listing?.id === id;
    const [received] = await receiver.until(1, isOfListing);
    expect(received?.message.data).toMatchObject({
      listing: {
        picture: { id: picture, width: 1280, height: 853, large: `/pictures/${picture}/large.webp` },
      },
    });
  });

  it('holds up neither others nor a provider when its receivers never answer and every listing matches', async () => {
    for (let account = 0; account < ACCOUNTS; account += 1) {
      const session = await gateway.signIn(newEmail());
      for (let count = 0; count < SILENT; count += 1)
        await createFeedWebhook(gateway, session, { url: silent.url });
    }
    for (let count = 0; count < 20; count += 1) await gateway.publish(key, draft());
    await silent.until(8);
    const provider = await startProvider(gateway);
    await createWebhook(gateway, provider.session, { provider: provider.id, url: receiver.url });
    const operation = newOperation(provider.chainKey);

    await change(gateway, operation.accepted, operation.sent, operation.confirmed);

    const isOperation = ({ message }: { message: { type: string } }) =>
      message.type === 'operation.confirmed';
    await receiver.until(1, isOperation, 8_000);
    const publishedAt = performance.now();
    expect((await gateway.publish(key, draft())).status).toBe(200);
    expect(performance.now() - publishedAt).toBeLessThan(2_000);
  });
});
