import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PublisherCaller } from '../../../src/core/access/callers.ts';
import { migrateListings } from '../../../src/core/listings/migrate-listings.ts';
import { publishLegacyListing } from '../../../src/core/listings/legacy/publish-legacy-listing.ts';
import { publishListing } from '../../../src/core/listings/publish-listing.ts';
import { withdrawListing } from '../../../src/core/listings/withdraw-listing.ts';
import { accountCaller, clientCaller, OPERATOR } from '../support/callers.ts';
import { draft, legacyDraft } from '../support/drafts.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';

const account = 'ann@example.com';
const { namespace } = clientCaller();

let ports: FakePorts;
let client: PublisherCaller;
let owner: PublisherCaller;
beforeEach(async () => {
  ports = createPorts();
  const now = ports.clock.now();
  client = { ...clientCaller(), publisherId: (await ports.publishers.findOrCreate(namespace, now)).id };
  const { id, publisherId } = await ports.accounts.findOrCreate(account, now);
  owner = { ...accountCaller(), accountId: id, publisherId, namespace: `account:${id}` };
});
const migrate = (input = {}) => ports.run(OPERATOR, migrateListings, { namespace, account, ...input });
const publish = (caller: PublisherCaller, sourceExternalId: string) =>
  ports.run(caller, publishListing, draft({ sourceExternalId }));
const withdraw = (caller: PublisherCaller, sourceExternalId: string) =>
  ports.run(caller, withdrawListing, { sourceExternalId });

describe('a migration of listings', () => {
  it('moves all listings of a service client to an account, as they are', async () => {
    const moved = await publish(client, 'a');
    await publish(client, 'b');
    ports.clock.advance(60);
    expect(await migrate()).toEqual({ migrated: 2, left: 0, replaced: 0 });
    expect(await ports.listings.find(owner.namespace, 'a')).toEqual({
      ...moved,
      namespace: owner.namespace,
      publisherId: owner.publisherId,
    });
    expect(await ports.listings.find(namespace, 'a')).toBeUndefined();
    expect(ports.audit.entries.at(-1)).toMatchObject({
      action: 'migrateListings',
      subject: namespace,
      facts: { migrated: 2, publisherId: owner.publisherId },
    });
    expect(ports.feedChanges.announced).toBe(3);
  });

  it('moves the legacy listings of the client too, which stay in their namespace', async () => {
    await ports.run(client, publishLegacyListing, legacyDraft());
    expect(await migrate()).toMatchObject({ migrated: 1 });
    expect(await ports.listings.find('legacy', 'summer')).toMatchObject({ publisherId: owner.publisherId });
  });

  it.each([
    [1, /have both published "id-0":/],
    [3, /"id-0", "id-1", "id-2":/],
    [20, /"id-9":/],
    [23, /and 3 more:/],
  ])(
    'names the first 20 of %i listings that both have published, and changes nothing',
    async (count, named) => {
      for (let place = 0; place < count; place += 1) {
        await publish(client, `id-${place}`);
        await publish(owner, `id-${place}`);
      }
      await publish(client, 'free');
      const announced = ports.feedChanges.announced;
      const error = await errorOf(migrate());
      expect(error).toMatchObject({ code: 'INVALID_PAYLOAD', details: [{ path: ['namespace'] }] });
      expect(error.message).toMatch(named);
      expect(await ports.listings.find(namespace, 'free')).toMatchObject({ publisherId: client.publisherId });
      expect(ports.feedChanges.announced).toBe(announced);
      expect(ports.audit.entries.map(({ action }) => action)).not.toContain('migrateListings');
    },
  );

  it('replaces a withdrawn listing of the account by the published one of the client', async () => {
    await publish(owner, 'a');
    await withdraw(owner, 'a');
    const { id } = await publish(client, 'a');
    expect(await migrate()).toEqual({ migrated: 1, left: 0, replaced: 1 });
    expect(await ports.listings.find(owner.namespace, 'a')).toMatchObject({ id, status: 'published' });
  });

  it('leaves a withdrawn listing of the client where the account has one of the ID', async () => {
    await publish(client, 'a');
    await withdraw(client, 'a');
    const own = await publish(owner, 'a');
    expect(await migrate()).toEqual({ migrated: 0, left: 1, replaced: 0 });
    expect(await ports.listings.find(owner.namespace, 'a')).toEqual(own);
  });

  it('can be repeated for what the client publishes afterwards', async () => {
    await publish(client, 'a');
    await migrate();
    await publish(client, 'b');
    expect(await migrate()).toEqual({ migrated: 1, left: 0, replaced: 0 });
    expect(await migrate()).toEqual({ migrated: 0, left: 0, replaced: 0 });
  });

  it('creates the account on its first sight', async () => {
    await publish(client, 'a');
    expect(await migrate({ account: 'new@example.com' })).toMatchObject({ migrated: 1 });
  });

  it('is refused for a service client that never called', async () => {
    expect(await errorOf(migrate({ namespace: 'client:none#none' }))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    ['an account as namespace', { namespace: 'account:acc_1' }, 'namespace'],
    ['no namespace', { namespace: '' }, 'namespace'],
    ['no account', { account: undefined }, 'account'],
    ['an account that is no address', { account: 'ann' }, 'account'],
  ])('is refused with %s', async (_what, input, field) => {
    expect(await errorOf(migrate(input))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: expect.arrayContaining([expect.objectContaining({ path: [field] })]),
    });
  });
});
