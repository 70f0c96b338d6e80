import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { draft } from '../../support/listings.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
beforeAll(async () => {
  const key = await gateway.createKey();
  await gateway.publish(key, draft({ platform: 'Steam' }));
  await gateway.onDatabase(async (em) => {
    await em.execute(`insert into day_count (day, listings, platforms, draws, entries) values
      ('2026-03-01', 5, '[{"platform": "steam", "listings": 3}, {"platform": "gone", "listings": 2}]', 2, 9007199254740991),
      ('2026-03-02', 0, '[]', null, null), ('2026-03-04', 1, '[{"platform": "steam", "listings": 1}]', 0, 0)`);
  });
});

const QUERY = `query ($from: String!, $to: String!) { statistics(from: $from, to: $to) {
  days { day listings draws entries } listingsByPlatform { day platform listings } } }`;
const query = async (from: string, to: string): Promise<Json> =>
  (await gateway.graphql(QUERY, { from, to })).body;

describe('statistics', () => {
  it('have the counted days of the range for everybody, and their platforms that are still public', async () => {
    expect((await query('2026-03-01', '2026-03-03')).data.statistics).toEqual({
      days: [
        { day: '2026-03-01', listings: 5, draws: 2, entries: Number.MAX_SAFE_INTEGER },
        { day: '2026-03-02', listings: 0, draws: null, entries: null },
      ],
      listingsByPlatform: [{ day: '2026-03-01', platform: 'Steam', listings: 3 }],
    });
  });

  it('cover a year', async () => {
    expect((await query('2025-03-05', '2026-03-05')).data.statistics.days).toHaveLength(3);
  });

  it.each([
    ['2025-03-04', '2026-03-05', 'at most 365 days after from'],
    ['2026-03-05', '2026-03-04', 'must not be before from'],
    ['2026-02-30', '2026-03-04', 'must be a day as YYYY-MM-DD'],
    ['2026-03-04', 'today', 'must be a day as YYYY-MM-DD'],
    ['0000-01-01', '0000-01-02', 'in the year 2000 or later'],
  ])('refuse the range from %s to %s', async (from, to, message) => {
    const { errors } = await query(from, to);
    expect(errors).toMatchObject([
      { message: expect.stringContaining(message), extensions: { code: 'INVALID_PAYLOAD' } },
    ]);
  });

  it('are refused twice in one request, which would cost too much', async () => {
    const part = 'statistics(from: "2026-03-01", to: "2026-03-03") { listingsByPlatform { day } }';
    const { body } = await gateway.graphql(`{ one: ${part} other: ${part} }`);
    expect(body.errors).toMatchObject([{ extensions: { code: 'OPERATION_TOO_COSTLY' } }]);
  });
});
