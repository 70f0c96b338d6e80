import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import { newEmail } from '../../support/listings.ts';
import { hiddenField, openBrowser, type Browser } from './access-site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
const owner = openBrowser(gateway);
const email = newEmail();
beforeAll(() => owner.signIn(email));

const createKey = async (browser: Browser, form = {}) => {
  const page = await browser.get('/access/keys/new');
  const fields = { creationId: hiddenField(page, 'creationId'), scopes: 'giveaways:publish', ...form };
  return { fields, shown: await browser.post('/access/keys/new', fields) };
};
const secretIn = (html: string) => /ggw_live_\w{40,}/.exec(html)?.[0];
const keyIn = (html: string) => /\/access\/keys\/(key_\w+)\/rotate/.exec(html)?.[1] ?? '';

describe('an API key', () => {
  it('is shown by the form that created it; sent again, it creates no second one', async () => {
    const { fields, shown } = await createKey(owner, { name: 'A "server"' });
    const secret = secretIn(shown.html) ?? '';
    const [again, changed] = [
      await owner.post('/access/keys/new', fields),
      await owner.post('/access/keys/new', { ...fields, name: 'Another' }),
    ];
    expect([again.status, secretIn(again.html)]).toEqual([200, secret]);
    expect([changed.status, secretIn(changed.html)]).toEqual([400, undefined]);
    expect(hiddenField(changed, 'creationId')).not.toBe(fields.creationId);
    expect((await gateway.read(secret, 'none')).status).toBe(404);
    const list = await owner.get('/access/keys');
    expect(secretIn(list.html)).toBeUndefined();
    expect(list.html.match(/A &quot;server&quot;/g)).toHaveLength(1);
  });

  it('is rotated once by a form that is sent several times at once, and shown by each response', async () => {
    const { shown } = await createKey(owner);
    const path = `/access/keys/${keyIn((await owner.get('/access/keys')).html)}/rotate`;
    const page = await owner.get(path);
    const form = {
      expectedStart: hiddenField(page, 'expectedStart'),
      rotationId: hiddenField(page, 'rotationId'),
    };
    const responses = await Promise.all(Array.from({ length: 6 }, () => owner.post(path, form)));
    const secrets = new Set(responses.map(({ html }) => secretIn(html)));
    const [rotated = ''] = secrets;
    expect(secrets).toEqual(new Set([rotated]));
    expect(rotated).not.toBe(secretIn(shown.html));
    expect((await gateway.read(rotated, 'none')).status).toBe(404);
    const later = await owner.post(path, { ...form, rotationId: 'another' });
    expect([later.status, secretIn(later.html)]).toEqual([400, undefined]);
    expect(hiddenField(later, 'rotationId')).not.toBe('another');
  });

  it('is revoked after one question, and a second click changes nothing', async () => {
    const { shown } = await createKey(owner);
    const secret = secretIn(shown.html) ?? '';
    const path = `/access/keys/${keyIn((await owner.get('/access/keys')).html)}/revoke`;
    expect((await owner.get(path)).html).toContain('refused at once and for good');
    for (let click = 0; click < 2; click += 1)
      expect(await owner.post(path, {})).toMatchObject({
        status: 303,
        location: '/access/keys?done=revoked',
      });
    expect((await gateway.read(secret, 'none')).status).toBe(401);
  });

  it('gets another name by a form, which no other tab overwrites unseen', async () => {
    await createKey(owner, { name: 'Before' });
    const path = `/access/keys/${keyIn((await owner.get('/access/keys')).html)}/edit`;
    const form = { seenName: 'Before', seenScopes: 'giveaways:publish', scopes: 'giveaways:publish' };
    const page = await owner.get(path);
    expect([hiddenField(page, 'seenName'), hiddenField(page, 'seenScopes')]).toEqual([
      form.seenName,
      form.seenScopes,
    ]);
    expect(page.html).not.toContain('provider:entries');
    const changed = await owner.post(path, { ...form, name: 'After <b>' });
    expect(changed).toMatchObject({ status: 303, location: '/access/keys?done=changed' });
    expect((await owner.get(changed.location)).html).toContain('After &lt;b&gt;');
    const late = await owner.post(path, { ...form, name: 'Late' });
    expect(late.status).toBe(409);
    expect(late.html).toContain('changed meanwhile');
    expect(late.html).toContain('value="Late"');
    const again = { ...form, name: 'Late', seenName: 'After <b>' };
    expect((await owner.post(path, again)).status).toBe(303);
    const empty = await owner.post(path, { seenName: 'Late', seenScopes: 'giveaways:publish', name: '' });
    expect(empty.status).toBe(400);
    expect(empty.html).toContain('is empty: name at least one scope.');
    // Shown again after another error, it is still the form that was opened before the name changed.
    const refused = await owner.post(path, { ...form, name: 'Later', scopes: [] });
    expect([refused.status, hiddenField(refused, 'seenName')]).toEqual([400, 'Before']);
    expect((await openBrowser(gateway).post(path, again)).status).toBe(401);
    const stranger = openBrowser(gateway);
    await stranger.signIn(newEmail());
    expect((await stranger.get(path)).status).toBe(404);
  });

  it('expires at an own time in a zone, which can become earlier later', async () => {
    const endOf = async () => {
      const query = '{ viewer { apiKeys(first: 1) { nodes { id expiresAt } } } }';
      return (await gateway.graphql(query, {}, await gateway.signIn(email))).body.data.viewer.apiKeys
        .nodes[0];
    };
    const year = new Date().getFullYear() + 2;
    const form = { days: '30', expiresAt: `${year}-07-01T12:00`, endZone: 'Europe/Berlin' };
    await createKey(owner, form);
    const { id, expiresAt } = await endOf();
    expect(Date.parse(expiresAt)).toBe(Date.parse(`${year}-07-01T10:00:00Z`));
    const path = `/access/keys/${id}/edit`;
    const page = await owner.get(path);
    expect(page.html).toContain('An earlier end');
    const same = { name: 'API key', scopes: 'giveaways:publish', seenScopes: 'giveaways:publish' };
    const change = (end: object) => owner.post(path, { ...same, ...end });
    const later = await change({ expiresAt: `${year}-08-01T12:00`, endZone: 'UTC' });
    expect([later.status, later.html.includes('can only become earlier')]).toEqual([400, true]);
    expect((await change({ expiresAt: 'soon' })).html).toContain('must be an instant with a time zone');
    expect((await change({ expiresAt: '' })).status).toBe(303);
    expect((await change({ expiresAt: `${year}-06-01T00:00`, endZone: 'Asia/Kathmandu' })).status).toBe(303);
    expect(Date.parse((await endOf()).expiresAt)).toBe(Date.parse(`${year}-05-31T18:15:00Z`));
  });

  it.each(['2001-01-01T00:00', '9999-12-31T23:59', 'tomorrow'])(
    'is not created with the end %s, which the form keeps',
    async (expiresAt) => {
      const { shown } = await createKey(owner, { expiresAt, endZone: 'Europe/Berlin' });
      expect([shown.status, secretIn(shown.html)]).toEqual([400, undefined]);
      expect(shown.html).toContain(`value="${expiresAt}"`);
      expect(shown.html).toContain('href="#expiresAt"');
    },
  );

  it('is not created for ever with a time that the form does not offer', async () => {
    const { shown } = await createKey(owner, { days: '45' });
    expect([shown.status, secretIn(shown.html)]).toEqual([400, undefined]);
  });

  it('may expire', async () => {
    await createKey(owner, { days: '30', name: 'short' });
    const { body } = await gateway.graphql(
      '{ viewer { apiKeys(first: 1) { nodes { name expiresAt } } } }',
      {},
      await gateway.signIn(email),
    );
    const days = (Date.parse(body.data.viewer.apiKeys.nodes[0].expiresAt) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
  });
});
