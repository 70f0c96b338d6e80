import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { draft } from '../../support/listings.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(() => startGateway({ RATE_LIMIT: 'off' }));

const PROFILE = { name: 'Lantern Road', text: 'A small studio.', links: ['https://publisher.example/'] };
const NONE = { name: null, text: null, links: [] };
const SET = `mutation ($input: SetPublisherProfileInput!) {
  setPublisherProfile(input: $input) { publisher { id name text links } }
}`;

let key: string;
let word: string;
let id: string;
beforeEach(async () => {
  key = await gateway.createKey();
  word = `w${randomUUID().replaceAll('-', '')}`;
  await gateway.publish(key, draft({ platform: word }));
  const own = await gateway.graphql('{ myPublisher { id } }', {}, key);
  id = own.body.data.myPublisher.id;
});

const set = async (input: object, token = key): Promise<Json> =>
  (await gateway.graphql(SET, { input }, token)).body;
const READS = `query ($id: ID!, $word: [String!]) {
  publisher(id: $id) { name text links listingCount }
  node(id: $id) { ... on Publisher { name text links } }
  planned: feed(filter: { platforms: $word }) { nodes { publisher { name text links } } }
  publisherListings(publisher: $id) { nodes { publisher { name text links } } }
}`;
// A feed with a count is answered by the executor instead of a plan.
const EXECUTED = `query ($word: [String!]) {
  feed(filter: { platforms: $word }) { nodes { publisher { name text links listingCount } } }
}`;
async function shown(): Promise<Json> {
  const { data } = (await gateway.graphql(READS, { id, word: [word] })).body;
  const executed = (await gateway.graphql(EXECUTED, { word: [word] })).body.data;
  return {
    ...data,
    planned: data.planned.nodes[0]?.publisher,
    publisherListings: data.publisherListings.nodes[0]?.publisher,
    executed: executed.feed.nodes[0]?.publisher,
  };
}

describe('The profile of a publisher', () => {
  it('is empty until the publisher sets it, and then in every public read', async () => {
    expect((await shown()).publisher).toEqual({ ...NONE, listingCount: 1 });

    expect((await set(PROFILE)).data).toEqual({ setPublisherProfile: { publisher: { id, ...PROFILE } } });

    const seen = await eventually(shown, ({ planned }) => planned.name !== null);
    expect(seen).toEqual({
      publisher: { ...PROFILE, listingCount: 1 },
      node: PROFILE,
      planned: PROFILE,
      publisherListings: PROFILE,
      executed: { ...PROFILE, listingCount: 1 },
    });
  });

  it('is replaced as a whole', async () => {
    await set(PROFILE);
    const { data } = await set({ name: 'Another' });
    expect(data.setPublisherProfile.publisher).toEqual({ ...NONE, id, name: 'Another' });
  });

  it('is replaced by one of several changes at once that have seen the same profile', async () => {
    const texts = ['one', 'two', 'three', 'four'];
    const results = await Promise.all(texts.map((text) => set({ text, expected: NONE })));
    const stored = texts.filter((_text, index) => results[index].data !== null);
    expect(stored).toHaveLength(1);
    expect((await shown()).publisher).toMatchObject({ text: stored[0] });
    const refused = results.find(({ errors }) => errors !== undefined);
    expect(refused.errors[0].extensions).toMatchObject({
      reason: 'PROFILE_CHANGED',
      details: { fields: [{ field: 'expected' }] },
    });
    // It has the new values already, as after a response that was lost.
    expect((await set({ text: stored[0], expected: NONE })).errors).toBeUndefined();
  });

  it('is refused with the fields that are wrong', async () => {
    const { errors } = await set({ name: '\u200b', links: ['http://publisher.example/'] });
    expect(errors[0].extensions).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: { fields: [{ field: 'name' }, { field: 'links.0' }] },
    });
  });

  it('belongs to callers that publish, and to no others', async () => {
    expect((await set(PROFILE, gateway.operatorToken)).errors[0].extensions.code).toBe('UNAUTHORIZED');
    const { body } = await gateway.graphql(SET, { input: PROFILE });
    expect(body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    expect((await shown()).publisher.name).toBeNull();
  });

  it('is hidden and cannot be changed while the operator blocks the publisher', async () => {
    await set(PROFILE);
    const operate = (mutation: string) =>
      gateway.graphql(`mutation { ${mutation} }`, {}, gateway.operatorToken);
    await operate(`blockPublisher(input: { id: "${id}", reason: "Spam" }) { listings }`);

    const seen = await eventually(shown, ({ publisher }) => publisher.name === null);
    expect(seen).toMatchObject({ publisher: { ...NONE, listingCount: 0 }, node: NONE });
    expect((await set({ name: 'Other' })).errors[0].extensions).toMatchObject({
      reason: 'PUBLISHER_BLOCKED',
    });

    await operate(`unblockPublisher(input: { id: "${id}" }) { listings }`);
    const again = await eventually(shown, ({ publisher }) => publisher.name !== null);
    expect(again.publisher).toEqual({ ...PROFILE, listingCount: 1 });
  });

  it('is in the audit log', async () => {
    await set(PROFILE);
    const query = '{ auditLog(first: 5) { nodes { action subject facts } } }';
    const { body } = await gateway.graphql(query, {}, gateway.operatorToken);
    expect(body.data.auditLog.nodes).toContainEqual({
      action: 'setPublisherProfile',
      subject: id,
      facts: expect.objectContaining({ name: PROFILE.name }),
    });
  });
});
