import { beforeEach, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import { newEmail } from '../../support/listings.ts';
import { openBrowser, type Browser } from './access-site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

// No name server is there: checks of domains fail at once.
const gateway = sharedByTests(() => startGateway({ DOMAIN_CHECKS: 'on', DOMAIN_DNS_SERVERS: '127.0.0.1:9' }));

const PATH = '/access/members';
const LISTING = {
  sourceExternalId: 'summer-1',
  title: 'Ten lanterns',
  description: 'Ten lanterns for the summer.',
  provider: 'Lantern Road',
  landingUrl: 'https://publisher.example/summer',
  endDate: '2031-08-31T18:00',
  endZone: 'UTC',
};
let owner: Browser;
let guest: Browser;
let ownerEmail: string;
let guestEmail: string;
beforeEach(async () => {
  [ownerEmail, guestEmail] = [newEmail(), newEmail()];
  [owner, guest] = [openBrowser(gateway), openBrowser(gateway)];
  await owner.signIn(ownerEmail);
  await guest.signIn(guestEmail);
  await owner.post('/access/profile', { name: 'Lantern Road' });
});

/** The publisher of the invitation or membership that the page of the guest shows. */
const publisherOf = async () => /name="of" value="(pub_\w+)"/.exec((await guest.get(PATH)).html)?.[1] ?? '';
async function join(role: string): Promise<string> {
  await owner.post(PATH, { do: 'invite', email: guestEmail, role });
  const publisher = await publisherOf();
  await guest.post(PATH, { do: 'accept', of: publisher });
  return publisher;
}

describe('the page of the people', () => {
  it('an owner invites somebody, who accepts, and acts for the publisher from then on', async () => {
    const invited = await owner.post(PATH, { do: 'invite', email: guestEmail, role: 'EDITOR' });
    expect([invited.status, invited.location]).toEqual([303, `${PATH}?done=invited`]);
    expect((await owner.get(invited.location)).html).toContain(guestEmail);
    const publisher = await publisherOf();
    expect((await guest.get(PATH)).html).toContain(`invited as an editor by <bdi>${ownerEmail}</bdi>`);
    expect((await guest.get(`/access/listings?publisher=${publisher}`)).status).toBe(403);
    const accepted = await guest.post(PATH, { do: 'accept', of: publisher });
    expect(accepted.location).toBe(`${PATH}?done=accepted`);
    expect((await guest.get(accepted.location)).html).toContain(
      `href="/access/listings?publisher=${publisher}"`,
    );

    const acting = (await guest.get(`/access/listings/new?publisher=${publisher}`)).html;
    expect(acting).toContain('You act for');
    expect(acting).toContain('<bdi>Lantern Road</bdi>');
    // Links to other pages of the publisher keep it, those of the account do not.
    expect(acting).toContain(`href="/access/listings?publisher=${publisher}"`);
    expect(acting).toContain('href="/access/keys"');
    const published = await guest.post(`/access/listings/new?publisher=${publisher}`, LISTING);
    expect(published.status).toBe(303);
    expect(published.location).toContain(`publisher=${publisher}`);
    expect((await owner.get('/access/listings')).html).toContain('Ten lanterns');
    expect((await guest.get('/access/listings')).html).not.toContain('Ten lanterns');
    const activity = (await owner.get('/access/activity')).html;
    expect(activity).toContain('A member');
    expect(activity).toContain(`member: ${guestEmail}`);
  });

  it('an editor sees the people and the listings, and neither the profile nor a form for people', async () => {
    const publisher = await join('EDITOR');
    const page = (await guest.get(`${PATH}?publisher=${publisher}`)).html;
    expect(page).toContain(ownerEmail);
    expect(page).not.toContain('name="do" value="invite"');
    expect(page).not.toContain('href="/access/profile');
    const refused = await guest.post(`/access/profile?publisher=${publisher}`, { name: 'Mine' });
    expect(refused.html).toContain('Your role for this publisher is EDITOR');
    expect((await owner.get('/access/profile')).html).toContain('value="Lantern Road"');
  });

  it('says why a button does nothing that a former admin presses', async () => {
    const publisher = await join('ADMIN');
    await owner.post(PATH, { do: 'role', email: guestEmail, role: 'EDITOR' });
    const form = { do: 'invite', email: newEmail(), role: 'EDITOR' };
    const refused = await guest.post(`${PATH}?publisher=${publisher}`, form);
    expect(refused.status).toBe(400);
    expect(refused.html).toMatch(/role="alert"[^]*Your role for this publisher is EDITOR[^]*<table/);
  });

  it.each(['/access/profile', '/access/profile/domain'])(
    'an editor who opens %s reads why it has no form, and an admin gets the form',
    async (path) => {
      await owner.post('/access/profile/domain', { do: 'claim', domain: 'lantern.example' });
      const publisher = await join('EDITOR');
      const show = async () => (await guest.get(`${path}?publisher=${publisher}`)).html;
      const page = await show();
      expect(page).toContain('An editor does not change this');
      // The only form is the sign-out.
      expect(page.match(/<form/g)).toHaveLength(1);
      expect(page).not.toContain('href="/access/profile/domain"');
      await owner.post(PATH, { do: 'role', email: guestEmail, role: 'ADMIN' });
      expect(await show()).toMatch(/<form[^]*name="(?:links|domain)"/);
    },
  );

  it.each(['csv', 'ndjson'])(
    'a member gets the listings of the publisher by the link to them as %s',
    async (format) => {
      const publisher = await join('EDITOR');
      await guest.post(`/access/listings/new?publisher=${publisher}`, LISTING);
      const { html } = await guest.get(`/access/listings?publisher=${publisher}&q=lanterns&lang=de`);
      const [, href = ''] = new RegExp(`href="(/access/listings\\.${format}[^"]*)"`).exec(html) ?? [];
      expect(href).toBe(`/access/listings.${format}?publisher=${publisher}&amp;q=lanterns`);
      const file = await guest.get(href.replaceAll('&amp;', '&'));
      expect([file.status, file.html.includes('Ten lanterns')]).toEqual([200, true]);
    },
  );

  it('an admin manages the people of the publisher', async () => {
    const publisher = await join('ADMIN');
    const other = newEmail();
    const path = `${PATH}?publisher=${publisher}`;
    const invited = await guest.post(path, { do: 'invite', email: other, role: 'EDITOR' });
    expect(invited.location).toBe(`${PATH}?done=invited&publisher=${publisher}`);
    await guest.post(path, { do: 'role', email: other, role: 'ADMIN' });
    expect((await owner.get(PATH)).html).toMatch(new RegExp(`${other}[^]*Admin`));
    await guest.post(path, { do: 'remove', email: other });
    // A second click finds the same.
    expect((await guest.post(path, { do: 'remove', email: other })).location).toContain('done=removed');
    expect((await owner.get(PATH)).html).not.toContain(other);
  });

  it('a page of a former member says so, and its form changes nothing', async () => {
    const publisher = await join('EDITOR');
    await owner.post(PATH, { do: 'remove', email: guestEmail });
    const path = `/access/listings/new?publisher=${publisher}`;
    for (const page of [await guest.get(path), await guest.post(path, LISTING)]) {
      expect(page.status).toBe(403);
      expect(page.html).toContain('nor are you a member of it');
    }
    for (const browser of [owner, guest])
      expect((await browser.get('/access/listings')).html).not.toContain('Ten lanterns');
  });

  it.each(['%00', 'pub_%ff', 'pub_none', 'pub_1&publisher=pub_2', "'%20or%20true", 'x'.repeat(600)])(
    'an address that names the publisher %s is refused',
    async (publisher) => {
      const { status, html } = await guest.get(`/access/listings?publisher=${publisher}`);
      expect([status, html.includes('You act for')]).toEqual([403, false]);
    },
  );

  it('a member leaves from the page of its own publisher', async () => {
    const publisher = await join('EDITOR');
    const left = await guest.post(PATH, { do: 'leave', of: publisher });
    expect(left.location).toBe(`${PATH}?done=left`);
    expect((await guest.get(PATH)).html).not.toContain('name="of"');
  });

  it.each([{}, { do: 'dance' }, { do: ['remove', 'leave'] }])(
    'changes nothing by the form %j, whose action nobody knows, and says what to name',
    async (action) => {
      const publisher = await join('EDITOR');
      const guestsForm = await guest.post(PATH, { ...action, of: publisher });
      expect([guestsForm.status, guestsForm.html.includes('The field “do”')]).toEqual([400, true]);
      expect(guestsForm.html).toContain('one of these values, once: invite, role, remove, accept, leave.');
      expect((await guest.get(PATH)).html).toContain(`name="of" value="${publisher}"`);
      const german = await owner.post(`${PATH}?lang=de`, { ...action, email: guestEmail });
      expect([german.status, german.html.includes('Das Feld „do“')]).toEqual([400, true]);
      expect((await owner.get(PATH)).html).toContain(guestEmail);
    },
  );

  it('shows what is wrong with an invitation beside what was entered', async () => {
    const { status, html } = await owner.post(PATH, { do: 'invite', email: 'no address', role: 'ADMIN' });
    expect(status).toBe(400);
    expect(html).toContain('must be one plain e-mail address');
    expect(html).toContain('value="no address"');
    expect(html).toContain('<option value="ADMIN" selected="">');
  });

  it.each([
    ['/access/listings/new', LISTING],
    [PATH, { do: 'invite', email: 'somebody@example.com', role: 'ADMIN' }],
    ['/access/profile', { name: 'Another name' }],
    ['/access/keys/new', { name: 'A key', scopes: 'giveaways:publish' }],
    ['/access/followed/new', { url: 'https://publisher.example/hook' }],
  ])('the form %s that another account has opened changes nothing', async (path, fields) => {
    const account = /name="account" value="(acc_\w+)"/.exec((await guest.get(path)).html)?.[1] ?? '';
    expect(account).not.toBe('');
    const refused = await owner.post(path, { ...fields, account });
    expect(refused.status).toBe(409);
    // Sent again from that page, it still names the account that has opened it.
    const accounts = [...refused.html.matchAll(/name="account" value="(acc_\w+)"/g)].map(([, id]) => id);
    expect([accounts.length, accounts[0]]).toEqual([2, account]);
    const LOG = '{ viewer { auditLog { nodes { action } } } }';
    const { body } = await gateway.graphql(LOG, {}, await gateway.signIn(ownerEmail));
    const actions = body.data.viewer.auditLog.nodes.map(({ action }: { action: string }) => action);
    expect(new Set(actions)).toEqual(new Set(['signIn', 'setPublisherProfile']));
    expect((await owner.get('/access/profile')).html).toContain('value="Lantern Road"');
  });

  it('a button that another account has opened changes nothing, and no page says that it did', async () => {
    await gateway.createKey(guestEmail);
    const keys = (await guest.get('/access/keys')).html;
    const account = /name="account" value="(acc_\w+)"/.exec((await guest.get('/access/profile')).html)?.[1];
    const [revoke = ''] = /\/access\/keys\/key_\w+\/revoke/.exec(keys) ?? [];
    expect([account, revoke]).not.toContain('');
    const elsewhere = openBrowser(gateway);
    await elsewhere.signIn(ownerEmail);
    for (const path of [
      revoke,
      revoke.replace('revoke', 'rotate'),
      '/access/sessions/ses_1/end',
      '/access/sessions/end-others',
      '/access/passkeys/psk_1/remove',
      '/access/followed',
      '/access/listings/withdraw?listing=lst_1',
      '/access/listings/drafts/delete?draft=one',
    ]) {
      const refused = await owner.post(path, { account: account ?? '', do: 'remove', id: 'whk_1' });
      expect([path, refused.status]).toEqual([path, 409]);
      expect(refused.html).toContain('You are signed in with another account');
      expect(refused.html).toContain('this page keeps what you entered');
      expect(refused.html).toMatch(/<a class="button" href="\/access\/sessions" target="_blank"/);
    }
    expect((await guest.get('/access/keys')).html).toContain(revoke);
    expect((await elsewhere.get('/access/keys')).status).toBe(200);
  });
});
