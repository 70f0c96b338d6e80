import { describe, expect, it } from '@jest/globals';
import { createSubscriptionCount } from '../../../src/adapters/graphql/subscriptions/subscription-count.ts';

describe('the count of subscriptions', () => {
  it('gives one client network a tenth of the limit, and all networks together no more than the limit', () => {
    const count = createSubscriptionCount(() => 20);
    expect([1, 2, 3].map(() => count.begin('203.0.113.1'))).toEqual([
      expect.any(Function),
      expect.any(Function),
      'FULL_FOR_NETWORK',
    ]);
    for (let network = 2; network <= 10; network += 1)
      for (let time = 0; time < 2; time += 1)
        expect(count.begin(`203.0.113.${network}`)).toEqual(expect.any(Function));
    expect(count.begin('203.0.113.11')).toBe('FULL');
  });

  it('frees a place once', () => {
    const count = createSubscriptionCount(() => 10);
    const end = count.begin('203.0.113.1') as () => void;
    expect(count.begin('203.0.113.1')).toBe('FULL_FOR_NETWORK');
    end();
    end();
    expect(count.begin('203.0.113.1')).toEqual(expect.any(Function));
    expect(count.begin('203.0.113.1')).toBe('FULL_FOR_NETWORK');
  });

  it.each([
    [0, 'FULL'],
    [1, expect.any(Function)],
  ])('the count of %i has the right share for one network', (most, response) => {
    expect(createSubscriptionCount(() => most).begin('203.0.113.1')).toEqual(response);
  });
});
