import { beforeAll, describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { newEmail } from '../../support/listings.ts';
import { addPasskey } from '../../support/passkeys/passkeys.ts';
import { hiddenField, openBrowser, type Browser } from './access-site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const FOREIGN = {
  sourceExternalId: 'foreign',
  title: 'A foreign listing',
  description: 'Free to enter.',
  landingUrl: 'https://publisher.example/foreign',
};
const OWNED = `{ viewer {
  apiKeys { nodes { id name revokedAt rotatedAt } } sessions { nodes { id } } passkeys { id name } auditLog { nodes { id } }
} myListings { nodes { id sourceExternalId title status updatedAt } } feedWebhooks { nodes { id url disabledAt } }
  listingDrafts { nodes { id revision texts { title } } }
  myPublisher { name } myPublisherDomain { domain { name } } publisherMembers { email role } }`;
const ORIGIN = { origin: 'http://localhost:4000' };

/** Every page: its address with the owner's objects in it, and what a form of it sends. `null` takes no form. */
const PAGES: Readonly<
  Record<
    string,
    {
      readonly query?: string;
      readonly form: Readonly<Record<string, string>> | null;
      readonly isOfObject?: true;
    }
  >
> = {
  '/access': { form: null },
  '/access/sign-in': { form: { email: 'nobody<' } },
  '/access/sign-in/code': { form: { email: 'nobody@example.com', code: '000000' } },
  '/access/sign-out': { form: {} },
  '/access/keys': { form: null },
  '/access/keys/new': {
    form: { name: 'A foreign key', scopes: 'giveaways:publish', creationId: 'CREATION' },
  },
  '/access/keys/:id/edit': {
    form: { name: 'Renamed', scopes: 'giveaways:publish', seenScopes: 'giveaways:publish' },
    isOfObject: true,
  },
  '/access/keys/:id/rotate': { form: { expectedStart: 'START' }, isOfObject: true },
  '/access/keys/:id/revoke': { form: {}, isOfObject: true },
  '/access/listings': { form: null },
  '/access/listings/new': { form: { ...FOREIGN, title: 'Replaced', action: 'publish' } },
  '/access/listings/edit': {
    query: '?listing=LISTING',
    form: { ...FOREIGN, title: 'Replaced', action: 'publish' },
    isOfObject: true,
  },
  '/access/listings/drafts': { form: null },
  '/access/listings/drafts/delete': { query: '?draft=DRAFT', form: { revision: '1' }, isOfObject: true },
  '/access/listings/withdraw': { query: '?listing=LISTING', form: {}, isOfObject: true },
  '/access/listings/object': { query: '?listing=LISTING', form: { text: 'An objection' }, isOfObject: true },
  '/access/profile': { form: { name: 'A foreign name', text: '', links: '' } },
  '/access/profile/domain': { form: { do: 'remove' } },
  '/access/members': { form: { do: 'invite', email: 'foreign@example.com', role: 'ADMIN' } },
  '/access/followed': { form: { do: 'remove', id: 'FOLLOWED' } },
  '/access/followed/new': {
    form: { url: 'https://foreign.example/', search: 'A foreign filter', creationId: 'CREATION' },
  },
  '/access/passkeys': { form: { credential: '{}', name: 'Foreign' } },
  '/access/passkeys/:id/rename': { form: { name: 'Renamed' }, isOfObject: true },
  '/access/passkeys/:id/remove': { form: {}, isOfObject: true },
  '/access/sessions': { form: null },
  '/access/sessions/:id/end': { form: {}, isOfObject: true },
  '/access/sessions/end-others': { form: {} },
  '/access/activity': { form: null },
};

// No name server is there: checks of domains fail at once.
const gateway = sharedByTests(() => startGateway({ DOMAIN_CHECKS: 'on', DOMAIN_DNS_SERVERS: '127.0.0.1:9' }));
let token: string;
let owned: Json;
let addresses: Readonly<Record<string, string>>;
let hidden: readonly string[];
const email = newEmail();
/** The texts of the owner that the address itself does not have: pages link to themselves in other languages. */
const hiddenAt = (address: string) => hidden.filter((text) => !address.includes(text));
const readOwned = async () => (await gateway.graphql(OWNED, {}, token)).body.data;

/** The credentials of a request: a browser's cookies, or what a program sends in their place. */
const ROLES: Readonly<
  Record<string, () => Promise<{ browser: Browser; headers: Readonly<Record<string, string>> }>>
> = {
  nobody: async () => ({ browser: openBrowser(gateway), headers: {} }),
  'another account': async () => {
    const browser = openBrowser(gateway);
    await browser.signIn(newEmail());
    return { browser, headers: {} };
  },
  'an ended session of the owner': async () => {
    const browser = openBrowser(gateway);
    await browser.signIn(email);
    const { cookie } = browser;
    await browser.post('/access/sign-out', {});
    browser.cookie = cookie;
    return { browser, headers: {} };
  },
  "the owner's key in a header": async () => ({
    browser: openBrowser(gateway),
    headers: { authorization: `Bearer ${await gateway.createKey(email)}` },
  }),
  'the operator in a header': async () => ({
    browser: openBrowser(gateway),
    headers: { authorization: `Bearer ${gateway.operatorToken}` },
  }),
};

