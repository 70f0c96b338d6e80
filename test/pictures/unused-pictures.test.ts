import { beforeEach, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { purgeExpired } from '../../src/adapters/postgres/purge/purge.ts';
import { createStores } from '../../src/adapters/postgres/stores.ts';
import { ids } from '../../src/runtime/ids.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { RETENTION } from '../support/gateway/retention.ts';
import { draft } from '../support/listings.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const IMAGE = 'https://images.example.org/lantern.jpg';

const gateway = sharedByTests(startGateway);

let key: string;
let listing: string;
let picture: string;
beforeEach(async () => {
  picture = `${randomBytes(32).toString('hex')}-100x80`;
  key = await gateway.createKey();
  listing = (await gateway.publish(key, draft({ sourceExternalId: 'one', image: IMAGE }))).body.listing.id;
  await fetchImage();
});

it('The picture that was fetched for a listing makes room a day after it was withdrawn, and is fetched again', async () => {
  await gateway.withdraw(key, 'one');
  expect(await purge()).toBe(1);
  await twoDaysLater();
  expect(await purge()).toBe(0);

  await gateway.publish(key, draft({ sourceExternalId: 'one', image: IMAGE }));
  expect(await fetchImage()).toBe(true);
});

it('The picture that was fetched for a listing makes room when it names another image', async () => {
  await gateway.publish(key, draft({ sourceExternalId: 'one', image: '' }));
  await twoDaysLater();
  expect(await purge()).toBe(0);
});

it.each(['is public', 'is hidden'])(
  'The picture that was fetched for a listing stays while it %s',
  async (state) => {
    if (state === 'is hidden')
      await gateway.onDatabase((em) =>
        createStores({ em: () => em.fork() }, ids).listings.setHidden(
          listing,
          'Its entry page asks for passwords.',
        ),
      );
    await twoDaysLater();
    expect(await purge()).toBe(1);
  },
);

/** Whether the image of the listing was due; then it is fetched. */
function fetchImage(): Promise<boolean> {
  return gateway.onDatabase(async (em) => {
    const { imageFetchStore, pictures } = createStores({ em: () => em.fork() }, ids);
    const due = (await imageFetchStore.claimDue(100, '')).find((each) => each.listingId === listing);
    if (due === undefined) return false;
    const file = new Uint8Array(100);
    const made = { id: picture, small: file, medium: file, large: file };
    await pictures.add(due.publisherId, made, { ofPublisher: 1e9, inAll: 1e9 });
    return imageFetchStore.settle(due, picture);
  });
}

function twoDaysLater(): Promise<unknown> {
  return gateway.onDatabase(async (em) => {
    await em.execute(`update listing set updated_at = updated_at - interval '2 days' where id = ?`, [
      listing,
    ]);
    await em.execute(`update picture set kept_at = kept_at - interval '2 days'`);
  });
}

/** Deletes what is expired; returns how many pictures the publisher of the listing has left. */
function purge(): Promise<number> {
  return gateway.onDatabase(async (em, sql) => {
    await purgeExpired(sql, RETENTION);
    const rows = await em.execute<object[]>(
      'select p.id from picture p join listing l on l.publisher_id = p.publisher_id where l.id = ?',
      [listing],
    );
    return rows.length;
  });
}
