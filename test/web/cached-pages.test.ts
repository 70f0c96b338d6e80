import { beforeAll, expect, it } from '@jest/globals';
import { hashOf, insert } from '../support/database/read-model.ts';
import { seedSummer } from '../support/database/summer.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { addMember, createProvider } from '../support/providers/providers.ts';
import { getPage, textOf } from './support/site.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const EMAIL = 'wilhelmine.quellbrunn@private.example';
const NAME = 'Wilhelmine Quellbrunn';
const MAX_CACHED = 300;

const gateway = sharedByTests(startGateway);
let token: string;
let secrets: readonly string[];
beforeAll(async () => {
  token = await gateway.signIn(EMAIL);
  const key = await gateway.createKey(EMAIL);
  for (let index = 0; index < 26; index += 1)
    await gateway.publish(key, draft({ title: `Lantern ${index}`, platform: `p${index % 3}` }));
  const provider = await createProvider(gateway, 'Summer Ltd.');
  await addMember(gateway, provider.id, EMAIL);
  const account = await gateway.onDatabase(async (em) => {
    await seedSummer(em);
    await insert(em, 'provider', [
      { id: 'prv_summer', name: 'Summer Fund', chain_key: hashOf(7_001), created_at: '2026-01-01T00:00:00Z' },
    ]);
    await em.execute('update user_account set name = ? where email = ?', [NAME, EMAIL]);
    const [row] = await em.execute('select id from user_account where email = ?', [EMAIL]);
    return String(row?.['id']);
  });
  secrets = [...EMAIL.split('@'), NAME, 'Wilhelmine', account, account.slice(4), token, key];
});

it('no page or file that may be cached names a user, whoever was the first to request it', async () => {
  const cookie = `giveaways.session_token=${encodeURIComponent(token)}`;
  const queue = new Set(['/', '/giveaways', '/feed.json', '/feed.atom', '/access']);
  const cached = new Set<string>();
  for (const path of queue) {
    if (cached.size >= MAX_CACHED) break;
    // The session's own request comes first, so that its response would be the one that is cached.
    const own = await getPage(gateway.url, path, { cookie, authorization: `Bearer ${token}` });
    for (const link of linksOn(own)) queue.add(link);
    if (!/public/.test(String(own.headers['cache-control']))) continue;
    cached.add(path);
    const again = await getPage(gateway.url, path);
    expect([path, own.headers['set-cookie'], again.headers['set-cookie']]).toEqual([
      path,
      undefined,
      undefined,
    ]);
    for (const response of [own, again]) {
      const text = `${textOf(response)}\n${JSON.stringify(response.headers)}`;
      expect([path, secrets.filter((secret) => text.includes(secret))]).toEqual([path, []]);
    }
  }
  const kinds = new Set(
    [...cached].map((path) => path.replace(/\?.*/, '').replaceAll(/\d+|[a-z]{3}_\w+/g, 'id')),
  );
  for (const kind of ['/', '/listings/id', '/publishers/id', '/giveaways', '/giveaways/id', '/passports/id'])
    expect(kinds).toContain(kind);
  for (const kind of ['/giveaways/id/rounds/id', '/feed.json', '/feed.atom']) expect(kinds).toContain(kind);
  expect([...cached].filter((path) => path.startsWith('/access'))).toEqual([]);
}, 240_000);

it('a page of the session names its user and is not cached', async () => {
  const cookie = `giveaways.session_token=${encodeURIComponent(token)}`;
  const page = await getPage(gateway.url, '/access', { cookie });
  const shown =
    page.status === 303 ? await getPage(gateway.url, String(page.headers['location']), { cookie }) : page;
  expect(textOf(shown)).toContain(EMAIL);
  expect(shown.headers['cache-control']).toBe('no-store');
});

/** The paths of this site that a page names. Filters combine to any number of addresses, so one parameter is enough. */
function linksOn(page: Awaited<ReturnType<typeof getPage>>): string[] {
  if (!String(page.headers['content-type']).startsWith('text/html')) return [];
  const links = textOf(page).matchAll(/(?:href|src|content)="(?:http:\/\/localhost:4000)?(\/[^"#]*)/g);
  return [...links].map(([, link = '']) => link).filter((link) => !link.includes('&'));
}
