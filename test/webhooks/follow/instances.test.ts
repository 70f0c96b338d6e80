import { beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { announceListings } from '../../../src/core/webhooks/announce/announce-listings.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { placeEmbeddedDatabase } from '../../support/database/embedded-database.ts';
import { describeEmbedded } from '../../support/describe-with.ts';
import { eventually } from '../../support/eventually.ts';
import { startServer, type Server } from '../../support/gateway/server.ts';
import { draft, newEmail } from '../../support/listings.ts';
import { codeOf, mailsTo } from '../../support/mail/mail.ts';
import { startReceiver } from '../support/receiver.ts';
import { createFeedWebhook } from './api.ts';
import { createFollowers, ids, type Followers } from './followers.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

describe('several instances', () => {
  const opened = sharedByTests(openTestDatabase);
  let followers: Followers;
  beforeAll(async () => {
    followers = createFollowers(opened);
  });

  it('store each match once when they compare the same changes at once', async () => {
    const webhooks = await Promise.all(Array.from({ length: 5 }, () => followers.follow()));
    const listings: string[] = [];
    for (let count = 0; count < 30; count += 1) listings.push((await followers.publish()).id);

    await Promise.all(Array.from({ length: 4 }, () => followers.announce()));

    for (const webhook of webhooks)
      expect((await followers.messagesOf(webhook)).toSorted()).toEqual(listings.toSorted());
    expect(await followers.changes()).toBe(0);
    await followers.clear();
  });

  it('store a match whose instance ended before it was stored, and find the messages without a job', async () => {
    const webhook = await followers.follow();
    const { id } = await followers.publish();
    const lost = { ...followers.feedMatches, save: () => Promise.reject(new Error('killed')) };
    await expect(announceListings({ ids, feedMatches: lost })).rejects.toThrow('killed');
    expect(await followers.messagesOf(webhook)).toEqual([]);

    await followers.announce();
    await followers.announce();

    expect(await followers.messagesOf(webhook)).toEqual([id]);
    const unqueued = await followers.webhookQueue.unqueued('feed', 10);
    expect(unqueued).toMatchObject([{ webhookId: webhook, owner: expect.stringMatching(/^acc_/) }]);
    expect(await followers.webhookQueue.unqueued('provider', 10)).toEqual([]);
    await followers.clear();
  });

  it('announce a listing to all that it matches although it changes between two parts', async () => {
    const first = await followers.follow({ providers: ['aaa', 'zzz'] });
    const others = await Promise.all(Array.from({ length: 3 }, () => followers.follow()));
    const { id, sourceExternalId } = await followers.publish({ provider: 'zzz' });
    // The first part ends between the keys of the two providers.
    const part = await followers.feedMatches.next(3);
    expect(part.progress.partial?.key).toBe('all');
    await followers.feedMatches.save([], {
      finished: [],
      partial: { ...part.progress.partial!, key: 'provider m' },
    });
    await followers.publish({ sourceExternalId, provider: 'aaa' });
    await followers.announce();
    expect(await followers.messagesOf(first)).toEqual([id]);
    expect(others).toHaveLength(3);
    await followers.clear();
  });
});

const FOLLOWERS = 3;
const LISTINGS = 20;

describeEmbedded('a server killed while it announces listings', () => {
  const receiver = sharedByTests(startReceiver);
  const directory = temporaryDirectory('gateway');
  beforeAll(() => placeEmbeddedDatabase(join(directory, 'db')));
  const start = () => startServer(directory, { CHAIN: 'off', WEBHOOK_ALLOW_PRIVATE: 'true' });

  it('sends each listing to each follower under one id after restarts', async () => {
    const first = await start();
    const session = await signIn(first, directory);
    for (let index = 0; index < FOLLOWERS; index += 1)
      await createFeedWebhook(first, session, { url: `${receiver.url}/${index}` });
    const key = await first.createKey();
    const publish = (server: Server) => server.publish(key, draft());
    await Promise.all(Array.from({ length: LISTINGS / 2 }, () => publish(first)));
    await first.end('SIGKILL');
    const second = await start();
    await Promise.all(Array.from({ length: LISTINGS / 2 }, () => publish(second)));
    await receiver.until(1);
    await second.end('SIGKILL');
    const third = await start();

    const pairs = () =>
      new Set(receiver.received.map(({ path, message }) => `${path} ${message.data.listing.id}`));
    await eventually(
      async () => pairs().size,
      (size) => size === FOLLOWERS * LISTINGS,
      150_000,
    );

    const messages = new Set(
      receiver.received.map(({ path, message, headers }) =>
        [path, message.data.listing.id, headers['webhook-id']].join(' '),
      ),
    );
    expect(messages.size).toBe(FOLLOWERS * LISTINGS);
    await third.end('SIGTERM');
  }, 300_000);
});

async function signIn(server: Server, directory: string): Promise<string> {
  const email = newEmail();
  await server.graphql(
    'mutation ($email: String!) { requestSignInCode(input: { email: $email }) { email } }',
    { email },
  );
  const code = codeOf((await mailsTo(directory, email)).at(-1) ?? '');
  const { body } = await server.graphql(
    'mutation ($email: String!, $code: String!) { signIn(input: { email: $email, code: $code }) { token } }',
    { email, code },
  );
  return String(body.data.signIn.token);
}
