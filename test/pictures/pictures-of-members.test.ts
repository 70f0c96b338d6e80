import { beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { startGateway } from '../support/gateway/gateway.ts';
import { draft, newEmail } from '../support/listings.ts';
import { membersAt, type Person } from '../graphql/publishers/member-calls.ts';
import { LISTING, openBrowser } from '../web/access/access-site.ts';
import { SET, upload } from './support/api.ts';
import { photo } from './support/images.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const ORIGIN = 'http://localhost:4000';

const gateway = sharedByTests(startGateway);

const { call, join, person, query } = membersAt(() => gateway);
let owner: Person;
let editor: Person;
const browser = openBrowser(gateway);
beforeEach(async () => {
  owner = await person();
  const email = newEmail();
  await browser.signIn(email);
  editor = await join(owner, await person(email), 'EDITOR');
});

let seed = 100;
const jpeg = () =>
  photo(90, 60, (seed += 1))
    .jpeg()
    .toBuffer();
const remove = () => call(owner, 'removePublisherMember', { email: editor.email });
const send = (who: Person, image: Uint8Array) =>
  upload(gateway, who.token, image, 'image/jpeg', who.actsFor ? { publisher: who.actsFor } : {});
const PUBLISH =
  'mutation ($input: PublishListingInput!) { publishListing(input: $input) { listing { id } } }';
const LISTINGS = '{ myListings { nodes { sourceExternalId } } }';

/** Sends a body only after `meanwhile`, which runs when the service has begun to wait for the body. */
async function sendSlowly(
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  meanwhile: () => Promise<unknown>,
) {
  const sent = request(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { ...headers, expect: '100-continue', 'content-length': body.length },
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  await meanwhile();
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, html: await text(response) };
}

describe('an image for a publisher of somebody else', () => {
  it('is sent by the session of a member, and then is one of the publisher', async () => {
    const image = await jpeg();
    const { status, body } = await send(editor, image);
    expect(status).toBe(200);
    for (const who of [editor, owner]) {
      const { id } = (await query(who, PUBLISH, { input: draft() })).body.data.publishListing.listing;
      const set = await query(who, SET, { input: { id, picture: body.picture.id } });
      expect(set.body.data.setListingPicture.listing.picture.id).toBe(body.picture.id);
    }
    // Without the header it would be one of the own publisher.
    const { actsFor: _publisher, ...alone } = editor;
    const { id } = (await query(alone, PUBLISH, { input: draft() })).body.data.publishListing.listing;
    const refused = await query(alone, SET, { input: { id, picture: body.picture.id } });
    expect(refused.body.errors[0].extensions.code).toBe('INVALID_PAYLOAD');
    expect((await send(alone, image)).status).toBe(200);
  });

  it('is refused from strangers, from former members, and with a cookie alone', async () => {
    const image = await jpeg();
    const stranger = await person();
    expect((await send({ ...stranger, actsFor: editor.actsFor ?? '' }, image)).status).toBe(403);
    const byCookie = await upload(gateway, undefined, image, 'image/jpeg', { cookie: browser.cookie });
    expect(byCookie.status).toBe(401);
    const key = await gateway.createKey(editor.email);
    expect((await send({ ...editor, token: key }, image)).status).toBe(403);
    await remove();
    expect((await send(editor, image)).status).toBe(403);
  });

  it('is shown to members while no listing has it', async () => {
    const { small } = (await send(editor, await jpeg())).body.picture;
    const shown = async (who: { readonly cookie: string }) =>
      (await fetch(`${gateway.url}${small}`, { headers: { cookie: who.cookie } })).status;
    const stranger = openBrowser(gateway);
    await stranger.signIn(newEmail());
    expect([await shown(browser), await shown(stranger)]).toEqual([200, 404]);
    await remove();
    expect(await shown(browser)).toBe(404);
  });
});

describe('a removed member', () => {
  it('sends no image by a request that began before', async () => {
    const headers = {
      authorization: `Bearer ${editor.token}`,
      publisher: editor.actsFor ?? '',
      'content-type': 'image/jpeg',
    };
    const { status, html } = await sendSlowly('/api/pictures', headers, await jpeg(), remove);
    expect([status, html]).toEqual([403, expect.stringContaining('nor are you a member of it')]);
  });

  it.each(['and removed', 'and signed out'])(
    'publishes nothing by a form with an image that began before it was sent %s',
    async (how) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(LISTING)) form.append(name, value);
      form.append('picture', new Blob([new Uint8Array(await jpeg())], { type: 'image/jpeg' }), 'a.jpg');
      const encoded = new Response(form);
      const headers = {
        origin: ORIGIN,
        cookie: browser.cookie,
        'content-type': encoded.headers.get('content-type') ?? '',
      };
      const body = Buffer.from(await encoded.arrayBuffer());
      const path = `/access/listings/new?publisher=${editor.actsFor}`;
      const meanwhile = how === 'and removed' ? remove : () => browser.post('/access/sign-out', {});
      await sendSlowly(path, headers, body, meanwhile);
      const { body: own } = await query(owner, LISTINGS);
      expect(own.data.myListings.nodes).toEqual([]);
      // The same form of a member publishes.
      const again = openBrowser(gateway);
      await again.signIn(editor.email);
      await join(owner, { email: editor.email, token: editor.token }, 'EDITOR');
      const sent = await sendSlowly(path, { ...headers, cookie: again.cookie }, body, async () => {});
      expect(sent.status).toBe(303);
    },
  );
});
