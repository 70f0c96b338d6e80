import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { newEmail } from '../support/listings.ts';
import { hiddenField, LISTING, openBrowser } from '../web/access/access-site.ts';
import { photo } from './support/images.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const NEW = '/access/listings/new';
const ORIGIN = 'http://localhost:4000';

const gateway = sharedByTests(startGateway);
const owner = openBrowser(gateway);
beforeAll(() => owner.signIn(newEmail()));

/** Sends a form with a file, as a browser does. */
async function send(
  path: string,
  fields: Readonly<Record<string, string>>,
  file?: Uint8Array,
  headers: Readonly<Record<string, string>> = { origin: ORIGIN },
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('picture', new Blob(file === undefined ? [] : [new Uint8Array(file)]), file ? 'a.jpg' : '');
  const response = await fetch(`${gateway.url}${path}`, {
    method: 'POST',
    body,
    headers: { ...headers, cookie: owner.cookie },
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, html: await response.text(), location: '' };
}
const jpeg = (seed: number) => photo(600, 400, seed).jpeg().toBuffer();
const listingNamed = async (sourceExternalId: string) => {
  const { html } = await owner.get('/access/listings');
  const ids = [...html.matchAll(/\/access\/listings\/edit\?listing=(lst_\w+)/g)].map(([, id = '']) => id);
  for (const id of ids) {
    const page = await owner.get(`/access/listings/edit?listing=${id}`);
    if (page.html.includes(`value="${sourceExternalId}"`)) return { id, page };
  }
  throw new Error(`There is no listing ${sourceExternalId}.`);
};
/** What changed a listing: the actions with their pictures. */
const auditOf = (id: string) =>
  gateway.onDatabase(async (em) => {
    const rows = await em.execute<{ action: string; picture: string | null }[]>(
      `select action, facts ->> 'picture' as picture from audit_entry where subject = ? order by at, id`,
      [id],
    );
    return rows.map(({ action, picture }) => [action, picture]);
  });
const pictureOn = async (id: string) =>
  /\/pictures\/[0-9a-f]{64}-\d+x\d+\/medium\.webp/.exec((await owner.get(`/listings/${id}`)).html)?.[0];

describe('The form of a listing', () => {
  it('publishes an image with the listing, and keeps, replaces and removes it', async () => {
    const fields = { ...LISTING, sourceExternalId: 'with-picture' };
    expect((await send(NEW, fields, await jpeg(1))).status).toBe(303);
    const { id, page } = await listingNamed('with-picture');
    const first = (await pictureOn(id)) ?? '';
    const shownPage = async () => (await owner.get(`/listings/${id}`)).html;
    const [, picture = ''] = /pictures\/([^/]+)/.exec(first) ?? [];
    expect(await auditOf(id)).toEqual([['publishListing', picture]]);
    expect((await fetch(`${gateway.url}${first}`)).headers.get('content-type')).toBe('image/webp');
    const card = (await owner.get('/')).html;
    expect(card).toContain(first.replace('medium', 'small'));

    const edit = `/access/listings/edit?listing=${id}`;
    const seen = { seenId: hiddenField(page, 'seenId'), seenVersion: hiddenField(page, 'seenVersion') };
    expect((await send(edit, { ...fields, ...seen, title: 'Kept' })).status).toBe(303);
    expect(await eventually(shownPage, (html) => html.includes('Kept'))).toContain(first);

    const again = (await listingNamed('with-picture')).page;
    const version = { ...seen, seenVersion: hiddenField(again, 'seenVersion') };
    expect((await send(edit, { ...fields, ...version, title: 'Kept' }, await jpeg(2))).status).toBe(303);
    expect(await eventually(shownPage, (html) => !html.includes(first))).toContain('/pictures/');

    const last = {
      ...seen,
      seenVersion: hiddenField((await listingNamed('with-picture')).page, 'seenVersion'),
    };
    const removed = await send(edit, { ...fields, ...last, title: 'Kept', removesPicture: 'yes' });
    expect(removed.status).toBe(303);
    expect((await owner.get(edit)).html).not.toContain('/pictures/');
    expect((await auditOf(id)).map(([action]) => action)).toEqual(
      Array.from({ length: 4 }, () => 'publishListing'),
    );
  });

  it('publishes one listing with its image when it is sent by four clicks', async () => {
    const fields = { ...LISTING, sourceExternalId: 'clicked' };
    const image = await photo(2_000, 1_500, 5).jpeg().toBuffer();
    const responses = await Promise.all(Array.from({ length: 4 }, () => send(NEW, fields, image)));
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(await pictureOn((await listingNamed('clicked')).id)).toContain('/pictures/');
  });

  it('keeps an image over a preview and an error, without another upload', async () => {
    const fields = { ...LISTING, sourceExternalId: 'kept-picture' };
    const preview = await send(NEW, { ...fields, action: 'preview' }, await jpeg(3));
    const sentPicture = hiddenField(preview, 'sentPicture');
    const path = `/pictures/${sentPicture}/small.webp`;
    expect(preview.html.split(path)).toHaveLength(3);
    expect((await owner.get(path)).status).toBe(200);
    expect((await fetch(`${gateway.url}${path}`)).status).toBe(404);
    const refused = await send(NEW, { ...fields, sentPicture, landingUrl: 'javascript:' });
    expect({ status: refused.status, kept: hiddenField(refused, 'sentPicture') }).toEqual({
      status: 400,
      kept: sentPicture,
    });
    expect((await send(NEW, { ...fields, sentPicture })).status).toBe(303);
    expect(await pictureOn((await listingNamed('kept-picture')).id)).toContain(sentPicture);
  });

  it('says what is wrong with a file, publishes nothing, and keeps what was entered', async () => {
    const fields = { ...LISTING, sourceExternalId: 'wrong-file' };
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const page = await send(`${NEW}?lang=de`, fields, svg);
    expect(page.status).toBe(400);
    expect(page.html).toContain('id="picture-error"');
    expect(page.html).toContain('Die Datei ist kein Bild als JPEG, PNG, WebP oder AVIF.');
    expect(page.html).toContain('value="wrong-file"');
    await expect(listingNamed('wrong-file')).rejects.toThrow('no listing');
  });

  it('takes no picture of another account', async () => {
    const other = await gateway.createKey();
    const response = await fetch(`${gateway.url}/api/pictures`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other}`, 'content-type': 'image/jpeg' },
      body: new Uint8Array(await jpeg(4)),
    });
    const { picture } = (await response.json()) as { readonly picture: { readonly id: string } };
    const page = await send(NEW, { ...LISTING, sourceExternalId: 'stolen', sentPicture: picture.id });
    expect(page.status).toBe(400);
    expect(page.html).toContain('is no picture that you have sent');
    await expect(listingNamed('stolen')).rejects.toThrow('no listing');
  });

  it.each([
    ['from another site', NEW, { origin: 'https://elsewhere.example' }, 403],
    ['to a page that takes no files', '/access/profile', { origin: ORIGIN }, 415],
  ])('a file %s is refused', async (_how, path, headers, status) => {
    expect((await send(path, LISTING, await jpeg(5), headers)).status).toBe(status);
  });

  it.each([
    ['without an end', `--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nA`, 400],
    ['of many parts', `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`.repeat(50_000), 400],
    ['of more than 10 MB', 'a'.repeat(10_485_760 + 65_537), 413],
  ])('a body %s is refused', async (_what, body, status) => {
    const headers = { origin: ORIGIN, 'content-type': 'multipart/form-data; boundary=x' };
    const response = await fetch(`${gateway.url}${NEW}`, {
      method: 'POST',
      body,
      headers: { ...headers, cookie: owner.cookie },
    });
    expect(response.status).toBe(status);
  });
});
