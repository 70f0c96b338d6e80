import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { createFollowers, type Followers } from './followers.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const opened = sharedByTests(openTestDatabase);
let followers: Followers;
beforeAll(async () => {
  followers = createFollowers(opened);
});
afterEach(() => followers.clear());

const REASON = 'The entry page asks for passwords.';

describe('a message of a listing that is not sent yet', () => {
  it('is given up when the operator hides the listing, and says why', async () => {
    const webhook = await followers.follow();
    const listing = await followers.publish();
    await followers.announce();
    await hide(listing.id, REASON);

    expect(await take(webhook)).toEqual([]);
    expect(await followers.webhookQueue.rest(webhook)).toEqual({ kind: 'none' });
    expect(await logOf(webhook)).toEqual([['FAILED', '1', 'Not sent: the listing is no longer public.']]);
  });

  it('is given up when its publisher withdraws the listing, or is blocked', async () => {
    const webhook = await followers.follow();
    const withdrawn = await followers.publish();
    const blocked = await followers.publish({}, 'account:blocked');
    await followers.announce();
    const { stores } = followers;
    await stores.listings.withdraw(withdrawn.publisherId!, withdrawn.id, new Date());
    await stores.transaction(({ publishers }) => publishers.setBlocked(blocked.publisherId!, REASON));
    await stores.listings.applyBlock(blocked.publisherId!);

    expect(await take(webhook)).toEqual([]);
    expect(await take(webhook)).toEqual([]);
    expect((await logOf(webhook)).map(([state]) => state)).toEqual(['FAILED', 'FAILED']);
  });

  it('is sent when the listing is public again, also after it was given up, and only once', async () => {
    const webhook = await followers.follow();
    const listing = await followers.publish();
    await followers.announce();
    await hide(listing.id, REASON);
    await take(webhook);
    await hide(listing.id, null);
    await followers.announce();

    expect(await take(webhook)).toEqual([listing.id]);
    expect(await take(webhook)).toEqual([]);
    expect(await followers.messagesOf(webhook)).toEqual([listing.id]);
  });

  it('delays no message of another listing in the same request to a subscriber', async () => {
    const webhook = await followers.follow();
    await followers.query(`update webhook set topic = 'https://giveaways.example/feed.atom'`);
    const [first, hidden, last] = [
      await followers.publish(),
      await followers.publish(),
      await followers.publish(),
    ];
    await followers.announce();
    await hide(hidden.id, REASON);

    expect((await take(webhook)).toSorted()).toEqual([first.id, last.id].toSorted());
  });
});

describe('a message that is sent again', () => {
  it('is not sent when its listing is no longer public', async () => {
    const webhook = await followers.follow();
    const listing = await followers.publish();
    await followers.announce();
    await take(webhook);
    await hide(listing.id, REASON);
    const [[delivery] = []] = await followers.query('select id from webhook_delivery');
    await followers.query('update webhook_delivery set busy_until = null');
    await followers.stores.transaction(({ webhooks }) => webhooks.redeliver(String(delivery)));

    expect(await take(webhook)).toEqual([]);
  });
});

function hide(id: string, reason: string | null): Promise<unknown> {
  return followers.stores.listings.setHidden(id, reason);
}

/** The listings of the messages that are sent next. */
async function take(webhook: string): Promise<string[]> {
  const started = await followers.webhookQueue.take(webhook, 30, 20);
  return (started?.deliveries ?? []).map(({ payload }) => JSON.parse(payload).data.listing.id);
}

/** The states of the deliveries, and the number and the error of each attempt. */
function logOf(webhook: string): Promise<readonly (readonly unknown[])[]> {
  return followers.query(
    `select d.state, a.number, a.error from webhook_delivery d left join webhook_attempt a on a.delivery_id = d.id
      where d.webhook_id = $1 order by d.id`,
    [webhook],
  );
}
