import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, type Gateway } from '../support/gateway.ts';
import type { Answer, Json } from '../support/http.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const codesOf = ({ body }: Answer): string[] =>
  (body.errors ?? []).map(({ extensions }: Json) => extensions.code);

// Jest fails a test during which a rejection is left unhandled.
describe('a field whose arguments are wrong beside fields that fail', () => {
  it.each([
    [
      'of the feed',
      'query ($p: String = "x") { a: feed(first: 1, last: 1) { edges { cursor } } b: feed(filter: { platforms: [$p] }) { edges { cursor } } }',
      { p: null },
    ],
    [
      'of giveaways',
      'query ($n: SafeInt = 1) { a: giveaways(first: 1, last: 1) { nodes { id } } b: passport(passportId: $n) { id } }',
      { n: null },
    ],
  ])('leaves no rejection unhandled: %s', async (_what, query, variables) => {
    const answer = await gateway.graphql(query, variables);
    expect(codesOf(answer)).toContain('INVALID_PAYLOAD');
  });
});
