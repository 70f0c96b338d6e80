import { beforeAll, describe, expect, it } from '@jest/globals';
import { digests } from '../../src/adapters/chain/hub/digests.ts';
import { toGiveawayId } from '../../src/core/giveaways/giveaway-id.ts';
import {
  DRAWN,
  drawn,
  giveawayIdOf,
  giveawayRow,
  hashOf,
  insert,
  roundRow,
} from '../support/database/read-model.ts';
import { seedSummer, SUMMER } from '../support/database/summer.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { draft, newEmail } from '../support/listings.ts';
import { addMember, createProvider } from '../support/providers/providers.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const EXTERNAL_ID = 'summer-lantern';

const gateway = sharedByTests(() => startGateway({ CHAIN: 'on' }));
let linked: Json;
let unlinked: Json;
beforeAll(async () => {
  const provider = await createProvider(gateway);
  const member = newEmail();
  await addMember(gateway, provider.id, member);
  const key = await gateway.createKey(member);
  const onChain = digests.giveawayKey(provider.chainKey, EXTERNAL_ID);
  const identity = { key: onChain, provider_key: provider.chainKey, external_id: EXTERNAL_ID };
  // With the first look at a chain, the indexer empties the read model.
  await eventually(
    () => gateway.onDatabase((em) => em.execute('select chain_id from chain_cursor')),
    (rows) => rows.length > 0,
  );
  await gateway.onDatabase(async (em) => {
    await seedSummer(em);
    const id = toGiveawayId(onChain);
    const end_time = '2026-02-01T00:00:00Z';
    await insert(em, 'giveaway', [giveawayRow(50, { ...DRAWN, ...identity, id, end_time })]);
    const decided = { ...drawn(2, 10, 4), decided_at: '2026-02-01T00:04:00Z' };
    await insert(em, 'giveaway_round', [
      { ...roundRow(50, 0, { net_entries: 10, holders: 2, ...decided }), giveaway_id: id },
    ]);
  });
  linked = (await gateway.publish(key, draft({ sourceExternalId: EXTERNAL_ID }))).body.listing;
  unlinked = (await gateway.publish(key, draft({ sourceExternalId: 'another' }))).body.listing;
}, 120_000);

const show = async (path: string, language = 'en'): Promise<string> => {
  const response = await fetch(`${gateway.url}${path}`, { headers: { 'accept-language': language } });
  expect(response.status).toBe(200);
  return response.text();
};
const TITLE = 'What this provider has done so far';

describe('the track record of a provider on the site', () => {
  it('is beside a listing that is linked with a giveaway, with the way to its rounds', async () => {
    const page = await show(`/listings/${linked.id}`);
    expect(page).toContain(TITLE);
    expect(page).toContain('1 round decided, 1 within a day after the deadline, median delay 3 minutes.');
    expect(page).toContain('Of 1 prize, 0 proved delivered, 0 recorded.');
    expect(page).not.toContain('overdue');
    expect(page).toContain(`/giveaways/${toGiveawayId(digests.giveawayKey(await keyOf(), EXTERNAL_ID))}`);
  });
  const keyOf = async (): Promise<string> =>
    (await gateway.graphql('{ providers(first: 1) { nodes { chainKey } } }', {}, gateway.operatorToken)).body
      .data.providers.nodes[0].chainKey;

  it('is not beside a listing without a giveaway', async () => {
    expect(await show(`/listings/${unlinked.id}`)).not.toContain(TITLE);
  });

  it('is on the page of a giveaway, with what is overdue', async () => {
    const page = await show(`/giveaways/${giveawayIdOf(SUMMER.cut)}`);
    expect(page).toContain('2 rounds decided, 1 within a day after the deadline, median delay 4 days.');
    expect(page).toContain('<strong>1 round overdue: not decided a day after the deadline.</strong>');
    expect(page).toContain('Of 2 prizes, 0 proved delivered, 1 recorded.');
  });

  it('is on the page of the provider, in German too', async () => {
    const page = await show(`/giveaways?provider=${hashOf(7_000)}`, 'de');
    expect(page).toContain('Noch keine Runde dieses Anbieters ist entschieden.');
    expect(page).toContain('5 Runden überfällig');
    expect(await show('/giveaways')).not.toContain(TITLE);
  });
});
