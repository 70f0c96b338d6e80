import { beforeAll, describe, expect, it } from '@jest/globals';
import { digests } from '../../../src/adapters/chain/hub/digests.ts';
import { toGiveawayId } from '../../../src/core/giveaways/giveaway-id.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { giveawayRow, insert } from '../../support/database/read-model.ts';
import { draft, newEmail } from '../../support/listings.ts';
import { addMember, createProvider, removeMember } from '../../support/providers/providers.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const EXTERNAL_ID = 'summer-bicycle';

const gateway = sharedByTests(startGateway);
let provider: Json;
let giveawayId: string;
const member = newEmail();
const keys: Record<'member' | 'stranger', string> = { member: '', stranger: '' };
beforeAll(async () => {
  provider = await createProvider(gateway);
  await addMember(gateway, provider.id, member);
  keys.member = await gateway.createKey(member);
  keys.stranger = await gateway.createKey();
  const key = digests.giveawayKey(provider.chainKey, EXTERNAL_ID);
  giveawayId = toGiveawayId(key);
  const identity = { id: giveawayId, key, provider_key: provider.chainKey, external_id: EXTERNAL_ID };
  await gateway.onDatabase((em) => insert(em, 'giveaway', [giveawayRow(1, identity)]));
});

/** The state that a caller sees, whose responses are never cached. */
async function readLinks(): Promise<Json> {
  const { body } = await gateway.graphql(
    `query ($id: ID!) {
      giveaway(id: $id) { listing { id giveaway { id } } }
      feed(first: 10) { nodes { sourceExternalId giveaway { giveawayId listing { title } } } }
    }`,
    { id: giveawayId },
    gateway.operatorToken,
  );
  expect(body.errors).toBeUndefined();
  return body.data;
}

describe('a listing and a giveaway', () => {
  it('are not linked by a listing of a stranger with the same ID', async () => {
    await gateway.publish(keys.stranger, draft({ sourceExternalId: EXTERNAL_ID }));
    const { giveaway, feed } = await readLinks();
    expect(giveaway.listing).toBeNull();
    expect(feed.nodes).toEqual([{ sourceExternalId: EXTERNAL_ID, giveaway: null }]);
  });

  it('are linked in both directions when a member of the provider publishes under the giveawayId', async () => {
    const other = await gateway.publish(keys.member, draft({ sourceExternalId: 'another' }));
    const { body } = await gateway.publish(
      keys.member,
      draft({ sourceExternalId: EXTERNAL_ID, title: 'Win a bicycle' }),
    );
    const { giveaway, feed } = await readLinks();
    expect(giveaway.listing).toEqual({ id: body.listing.id, giveaway: { id: giveawayId } });
    expect(feed.nodes).toEqual([
      {
        sourceExternalId: EXTERNAL_ID,
        giveaway: { giveawayId: EXTERNAL_ID, listing: { title: 'Win a bicycle' } },
      },
      { sourceExternalId: other.body.listing.sourceExternalId, giveaway: null },
      { sourceExternalId: EXTERNAL_ID, giveaway: null },
    ]);
  });

  it('show the same links to everybody', async () => {
    const { body } = await gateway.graphql('query ($id: ID!) { giveaway(id: $id) { listing { title } } }', {
      id: giveawayId,
    });
    expect(body.data.giveaway.listing).toEqual({ title: 'Win a bicycle' });
  });

  it('are no longer linked when the listing is withdrawn, or its publisher leaves the provider', async () => {
    await gateway.withdraw(keys.member, EXTERNAL_ID);
    expect((await readLinks()).giveaway.listing).toBeNull();
    await gateway.publish(keys.member, draft({ sourceExternalId: EXTERNAL_ID }));
    expect((await readLinks()).giveaway.listing).not.toBeNull();
    await removeMember(gateway, provider.id, member);
    const { giveaway, feed } = await readLinks();
    expect(giveaway.listing).toBeNull();
    expect(feed.nodes.map((node: Json) => node.giveaway)).toEqual([null, null, null]);
  });
});
