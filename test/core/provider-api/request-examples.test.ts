import { describe, expect, it } from '@jest/globals';
import { REQUEST_EXAMPLES } from '../../../src/core/provider-api/request-examples.ts';
import type { Json } from '../../support/http/http.ts';

const created = new Map<string, Json>(
  Object.values<Json>(REQUEST_EXAMPLES['create-giveaway']).map((giveaway) => [giveaway.giveawayId, giveaway]),
);
const examples = Object.entries(REQUEST_EXAMPLES).flatMap(([endpoint, requests]) =>
  Object.entries<Json>(requests).map(([name, request]) => [endpoint, name, request] as const),
);
const placesOf = ({ winners = 1, alternates = 0 }: Json) => winners + alternates;

describe('the example requests', () => {
  it.each(examples)(
    'the request of %s (%s) names a giveaway that the examples create, if any',
    (_endpoint, _name, request) => {
      expect([undefined, ...created.keys()]).toContain(request.giveawayId);
      expect(request.place ?? 0).toBeLessThan(placesOf(created.get(request.giveawayId) ?? {}));
    },
  );

  it.each([
    ['declare-winner', { determinationType: 0 }],
    ['draw-winner', { determinationType: 1 }],
    ['confirm-receipt-by-provider', { providerPaysReceiptGas: true }],
  ] as const)('the request of %s is of a giveaway that permits it', (endpoint, expected) => {
    expect(created.get(REQUEST_EXAMPLES[endpoint].latest.giveawayId)).toMatchObject(expected);
  });
});
