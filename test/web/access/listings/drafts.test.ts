import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DRAFT_DAYS, MAX_DRAFTS } from '../../../../src/core/listings/drafts/saved-draft.ts';
import { drafts as german } from '../../../../web/texts/de/profile.ts';
import { access } from '../../../../web/texts/en/access.ts';
import { drafts } from '../../../../web/texts/en/profile.ts';
import { startGateway } from '../../../support/gateway/gateway.ts';
import { newEmail } from '../../../support/listings.ts';
import { hiddenField, LISTING, openBrowser, type ShownPage } from '../access-site.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

const gateway = sharedByTests(() => startGateway({ RATE_LIMIT: 'off' }));

let email: string;
const browser = openBrowser(gateway);
beforeEach(async () => {
  email = newEmail();
  await browser.signIn(email);
});

const NEW = '/access/listings/new';
const DRAFTS = '/access/listings/drafts';
const HIDDEN = ['account', 'draftId', 'draftRevision', 'baseVersion', 'seenId', 'seenVersion'];
/** The hidden fields of a form. */
const hiddenOf = (page: ShownPage) => {
  const newId = page.html.includes('name="newId"') ? { newId: hiddenField(page, 'newId') } : {};
  return { ...Object.fromEntries(HIDDEN.map((name) => [name, hiddenField(page, name)])), ...newId };
};
/** The addresses of the drafts in the list. */
const listed = async (as = browser) =>
  [
    ...(await as.get(DRAFTS)).html.matchAll(/href="(\/access\/listings\/(?:new|edit)\?[^"]*draft=[^"]*)"/g),
  ].map(([, address = '']) => address.replaceAll('&amp;', '&'));
const WITHOUT_ID = { ...LISTING, sourceExternalId: '' };
const fill = async (address: string, fields: Readonly<Record<string, string>>, as = browser) => ({
  ...hiddenOf(await as.get(address)),
  ...fields,
});
const publishedId = async () =>
  /edit\?listing=(lst_\w+)/.exec((await browser.get('/access/listings')).html)?.[1] ?? '';