beforeAll(async () => {
  token = await gateway.signIn(email);
  const owner = openBrowser(gateway);
  await owner.signIn(email);
  const form = await owner.get('/access/keys/new');
  const creationId = hiddenField(form, 'creationId');
  await owner.post('/access/keys/new', { creationId, name: 'A hidden key', scopes: 'giveaways:publish' });
  await owner.post('/access/listings/new', { ...FOREIGN, action: 'publish' });
  await owner.post('/access/listings/new', { title: 'A hidden draft', action: 'draft' });
  await owner.post('/access/followed/new', { url: 'https://hidden.example/', search: 'hidden' });
  await owner.post('/access/profile', { name: 'A hidden name', text: '', links: '' });
  await owner.post('/access/profile/domain', { do: 'claim', domain: 'hidden.example' });
  const { passkeyId } = await addPasskey(gateway, token, {}, 'A hidden passkey');
  const { myListings } = await readOwned();
  const hide =
    'mutation ($id: ID!) { hideListing(input: { id: $id, reason: "A hidden reason" }) { listing { id } } }';
  await gateway.graphql(hide, { id: myListings.nodes[0].id }, gateway.operatorToken);
  owned = await readOwned();
  const { apiKeys, sessions } = owned.viewer;
  const ids: Readonly<Record<string, string>> = {
    keys: apiKeys.nodes[0].id,
    passkeys: passkeyId,
    sessions: sessions.nodes[0].id,
  };
  addresses = Object.fromEntries(
    Object.entries(PAGES).map(([path, { query = '' }]) => {
      const [, , section = ''] = path.split('/');
      const target = `${path}${query}`
        .replace('LISTING', owned.myListings.nodes[0].id)
        .replace('DRAFT', owned.listingDrafts.nodes[0].id);
      return [path, target.replace(':id', ids[section] ?? '')];
    }),
  );
  hidden = [
    email,
    'A hidden key',
    'A hidden passkey',
    'A hidden name',
    'A hidden reason',
    'A hidden draft',
    'hidden.example',
    FOREIGN.title,
    ...Object.values(ids),
  ];
}, 120_000);

it('covers every page and every form of the area', () => {
  const sources = globSync('web/areas/access/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));
  const names = Object.fromEntries(
    sources.flatMap((source) =>
      [...source.matchAll(/const (\w+) = '(\/access[^']*)'/g)].map(([, name, path]) => [name, path]),
    ),
  );
  const offered = sources.flatMap((source) =>
    [...source.matchAll(/: Page = \{\n  path: (?:'([^']+)'|(\w+)),([^]*?)\n\};/g)].map(
      ([, path, name, page]) => [path ?? names[name ?? ''], /^  (?:async )?post[(:]/m.test(page ?? '')],
    ),
  );
  const covered = Object.entries(PAGES).map(([path, { form }]) => [path, form !== null]);
  expect(Object.fromEntries(covered)).toEqual(Object.fromEntries(offered));
});

describe.each(Object.keys(ROLES))("the owner's pages, for %s", (role) => {
  let browser: Browser;
  let headers: Readonly<Record<string, string>>;
  beforeAll(async () => {
    ({ browser, headers } = (await ROLES[role]?.()) ?? { browser: openBrowser(gateway), headers: {} });
    owned = await readOwned();
  });

  it('show nothing of the owner', async () => {
    for (const [path, { isOfObject }] of Object.entries(PAGES)) {
      const address = addresses[path] ?? '';
      const { status, html, location } = await browser.get(address, headers);
      for (const text of hiddenAt(address)) expect([path, html.includes(text)]).toEqual([path, false]);
      if (path.startsWith('/access/sign-') || path === '/access') continue;
      const expected = role !== 'another account' ? 303 : isOfObject ? 404 : 200;
      expect([path, status]).toEqual([path, expected]);
      if (status === 303) expect(location).toContain('/access/sign-in?');
    }
  });

  it('change nothing of the owner by any form', async () => {
    for (const [path, { form }] of Object.entries(PAGES)) {
      if (form === null || path === '/access/sign-out') continue;
      const sent = { ...form, ...(form['id'] === 'FOLLOWED' && { id: owned.feedWebhooks.nodes[0].id }) };
      const { status, html } = await browser.post(addresses[path] ?? '', sent, { ...ORIGIN, ...headers });
      expect([path, status < 500]).toEqual([path, true]);
      for (const text of hiddenAt(addresses[path] ?? '').filter((each) => each !== FOREIGN.title))
        expect([path, html.includes(text)]).toEqual([path, false]);
    }
    await browser.post('/access/sign-out', {}, { ...ORIGIN, ...headers });
    expect(await readOwned()).toEqual(owned);
  });
});
