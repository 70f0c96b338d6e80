import { describe, expect, it } from '@jest/globals';
import { ensureBuilt } from '../support/built.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { newEmail } from '../support/listings.ts';
import { makePasskey } from '../support/passkeys/authenticator.ts';
import { beginRegistration, beginSignIn } from '../support/passkeys/passkeys.ts';
import { hiddenField, openBrowser, type Browser } from '../web/access/access-site.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

ensureBuilt('site');
const gateway = sharedByTests(startGateway);

const tokenOf = ({ cookie }: Browser) =>
  decodeURIComponent(/giveaways\.session_token=([^;]+)/.exec(cookie)?.[1] ?? '');

/** A browser that is signed in, and a passkey that its page has added. */
async function openWithPasskey() {
  const browser = openBrowser(gateway);
  await browser.signIn(newEmail());
  const passkey = makePasskey(await beginRegistration(gateway, tokenOf(browser)));
  const form = { credential: JSON.stringify(passkey.credential), name: '<i>Desk</i>' };
  const added = await browser.post('/access/passkeys', form);
  return { browser, passkey, added, form };
}

describe('the page of passkeys', () => {
  it('says without JavaScript that codes work, and hides its form', async () => {
    const browser = openBrowser(gateway);
    await browser.signIn(newEmail());
    const { html } = await browser.get('/access/passkeys');
    expect(html).toMatch(/data-without[^>]*>Where JavaScript is on .* A code by e-mail always works\./);
    expect(html).toMatch(/<form[^>]* hidden=""[^>]*><input type="hidden" name="credential"/);
    const signIn = await openBrowser(gateway).get('/access/sign-in');
    expect(signIn.html).toMatch(/<input id="email"[^>]* autoComplete="username webauthn"/i);
    const german = await browser.get('/access/passkeys?lang=de');
    expect(german.html).toContain('Ein Code per E-Mail geht immer.');
  });

  it('adds a passkey once, shows it, renames it and removes it', async () => {
    const { browser, added, form } = await openWithPasskey();
    expect([added.status, added.location]).toEqual([303, expect.stringContaining('done=added')]);
    expect((await browser.post('/access/passkeys', form)).status).toBe(303);
    const { html } = await browser.get(added.location);
    expect(html).toContain('The passkey is added.');
    expect(html.match(/&lt;i&gt;Desk&lt;\/i&gt;/g)).toHaveLength(1);
    const id = /passkeys\/(psk_\w+)\/rename/.exec(html)?.[1] ?? '';

    const nameless = await browser.post(`/access/passkeys/${id}/rename`, { name: ' ' });
    expect([nameless.status, nameless.html]).toEqual([400, expect.stringContaining('name-error')]);
    const renamed = await browser.post(`/access/passkeys/${id}/rename`, { name: 'Office' });
    expect((await browser.get(renamed.location)).html).toContain('Office');

    // In another tab, whose form shows the former name.
    const stale = await browser.post(`/access/passkeys/${id}/rename`, { name: ' ', seenName: 'Desk' });
    expect(hiddenField(stale, 'seenName')).toBe('Desk');
    const late = await browser.post(`/access/passkeys/${id}/rename`, { name: 'Home', seenName: 'Desk' });
    expect([late.status, late.html]).toEqual([
      409,
      expect.stringContaining('Its name is now: <bdi>Office</bdi>'),
    ]);
    expect(late.html).toContain('value="Home"');
    expect((await browser.get('/access/passkeys')).html).toContain('Office');
    const seenName = hiddenField(late, 'seenName');
    const again = await browser.post(`/access/passkeys/${id}/rename`, { name: 'Home', seenName });
    expect((await browser.get(again.location)).html).toContain('Home');

    expect((await browser.get(`/access/passkeys/${id}/remove`)).html).toContain('Remove this passkey?');
    for (let click = 0; click < 2; click += 1)
      expect((await browser.post(`/access/passkeys/${id}/remove`, {})).status).toBe(303);
    expect((await browser.get('/access/passkeys')).html).not.toContain('Home');
    expect((await browser.get(`/access/passkeys/${id}/remove`)).status).toBe(404);
  });

  it.each(['', 'null', '[]', '{"id":', '{}'])(
    'refuses the credential %j, and shows its form again',
    async (credential) => {
      const browser = openBrowser(gateway);
      await browser.signIn(newEmail());
      const refused = await browser.post('/access/passkeys', { credential, name: 'Kept' });
      expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('value="Kept"')]);
    },
  );

  it('takes its forms from its own site alone', async () => {
    const { browser } = await openWithPasskey();
    const foreign = { origin: 'https://evil.example' };
    expect((await browser.post('/access/passkeys', {}, foreign)).status).toBe(403);
    expect((await browser.post('/access/sign-in', { credential: '{}' }, foreign)).status).toBe(403);
  });
});

describe('the page of the sign-in', () => {
  it('signs in with a passkey, and leads on; a second click does, too', async () => {
    const { passkey } = await openWithPasskey();
    const browser = openBrowser(gateway);
    const credential = JSON.stringify(passkey.sign(await beginSignIn(gateway)));
    for (let click = 0; click < 2; click += 1) {
      const { status, location } = await browser.post('/access/sign-in?next=/access/listings', {
        credential,
      });
      expect([status, location]).toEqual([303, '/access/listings']);
    }
    expect((await browser.get('/access/passkeys')).html).toContain('&lt;i&gt;Desk');
    // The session is one as by code: forms of other sites are refused.
    const foreign = await browser.post('/access/sign-out', {}, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    await browser.post('/access/sign-out', {});
    expect((await browser.get('/access/passkeys')).status).toBe(303);
  });

  it('says in the language of its reader why it refuses, and a code still works', async () => {
    const { passkey } = await openWithPasskey();
    const browser = openBrowser(gateway);
    const credential = JSON.stringify(passkey.sign(await beginSignIn(gateway), { isVerified: false }));
    const refused = await browser.post('/access/sign-in?lang=de', { credential });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('Der Passkey wurde nicht angenommen.');
    await browser.signIn(newEmail());
    expect((await browser.get('/access/passkeys')).status).toBe(200);
  });
});