describe('the form of a listing', () => {
  it('is saved as a draft as it is, continued, and published without it', async () => {
    const invalid = {
      title: 'Half <b>a',
      landingUrl: 'javascript:',
      endDate: '2031-01-02T03:04',
      endZone: 'Europe/Berlin',
      'facts.prizes': 'many',
      'facts.kind': 'FREEBIE',
    };
    const form = await fill(NEW, { ...invalid, action: 'draft' });
    for (let click = 0; click < 2; click += 1)
      expect((await browser.post(NEW, form)).location).toBe(`${DRAFTS}?done=saved`);
    expect((await browser.get(`${DRAFTS}?done=saved`)).html).toContain(drafts.done.saved);
    const [address = '', ...others] = await listed();
    expect(others).toEqual([]);
    const page = await browser.get(address);
    for (const shown of ['value="Half &lt;b&gt;a"', 'value="javascript:"', 'value="many"', drafts.from])
      expect(page.html).toContain(shown);
    expect(page.html).toContain('value="2031-01-02T03:04"');
    expect(page.html).toContain('<option selected="">Europe/Berlin');
    expect(page.html).toMatch(/value="FREEBIE" selected/);
    const published = await browser.post(address, await fill(address, { ...WITHOUT_ID, action: 'publish' }));
    expect(published.location).toBe('/access/listings?done=published');
    expect(await listed()).toEqual([]);
    const gone = await browser.get(address);
    expect([gone.status, gone.location]).toEqual([303, `${DRAFTS}?done=gone`]);
  });

  it.each(['preview', 'publish'])('keeps its draft after a %s that publishes nothing', async (action) => {
    await browser.post(NEW, await fill(NEW, { title: 'A draft', action: 'draft' }));
    const [address = ''] = await listed();
    const shown = await browser.post(address, await fill(address, { title: 'Entered', action }));
    expect(hiddenOf(shown)).toMatchObject({ draftRevision: '1' });
    expect((await browser.get(address)).html).toContain('value="A draft"');
    const saved = await browser.post(address, { ...hiddenOf(shown), title: 'Entered', action: 'draft' });
    expect(saved.location).toBe(`${DRAFTS}?done=saved`);
    expect(await listed()).toEqual([address]);
    expect((await browser.get(address)).html).toContain('value="Entered"');
  });

  it('shows both when another tab has saved its draft, and saves another one', async () => {
    await browser.post(NEW, await fill(NEW, { title: 'First', action: 'draft' }));
    const [address = ''] = await listed();
    const [one, other] = [await fill(address, { title: 'By one' }), await fill(address, { title: 'By two' })];
    await browser.post(address, { ...one, action: 'draft' });
    const refused = await browser.post(address, { ...other, action: 'draft' });
    expect(refused.status).toBe(409);
    expect(refused.html).toContain(drafts.trouble.DRAFT_CHANGED);
    expect(refused.html).toContain(`href="${address}"`);
    expect(refused.html).toContain('value="By two"');
    await browser.post(address, { ...hiddenOf(refused), title: 'By two', action: 'draft' });
    const { html } = await browser.get(DRAFTS);
    for (const title of ['By one', 'By two']) expect(html).toContain(title);
    expect(await listed()).toHaveLength(2);
  });

  it('says when its draft was published in another tab, and overwrites nothing', async () => {
    await browser.post(NEW, await fill(NEW, { title: 'First', action: 'draft' }));
    const [address = ''] = await listed();
    const other = await fill(address, { ...WITHOUT_ID, title: 'By the other' });
    await browser.post(address, await fill(address, { ...WITHOUT_ID, action: 'publish' }));
    const refused = await browser.post(address, { ...other, action: 'draft' });
    expect([refused.status, refused.html]).toEqual([409, expect.stringContaining(drafts.trouble.DRAFT_GONE)]);
    const conflict = await browser.post(address, { ...other, action: 'publish' });
    expect(conflict.status).toBe(409);
    expect(conflict.html).toContain(access.conflict.title);
    expect((await browser.get('/access/listings')).html).not.toContain('By the other');
  });

  it('shows a draft of a listing that was changed since beside it, each time', async () => {
    await browser.post(NEW, await fill(NEW, { ...LISTING, action: 'publish' }));
    const edit = `/access/listings/edit?listing=${await publishedId()}`;
    await browser.post(edit, await fill(edit, { ...LISTING, title: 'My draft', action: 'draft' }));
    const [address = ''] = await listed();
    expect((await browser.get(edit)).html).toContain(drafts.exists);
    expect((await browser.get(address)).html).not.toContain(access.conflict.title);
    const key = await gateway.createKey(email);
    await gateway.publish(key, { ...LISTING, title: 'Published elsewhere' });
    for (let visit = 0; visit < 2; visit += 1) {
      const page = await browser.get(address);
      expect([page.status, page.html]).toEqual([200, expect.stringContaining(access.conflict.title)]);
      expect(page.html).toContain('Published elsewhere');
      expect(page.html).toContain('value="My draft"');
      // Saved again, it is still based on the version before.
      await browser.post(address, { ...hiddenOf(page), ...LISTING, title: 'My draft', action: 'draft' });
    }
    const outdated = await fill(address, { ...LISTING, title: 'My draft', action: 'publish' });
    await gateway.publish(key, { ...LISTING, title: 'Published again' });
    const refused = await browser.post(address, outdated);
    expect([refused.status, refused.html]).toEqual([409, expect.stringContaining('Published again')]);
    await browser.post(address, { ...hiddenOf(refused), ...LISTING, title: 'My draft', action: 'publish' });
    expect((await browser.get('/access/listings')).html).toContain('My draft');
    expect(await listed()).toEqual([]);
  });

  it('is not sent as another account than it was opened by', async () => {
    const form = await fill(NEW, { ...LISTING, title: 'Not mine' });
    const other = openBrowser(gateway);
    await other.signIn(newEmail());
    for (const action of ['draft', 'autosave', 'publish']) {
      const { status, html } = await other.post(NEW, { ...form, action });
      expect([status, html]).toEqual([409, expect.stringContaining(drafts.otherAccount.title)]);
    }
    expect(await listed(other)).toEqual([]);
    expect((await other.get('/access/listings')).html).not.toContain('Not mine');
  });

  it('tells its script what became of a save', async () => {
    const form = await fill(NEW, { title: 'Typed', action: 'autosave' });
    const save = async (fields: object, address = NEW) => {
      const { status, headers, html } = await browser.post(address, { ...form, ...fields });
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(headers.get('cache-control')).toBe('no-store');
      return JSON.parse(html) as Record<string, unknown>;
    };
    const { draftId = '' } = form as Record<string, string>;
    const address = `${NEW}?draft=${draftId}`;
    const discard = `${DRAFTS}/delete?draft=${draftId}&from=form`;
    expect(await save({})).toEqual({ revision: 1, at: expect.any(String), address, discard });
    expect(await save({ draftRevision: '1', title: 'Typed on' })).toMatchObject({ revision: 2 });
    expect(await save({ draftRevision: '1', title: 'In another tab' })).toEqual({
      failure: drafts.trouble.DRAFT_CHANGED,
      otherId: expect.stringMatching(/^\w{32}$/),
      stored: address,
    });
    const long = await save({ description: 'a'.repeat(49_153), draftRevision: '2' }, `${NEW}?lang=de`);
    expect(long['failure']).toBe(
      `${german.auto.refused} Der Text ist zu lang: Ein Entwurf hat höchstens 49.152 Bytes.`,
    );
    browser.cookie = '';
    expect((await browser.post(NEW, { ...form, draftRevision: '2' })).status).toBe(401);
  });

  it('leads to the question whether to discard its draft, and from there back', async () => {
    const link = /<a data-discard[^>]*href="([^"]+)"[^>]*>/;
    expect(link.exec((await browser.get(NEW)).html)?.[0]).toContain('hidden');
    await browser.post(NEW, await fill(NEW, { title: 'Tried out', action: 'draft' }));
    const [address = ''] = await listed();
    const other = await fill(address, { title: 'Typed in another tab', action: 'draft' });
    const [shown = '', found = ''] = link.exec((await browser.get(address)).html) ?? [];
    expect(shown).not.toContain('hidden');
    const page = found.replaceAll('&amp;', '&');
    const question = await browser.get(page);
    expect(question.html).toContain(`href="${address}"`);
    const discarded = await browser.post(page, { revision: hiddenField(question, 'revision') });
    expect(discarded.location).toBe(`${DRAFTS}?done=deleted`);
    const refused = await browser.post(address, other);
    expect([refused.status, refused.html]).toEqual([409, expect.stringContaining(drafts.trouble.DRAFT_GONE)]);
    expect(refused.html).toContain('value="Typed in another tab"');
    expect(link.exec(refused.html)?.[0]).toContain('hidden');
    expect((await browser.get(page)).status).toBe(404);
    expect(await listed()).toEqual([]);
  });

  it('is published and saved without the fields of drafts, as on a page of the release before', async () => {
    expect((await browser.post(NEW, { ...WITHOUT_ID, newId: randomUUID(), action: 'publish' })).status).toBe(
      303,
    );
    expect((await browser.post(NEW, { title: 'An old page', action: 'draft' })).status).toBe(303);
    expect(await listed()).toHaveLength(1);
  });
});

