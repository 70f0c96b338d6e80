import { describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { startIssuer } from '../../support/http/issuer.ts';
import { draft, legacyDraft, newEmail } from '../../support/listings.ts';
import { SET, upload } from '../../pictures/support/api.ts';
import { photo } from '../../pictures/support/images.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const issuer = sharedByTests(startIssuer);
const gateway = sharedByTests(() => startGateway({ OAUTH_ISSUERS: issuer.entry, RATE_LIMIT: 'off' }));

/** A service client and an account, each with a credential. */
interface Pair {
  readonly namespace: string;
  readonly token: string;
  readonly email: string;
  readonly key: string;
}

let clients = 0;
async function newPair(): Promise<Pair> {
  clients += 1;
  const client = `shop-${clients}`;
  const email = newEmail();
  const created = await gateway.graphql(
    `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }`,
    { input: { account: email, scopes: ['giveaways:publish'] } },
    gateway.operatorToken,
  );
  return {
    namespace: `client:${issuer.url}#${client}`,
    token: await issuer.token({ client_id: client, sub: client }),
    email,
    key: created.body.data.createApiKey.secret,
  };
}

const PATH = '/api/v1/giveaways';
const publish = async (key: string, id: string, fields: object = {}): Promise<Json> => {
  const response = await gateway.rest('POST', PATH, {
    key,
    body: draft({ ...fields, sourceExternalId: id }),
  });
  expect(response.status).toBe(200);
  return response.body.listing;
};
const read = (key: string, id: string): Promise<HttpResponse> =>
  gateway.rest('GET', `${PATH}?sourceExternalId=${encodeURIComponent(id)}`, { key });
const withdraw = (key: string, id: string): Promise<HttpResponse> =>
  gateway.rest('DELETE', `${PATH}?sourceExternalId=${encodeURIComponent(id)}`, { key });
const migrate = async ({ namespace, email }: Pick<Pair, 'namespace' | 'email'>): Promise<Json> => {
  const { body } = await gateway.graphql(
    'mutation ($input: MigrateListingsInput!) { migrateListings(input: $input) { migrated left replaced } }',
    { input: { namespace, account: email } },
    gateway.operatorToken,
  );
  const { data, errors } = body;
  return errors === undefined ? data.migrateListings : { errors };
};
const publisherOf = async (id: string): Promise<string> => {
  const { body } = await gateway.graphql('query ($id: ID!) { listing(id: $id) { publisher { id kind } } }', {
    id,
  });
  return body.data.listing.publisher;
};
const audited = async (subject: string): Promise<Json[]> => {
  const { body } = await gateway.graphql(
    '{ auditLog(first: 50) { edges { node { actor action subject facts } } } }',
    {},
    gateway.operatorToken,
  );
  return body.data.auditLog.edges
    .map(({ node }: Json) => node)
    .filter((node: Json) => node.subject === subject);
};

describe('migrateListings', () => {
  it("moves a client's listings to an account, which goes on with them; the feed names the new publisher", async () => {
    const pair = await newPair();
    const own = await publish(pair.key, 'own');
    const moved = await publish(pair.token, 'summer', { title: 'Before' });
    await publish(pair.token, 'over');
    await withdraw(pair.token, 'over');
    const verify = 'mutation ($id: ID!) { verifyListing(input: { id: $id }) { listing { verified } } }';
    await gateway.graphql(verify, { id: moved.id }, gateway.operatorToken);
    const before = await publisherOf(moved.id);

    expect(await migrate(pair)).toEqual({ migrated: 2, left: 0, replaced: 0 });

    const { createdAt, updatedAt, id } = moved;
    expect((await read(pair.key, 'summer')).body.listing).toMatchObject({
      id,
      createdAt,
      updatedAt,
      verified: true,
    });
    expect((await read(pair.key, 'over')).body.listing).toMatchObject({ status: 'withdrawn' });
    for (const gone of ['summer', 'over']) expect((await read(pair.token, gone)).status).toBe(404);
    expect(await publisherOf(id)).toEqual(await publisherOf(own.id));
    expect(await publisherOf(id)).not.toEqual(before);
    expect(await publish(pair.key, 'summer', { title: 'After' })).toMatchObject({ id, title: 'After' });
    // What the client publishes from now on is its own again.
    expect((await publish(pair.token, 'summer')).id).not.toBe(id);
  });

  it('shows the new publisher in the feed and is in the audit log', async () => {
    const pair = await newPair();
    const { id } = await publish(pair.token, 'shown', { title: `Shown ${pair.namespace}` });
    const feed = async () => {
      const { body } = await gateway.graphql(
        '{ feed(first: 100) { edges { node { id publisher { id kind } } } } }',
      );
      return body.data.feed.edges.find(({ node }: Json) => node.id === id).node.publisher.kind;
    };
    expect(await feed()).toBe('SERVICE_CLIENT');

    await migrate(pair);

    expect(await feed()).toBe('ACCOUNT');
    const [entry, ...others] = await audited(pair.namespace);
    expect([entry, others]).toMatchObject([{ actor: 'operator', action: 'migrateListings' }, []]);
    expect(entry?.facts).toMatchObject({ migrated: 1, left: 0, replaced: 0 });
  });

  it('moves legacy listings of the client too, which stay in the namespace that all share', async () => {
    const pair = await newPair();
    const body = legacyDraft();
    const post = (key: string) => gateway.rest('POST', '/api/integrations/publish-giveaway', { key, body });
    expect((await post(pair.token)).status).toBe(200);

    expect(await migrate(pair)).toMatchObject({ migrated: 1 });

    expect((await post(pair.token)).status).toBe(403);
    expect((await post(pair.key)).status).toBe(200);
  });

  it('keeps a listing hidden that the operator hid, and that its account then withdrew', async () => {
    const pair = await newPair();
    const { id } = await publish(pair.key, 'scam');
    const hide =
      'mutation ($id: ID!) { hideListing(input: { id: $id, reason: "No prize" }) { listing { id } } }';
    await gateway.graphql(hide, { id }, gateway.operatorToken);
    await withdraw(pair.key, 'scam');
    const moved = await publish(pair.token, 'scam');

    expect(await migrate(pair)).toEqual({ migrated: 1, left: 0, replaced: 1 });

    const { body } = await gateway.graphql('query ($id: ID!) { listing(id: $id) { id } }', { id: moved.id });
    expect(body.data.listing).toBeNull();
  });

  it('names what both have published, and changes nothing at all', async () => {
    const pair = await newPair();
    for (const id of ['a', 'b', 'c "quoted"']) await publish(pair.token, id, { title: 'of the client' });
    for (const id of ['b', 'c "quoted"', 'd']) await publish(pair.key, id, { title: 'of the account' });

    const { errors } = await migrate(pair);

    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_PAYLOAD' } }]);
    expect(errors[0].message).toContain(
      'have both published "b", "c \\"quoted\\"": have one of the two withdrawn',
    );
    for (const id of ['a', 'b', 'c "quoted"'])
      expect((await read(pair.token, id)).body.listing).toMatchObject({ title: 'of the client' });
    expect((await read(pair.key, 'b')).body.listing).toMatchObject({ title: 'of the account' });
    expect((await read(pair.key, 'a')).status).toBe(404);
    expect(await audited(pair.namespace)).toEqual([]);
  });

  it.each([
    ['an account', 'account:acc_1', 'INVALID_PAYLOAD'],
    ['the legacy namespace', 'legacy', 'INVALID_PAYLOAD'],
    ['a client that never called', 'client:https://nowhere.example#shop', 'NOT_FOUND'],
  ])('is refused for %s', async (_what, namespace, code) => {
    const { errors } = await migrate({ namespace, email: newEmail() });
    expect(errors).toMatchObject([{ extensions: { code } }]);
  });

  it('loses nothing that the client publishes meanwhile', async () => {
    const pair = await newPair();
    const ids = Array.from({ length: 60 }, (_, index) => `busy-${index}`);
    await Promise.all(ids.map((id) => publish(pair.token, id)));
    const publishing = Promise.all(
      ids.flatMap((id) => [publish(pair.token, id, { title: 'newest' }), publish(pair.token, `new ${id}`)]),
    );

    const first = await migrate(pair);
    const all = await publishing;

    expect(first.errors).toBeUndefined();
    for (const { sourceExternalId } of all) {
      const found = await Promise.all([pair.key, pair.token].map((key) => read(key, sourceExternalId)));
      const titles = found.flatMap(({ status, body }) => (status === 200 ? [body.listing.title] : []));
      expect(titles).toContain(sourceExternalId.startsWith('new ') ? draft()['title'] : 'newest');
    }
  });

  it('moves 5,000 listings by a few statements, none of which brings them here', async () => {
    const pair = await newPair();
    await publish(pair.token, 'first');
    await gateway.onDatabase(async (em) => {
      const connection = em.getConnection();
      const [columns] = await connection.execute<{ all: string; copied: string }[]>(
        `select string_agg(column_name, ', ') as all, string_agg(case column_name
            when 'id' then '''lst_'' || md5(''many '' || n)' when 'source_external_id' then '''many '' || n'
            else column_name end, ', ') as copied
          from information_schema.columns where table_name = 'listing' and is_generated = 'NEVER'`,
      );
      await connection.execute(
        `insert into listing (${columns?.all}) select ${columns?.copied} from listing, generate_series(1, 5000) n
          where namespace = ?`,
        [pair.namespace],
      );
    });

    expect(await migrate(pair)).toEqual({ migrated: 5_001, left: 0, replaced: 0 });

    expect((await read(pair.key, 'many 5000')).status).toBe(200);
  });

  it('moves the pictures of the listings: the account sees and uses them afterwards', async () => {
    const pair = await newPair();
    const [moved, other] = [await publish(pair.token, 'one'), await publish(pair.key, 'other')];
    const { body } = await upload(gateway, pair.token, await photo(90, 60).jpeg().toBuffer());
    const { id: picture, small } = body.picture;
    const set = async (key: string, id: string) =>
      (await gateway.graphql(SET, { input: { id, picture } }, key)).body;
    await set(pair.token, moved.id);
    await withdraw(pair.token, 'one');
    const seen = async () =>
      (await fetch(`${gateway.url}${small}`, { headers: { authorization: `Bearer ${pair.key}` } })).status;
    expect(await seen()).toBe(404);
    expect(await migrate(pair)).toEqual({ migrated: 1, left: 0, replaced: 0 });
    expect(await seen()).toBe(200);
    expect((await set(pair.key, other.id)).data.setListingPicture.listing.picture.id).toBe(picture);
  });
});
