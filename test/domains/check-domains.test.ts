import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createDomainProofs } from '../../src/adapters/domains/domain-proofs.ts';
import { createStores } from '../../src/adapters/postgres/stores.ts';
import { checkDomains } from '../../src/core/publishers/domains/check-domains.ts';
import { stateOf, toDomainProof, toRecordName } from '../../src/core/publishers/domains/publisher-domain.ts';
import { ids } from '../../src/runtime/ids.ts';
import { createSharedDatabase, openInstance } from '../jobs/opened.ts';
import { startNameServer } from '../support/dns/name-server.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const START = Date.UTC(2026, 10, 1);
const HOUR_MS = 3_600_000;
const TIMEOUT_MS = 300;

const names = sharedByTests(startNameServer);
const shared = sharedByTests(createSharedDatabase);
const instance = sharedByTests(() => openInstance(shared, {}));
let stores: ReturnType<typeof createStores>;
let now: number;
let announced: number;
beforeAll(async () => {
  stores = createStores(instance.database, ids);
});
beforeEach(async () => {
  now = START;
  announced = 0;
  names.zone.clear();
  await instance.database.execute('delete from publisher');
});

const NEVER = () => false;
const clock = { now: () => new Date(now) };
const run = (isOver: () => boolean = NEVER) =>
  checkDomains(
    {
      ...stores,
      clock,
      ids,
      domainProofs: createDomainProofs({
        isOn: true,
        servers: [names.address],
        allowPrivate: false,
        timeoutMs: TIMEOUT_MS,
      }),
      feedChanges: { announce: () => (announced += 1) },
    },
    isOver,
  );

/** A publisher whose domain is proven by its record, and due for a check in a day. */
async function prove(name: string): Promise<string> {
  const { id } = await stores.publishers.findOrCreate(`account:${name}`, clock.now());
  const token = `dom_${name}`;
  await stores.publisherDomains.replace(id, { name, token });
  const standing = { provenAt: clock.now(), provenBy: 'DNS', checkedAt: clock.now(), trouble: null } as const;
  await stores.publisherDomains.saveStanding(id, standing, new Date(now + 24 * HOUR_MS));
  names.zone.set(toRecordName(name), { TXT: [toDomainProof(token)] });
  return id;
}

it('checks proven domains a day after the last check, and announces it once', async () => {
  const [first, second] = [await prove('first.example'), await prove('second.example')];
  now += 23 * HOUR_MS;
  expect(await run()).toEqual({ isDone: true, failures: [] });
  expect(names.queries).toEqual([]);
  expect(announced).toBe(0);

  now += HOUR_MS;
  await run();
  expect(announced).toBe(1);
  for (const id of [first, second]) {
    const [publisher] = await stores.publishers.findMany([id]);
    expect(publisher?.provenDomain).toMatchObject({ provenAt: new Date(START), checkedAt: clock.now() });
  }
});

it('lets a domain be lost only after days of checks, with an entry in the audit log of its account', async () => {
  const id = await prove('gone.example');
  names.zone.clear();
  const states: string[] = [];
  for (let day = 1; day <= 4; day += 1) {
    now += 24 * HOUR_MS;
    await run();
    const domain = await stores.publisherDomains.find(id);
    states.push(domain === undefined ? 'none' : stateOf(domain));
  }
  expect(states).toEqual(['PROVEN', 'PROVEN', 'PROVEN', 'FAILED']);
  expect((await stores.publishers.findMany([id]))[0]?.provenDomain).toBeNull();
  const page = { size: 10, backward: false, after: undefined, before: undefined };
  const { items } = await stores.audit.pageOfAccount('gone.example', page);
  expect(items).toMatchObject([
    {
      actor: 'service',
      action: 'checkDomains',
      subject: id,
      facts: { domain: 'gone.example', proven: false },
    },
  ]);
  // A lost domain is not checked until its publisher has it checked.
  const before = names.queries.length;
  now += 48 * HOUR_MS;
  await run();
  expect(names.queries).toHaveLength(before);
});

it('loses a proven domain that has become a public suffix, and looks for no text of it', async () => {
  const id = await prove('github.io');
  const requested = names.queries.length;
  for (let hours = 24; hours <= 24 * 4; hours += 6) {
    now = START + hours * HOUR_MS;
    await run();
  }
  const domain = await stores.publisherDomains.find(id);
  expect(domain).toMatchObject({ provenAt: null, trouble: { dns: { found: 'PUBLIC_SUFFIX' } } });
  expect(names.queries).toHaveLength(requested);
});

it('stores nothing about a domain that its publisher has replaced meanwhile', async () => {
  const id = await prove('old.example');
  now += 24 * HOUR_MS;
  names.zone.set(toRecordName('old.example'), 'SILENT');
  const running = run();
  await stores.publisherDomains.replace(id, { name: 'new.example', token: 'dom_new' });
  await running;
  const domain = await stores.publisherDomains.find(id);
  expect(domain).toMatchObject({ name: 'new.example', provenAt: null, trouble: null });
});

it('is not held by slow domains, and no instance checks what another one checks', async () => {
  for (let count = 0; count < 12; count += 1) {
    await prove(`slow-${count}.example`);
    names.zone.set(toRecordName(`slow-${count}.example`), 'SILENT');
    names.zone.set(`slow-${count}.example`, 'SILENT');
  }
  const last = await prove('quick.example');
  now += 24 * HOUR_MS;
  const requested = names.queries.length;
  const began = performance.now();
  await Promise.all([run(), run()]);
  expect(performance.now() - began).toBeLessThan(12 * 2 * TIMEOUT_MS);
  expect((await stores.publisherDomains.find(last))?.checkedAt).toEqual(clock.now());
  expect(names.queries.slice(requested).filter((name) => name === '_giveaways.quick.example')).toHaveLength(
    1,
  );
});

it('stops when its time is over, and goes on with those that are left', async () => {
  for (let count = 0; count < 6; count += 1) await prove(`many-${count}.example`);
  now += 24 * HOUR_MS;
  let batches = 0;
  expect(await run(() => batches++ === 1)).toMatchObject({ isDone: false });
  expect(await run()).toMatchObject({ isDone: true });
  const { rows } = await instance.database.execute('select id from publisher where domain_checked_at = $1', [
    clock.now(),
  ]);
  expect(rows).toHaveLength(6);
});

it('checks again what a clock that was ahead has put off', async () => {
  const id = await prove('later.example');
  const domain = await stores.publisherDomains.find(id);
  if (domain === undefined) throw new Error('The domain is missing.');
  await stores.publisherDomains.saveStanding(id, domain, new Date(now + 400 * HOUR_MS));
  now += HOUR_MS;
  await run();
  expect((await stores.publisherDomains.find(id))?.checkedAt).toEqual(clock.now());
});
