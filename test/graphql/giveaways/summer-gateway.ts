import { afterAll, beforeAll, expect } from '@jest/globals';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { giveawayIdOf } from '../../support/database/read-model.ts';
import { seedSummer } from '../../support/database/summer.ts';

export let gateway: Gateway;

/** Starts a gateway with the summer's read model for a suite, and stops it. */
export function useSummerGateway(): void {
  beforeAll(async () => {
    gateway = await startGateway();
    await gateway.onDatabase(seedSummer);
  });
  afterAll(() => gateway.stop());
}

// A request with a credential is not answered from the cache.
export async function read(query: string, variables: object = {}): Promise<Json> {
  const { body } = await gateway.graphql(query, variables, gateway.operatorToken);
  expect(body.errors).toBeUndefined();
  return body.data;
}

export const giveaway = (number: number, selections: string) =>
  read(`query ($id: ID!) { giveaway(id: $id) { ${selections} } }`, { id: giveawayIdOf(number) }).then(
    (data) => data.giveaway,
  );
