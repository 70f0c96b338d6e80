import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createFeedMatches } from '../../../src/adapters/postgres/webhooks/feed-matches.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { measureBuffers } from '../../support/database/buffers.ts';
import { createFollowers, type Followers } from './followers.ts';
import { addFilters } from './many-filters.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(120_000);

const MANY = 100_000;
const LIMIT = 1_000;

const opened = sharedByTests(openTestDatabase);
let followers: Followers;
beforeAll(async () => {
  followers = createFollowers(opened);
});
afterEach(() => followers.clear(), 60_000);

/** The buffers that the comparison of the noted changes reads, and its batch. */
async function measure() {
  const measured = measureBuffers(followers.sql);
  const batch = await createFeedMatches(measured).next(LIMIT);
  return { batch, buffers: measured.buffers.get('') ?? 0 };
}
const description = Array.from({ length: 100 }, (_, index) => `w${(index + 2) * 7}ord`).join(' ');

describe('the comparison of a published listing', () => {
  it('reads few of 100,000 filters', async () => {
    await addFilters(
      followers,
      MANY,
      `'word ' || left('w' || n || 'ord', 6)`,
      `format('''w%sord'':*', n)::tsquery`,
    );
    const listing = await followers.publish({ description });
    const { batch, buffers } = await measure();
    expect(batch.matched).toMatchObject([{ listing: { id: listing.id } }]);
    expect(batch.matched[0]?.webhookIds).toHaveLength(100);
    expect(batch.hasMore).toBe(false);
    // A few pages for each key of the listing, whose words have some hundred.
    expect(buffers).toBeLessThan(2_500);
  });

  it('costs the same after a change of one that matched all 100,000 filters before', async () => {
    const { sourceExternalId } = await followers.publish({ description });
    await addFilters(followers, MANY, `'all'`, 'null');
    await followers.publish({ sourceExternalId, description: `${description} more` });
    const { batch, buffers } = await measure();
    expect(batch.matched).toEqual([]);
    expect(batch.progress.partial).toMatchObject({ key: 'all' });
    expect(buffers).toBeLessThan(1_000);
  });

  it('finds 100,000 matches part by part, each at the same cost, and stores each once', async () => {
    await addFilters(followers, MANY, `'all'`, 'null');
    await followers.publish({ description });
    const costs: number[] = [];
    for (let part = 0; part < 3; part += 1) {
      const { batch, buffers } = await measure();
      costs.push(buffers);
      expect(batch.matched[0]?.webhookIds).toHaveLength(LIMIT);
      const [{ listing, webhookIds }] = batch.matched as [(typeof batch.matched)[number]];
      const event = { id: `msg_${part}`, listingId: listing.id, origin: '1', payload: '{}', webhookIds };
      await followers.feedMatches.save([event], batch.progress);
      // A second instance that has found the same part.
      await followers.feedMatches.save([{ ...event, id: `msg_${part}_again` }], batch.progress);
    }
    expect(Math.max(...costs)).toBeLessThan(1_000);
    const [row] = await followers.query(
      'select count(*), count(distinct webhook_id), count(distinct event_id) from webhook_delivery',
    );
    expect(row).toEqual(['3000', '3000', '1']);
  });
});