describe('the list of drafts', () => {
  it('says how many there can be and for how long', async () => {
    expect((await browser.get(DRAFTS)).html).toContain(drafts.what(String(MAX_DRAFTS), String(DRAFT_DAYS)));
    const { html } = await browser.get(`${DRAFTS}?lang=de`);
    expect(html).toContain(german.what(String(MAX_DRAFTS), String(DRAFT_DAYS)));
    expect(html).toContain(german.none);
  });

  it('shows drafts without a title, and only those of the account', async () => {
    await browser.post(NEW, await fill(NEW, { title: ' ', action: 'draft' }));
    expect((await browser.get(DRAFTS)).html).toContain(drafts.untitled);
    const [address = ''] = await listed();
    const other = openBrowser(gateway);
    await other.signIn(newEmail());
    expect((await other.get(DRAFTS)).html).toContain(drafts.none);
    expect((await other.get(address)).location).toBe(`${DRAFTS}?done=gone`);
  });

  it('deletes a draft after a question, unless it was saved meanwhile', async () => {
    await browser.post(NEW, await fill(NEW, { title: 'To be deleted', action: 'draft' }));
    const [address = ''] = await listed();
    const page = `${DRAFTS}/delete?${address.split('?')[1]}`;
    const question = await browser.get(page);
    expect(question.html).toContain('To be deleted');
    await browser.post(address, await fill(address, { title: 'Saved meanwhile', action: 'draft' }));
    const asked = await browser.post(page, { revision: hiddenField(question, 'revision') });
    expect([asked.status, asked.html]).toEqual([400, expect.stringContaining(drafts.confirm.changed)]);
    for (let click = 0; click < 2; click += 1) {
      const deleted = await browser.post(page, { revision: hiddenField(asked, 'revision') });
      expect(deleted.location).toBe(`${DRAFTS}?done=deleted`);
    }
    expect(await listed()).toEqual([]);
  });

  it('refuses a draft too many in the language of the reader, with what was entered', async () => {
    const form = await fill(NEW, { action: 'draft' });
    for (let index = 0; index < MAX_DRAFTS; index += 1)
      await browser.post(NEW, { ...form, draftId: randomUUID().replaceAll('-', '') });
    const { status, html } = await browser.post(`${NEW}?lang=de`, { ...form, title: 'One too many' });
    expect([status, html]).toEqual([400, expect.stringContaining('Ihr Konto hat 50 Entwürfe')]);
    expect(html).toContain('value="One too many"');
  });
});
