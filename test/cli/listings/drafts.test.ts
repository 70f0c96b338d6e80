import { beforeEach, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { photo } from '../../pictures/support/images.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft, newEmail } from '../../support/listings.ts';
import { runWith } from '../run-cli.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const gateway = sharedByTests(startGateway);
const folder = temporaryDirectory('cli-drafts');
let session: string;
/** Of the same account. */
let key: string;
beforeEach(async () => {
  const email = newEmail();
  session = await gateway.signIn(email);
  key = await gateway.createKey(email);
});

const run = (...args: string[]) => runWith(gateway, session, ['drafts', ...args, '--json']);
const listings = (...args: string[]) => runWith(gateway, key, ['listings', ...args, '--json']);
const save = (content: unknown) =>
  runWith(gateway, session, ['drafts', 'save', '-', '--json'], JSON.stringify(content));
async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

describe('giveaways drafts', () => {
  it('saves what need not be valid, lists and shows it, and deletes it twice', async () => {
    const { code, json } = await save({
      title: 'Ten lanterns',
      facts: { regions: ['DE', 'AT'], prizes: 10 },
    });
    expect(code).toBe(0);
    expect(json).toMatchObject({
      revision: 1,
      texts: { title: 'Ten lanterns', regions: 'DE AT', prizes: '10', description: null },
    });
    const { json: list } = await run('list');
    expect(list.drafts.map(({ id }: { id: string }) => id)).toEqual([json.id]);
    const shown = await runWith(gateway, session, ['drafts', 'show', json.id]);
    expect(shown.stdout).toMatch(/^Title +Ten lanterns$/m);
    expect(await run('delete', json.id)).toMatchObject({ code: 0, json: { id: json.id } });
    expect((await run('delete', json.id)).code).toBe(0);
    expect((await run('show', json.id)).json.error.code).toBe('NOT_FOUND');
  });

  it('saves an edited draft again, but not over one that was saved meanwhile', async () => {
    const { json } = await save({ title: 'Ten lanterns' });
    const edited = { ...json, texts: { ...json.texts, title: 'Eleven lanterns' } };
    expect((await save(edited)).json).toMatchObject({ id: json.id, revision: 2 });
    const refused = await save({ ...json, texts: { ...json.texts, title: 'Twelve lanterns' } });
    expect(refused).toMatchObject({ code: 1, json: { error: { reason: 'DRAFT_CHANGED' } } });
    expect((await run('show', json.id)).json.texts.title).toBe('Eleven lanterns');
  });

  it('publishes a draft with its facts and its picture, and deletes it', async () => {
    const sent = draft({ endDate: '2031-08-31T22:00' });
    const { json: listing } = await listings(
      'publish',
      await fileOf('listing.json', JSON.stringify(draft())),
    );
    const image = await fileOf('image.jpg', await photo().jpeg().toBuffer());
    const pictured = await listings('picture', listing.id, image);
    expect(pictured.json).toMatchObject({ id: listing.id, picture: { width: 900, height: 600 } });
    const facts = { regions: ['DE'], minimumAge: 18, kind: 'PRIZE' };
    const { json: first } = await save({ ...sent, facts });
    const { json: saved } = await save({ ...first, picture: pictured.json.picture });

    const published = await run('publish', saved.id);
    expect(published.code).toBe(0);
    expect(published.json).toMatchObject({
      ...sent,
      endDate: '2031-08-31T22:00:00.000Z',
      facts: { ...facts, prizes: null },
      status: 'PUBLISHED',
    });
    expect((await run('list')).json.drafts).toEqual([]);
    const query = 'query ($id: ID!) { listing(id: $id) { picture { id } } }';
    const { body } = await gateway.graphql(query, { id: published.json.id });
    expect(body.data.listing.picture).toEqual({ id: pictured.json.picture.id });
  });

  it('publishes a draft that was saved from a listing as the API shows it', async () => {
    const facts = {
      regions: ['AT', 'DE'],
      minimumAge: 0,
      prizes: 10,
      kind: 'PRIZE',
      allocation: 'FIRST_COME',
    };
    const sent = draft({ endDate: '2031-08-31T22:00:07Z', facts });
    const { json: shown } = await listings('publish', await fileOf('shown.json', JSON.stringify(sent)));
    const { sourceExternalId } = draft();
    const { json: saved } = await save({ ...shown, sourceExternalId });
    expect((await run('publish', saved.id)).json).toMatchObject({
      ...sent,
      sourceExternalId,
      endDate: shown.endDate,
    });
  });

  it('publishes the texts of a draft without the spaces around them, as the form does', async () => {
    const sent = { ...draft({ worth: ' ', endDate: ' 2031-08-31T22:00 ' }), endZone: ' ' };
    const facts = { minimumAge: ' 18 ', prizes: ' ', kind: 'prize ', allocation: ' first-come' };
    const { json: saved } = await save({ ...sent, facts });
    expect((await run('publish', saved.id)).json).toMatchObject({
      worth: 'N/A',
      endDate: '2031-08-31T22:00:00.000Z',
      facts: { minimumAge: 18, prizes: null, kind: 'PRIZE', allocation: 'FIRST_COME' },
    });
  });

  it('publishes neither what is not valid, nor over a listing that it has not seen', async () => {
    const { json: invalid } = await save({ title: 'Ten lanterns' });
    const { error } = (await run('publish', invalid.id)).json;
    expect(error).toMatchObject({
      code: 'INVALID_PAYLOAD',
      message: expect.stringMatching(/^description is required: [^$]* landingUrl is required: /),
      recommendedAction: expect.stringContaining(`giveaways drafts show ${invalid.id} --json`),
    });
    const sent = draft();
    await listings('publish', await fileOf('first.json', JSON.stringify(sent)));
    const { json: second } = await save(sent);
    expect((await run('publish', second.id)).json.error.reason).toBe('LISTING_EXISTS');
    const { json: zoned } = await save({ ...draft(), endDate: '2031-08-31T22:00', endZone: 'Europe/Berlin' });
    expect((await run('publish', zoned.id)).json.error.message).toContain('Europe/Berlin');
    expect((await run('list')).json.drafts).toHaveLength(3);
  });

  it.each([
    ['an array', []],
    ['a text that is an object', { title: {} }],
  ])('does not save %s', async (_what, content) => {
    expect(await save(content)).toMatchObject({ code: 1, json: { error: { code: 'INVALID_FILE' } } });
  });
});

describe('giveaways listings picture', () => {
  it('removes the picture, and refuses what is no image', async () => {
    const { json: listing } = await listings('publish', await fileOf('one.json', JSON.stringify(draft())));
    const image = await fileOf('image.png', await photo().png().toBuffer());
    const shown = await runWith(gateway, key, ['listings', 'picture', listing.id, image]);
    expect(shown.stdout).toMatch(new RegExp(`^Picture +${gateway.url}/pictures/`, 'm'));
    const text = await fileOf('text.jpg', 'not an image');
    expect((await listings('picture', listing.id, text)).json.error.code).toBe('INVALID_FILE');
    const cut = await fileOf('cut.png', Buffer.from('89504e470d0a1a0a0000', 'hex'));
    expect((await listings('picture', listing.id, cut)).json.error.code).toBe('INVALID_PAYLOAD');
    expect(await listings('picture', listing.id)).toMatchObject({ code: 2 });
    expect((await listings('picture', listing.id, '--remove')).json).toMatchObject({ picture: null });
  });

  it.each(['ggw_live_wrong', 'no.session'])(
    'says so when the credential %s is refused',
    async (credential) => {
      const image = await fileOf('image.webp', await photo().webp().toBuffer());
      const args = ['listings', 'picture', 'summer', image, '--json'];
      const { code, json } = await runWith(gateway, credential, args);
      expect(code).toBe(1);
      expect(json.error).toMatchObject({ code: 'UNAUTHENTICATED', credential: expect.any(String) });
    },
  );
});
