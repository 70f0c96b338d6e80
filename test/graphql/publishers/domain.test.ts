import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { LIMITED_USES } from '../../../src/core/access/limited-uses.ts';
import { startNameServer } from '../../support/dns/name-server.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { draft } from '../../support/listings.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const names = sharedByTests(startNameServer);
const gateway = sharedByTests(() => startGateway({ DOMAIN_CHECKS: 'on', DOMAIN_DNS_SERVERS: names.address }));

const FIELDS = `name state proof recordName fileUrl provenAt provenBy checkedAt
  failure { at since dns { result found } file { result found } }`;
const CLAIM = `mutation ($input: ClaimPublisherDomainInput!) {
  claimPublisherDomain(input: $input) { domain { ${FIELDS} } }
}`;
const CHECK = `mutation { checkPublisherDomain { domain { ${FIELDS} } } }`;
const REMOVE = 'mutation { removePublisherDomain { removed } }';
const OWN = `{ myPublisherDomain { checksAreOn domain { ${FIELDS} } } }`;

let session: string;
let key: string;
let word: string;
let id: string;
let name: string;
beforeEach(async () => {
  session = await gateway.signIn();
  key = await gateway.createKey();
  word = `w${randomUUID().replaceAll('-', '')}`;
  name = `${word}.example.org`;
  await gateway.publish(key, draft({ platform: word }));
  const own = await gateway.graphql('{ myPublisher { id } }', {}, key);
  id = own.body.data.myPublisher.id;
});

const query = async (document: string, variables: object = {}, token = key): Promise<Json> =>
  (await gateway.graphql(document, variables, token)).body;
const publicQuery = async (document: string, variables: object): Promise<Json> =>
  (await gateway.graphql(document, variables)).body;
const claim = (domain = name, token = key) => query(CLAIM, { input: { domain } }, token);
const claimed = async (domain = name, token = key): Promise<Json> =>
  (await claim(domain, token)).data.claimPublisherDomain.domain;
const check = async (token = key): Promise<Json> =>
  (await query(CHECK, {}, token)).data.checkPublisherDomain.domain;
const own = async (): Promise<Json> => (await query(OWN)).data.myPublisherDomain.domain;
async function prove(): Promise<Json> {
  const { recordName, proof } = await claimed();
  names.zone.set(recordName, { TXT: [proof] });
  return check();
}

const PUBLIC = 'domain { name provenAt checkedAt }';
const READS = `query ($id: ID!) {
  publisher(id: $id) { ${PUBLIC} }
  node(id: $id) { ... on Publisher { ${PUBLIC} } }
  publisherListings(publisher: $id) { nodes { publisher { ${PUBLIC} } } }
}`;
const PLANNED = `query ($word: [String!]) {
  feed(filter: { platforms: $word }) { nodes { publisher { ${PUBLIC} } } }
}`;
// A feed with a count is answered by the executor instead of a plan.
const EXECUTED = `query ($word: [String!]) {
  feed(filter: { platforms: $word }) { nodes { publisher { listingCount ${PUBLIC} } } }
}`;
async function shown(): Promise<Json[]> {
  const all = [
    await publicQuery(READS, { id }),
    await publicQuery(PLANNED, { word: [word] }),
    await publicQuery(EXECUTED, { word: [word] }),
  ];
  expect(all.flatMap(({ errors }) => errors ?? [])).toEqual([]);
  const [{ data }, planned, executed] = all;
  return [
    data.publisher.domain,
    data.node.domain,
    planned.data.feed.nodes[0].publisher.domain,
    data.publisherListings.nodes[0].publisher.domain,
    executed.data.feed.nodes[0].publisher.domain,
  ];
}

describe('The domain of a publisher', () => {
  it('is claimed with the text that proves it, and shown to nobody else before it is proven', async () => {
    const domain = await claimed(` ${name.toUpperCase()}. `);
    expect(domain).toMatchObject({
      name,
      state: 'PENDING',
      proof: expect.stringMatching(/^giveaways-domain=dom_\w{32}$/),
      recordName: `_giveaways.${name}`,
      fileUrl: `https://${name}/.well-known/giveaways-domain.txt`,
      provenAt: null,
      failure: null,
    });
    expect(await own()).toEqual(domain);
    expect(await shown()).toEqual([null, null, null, null, null]);
  });

  it.each(['co.uk', 'GitHub.IO.', '公司.cn', 'foo.ck'])(
    'is not %s, below which strangers have names',
    async (suffix) => {
      const { errors } = await claim(suffix);
      expect(errors[0].extensions).toMatchObject({ code: 'INVALID_PAYLOAD', fields: [{ path: ['domain'] }] });
      expect(errors[0].message).toContain('is a public suffix');
      expect(await own()).toBeNull();
      expect((await claimed(`example.${suffix}`)).state).toBe('PENDING');
    },
  );

  it('is proven by its record, and then in every public read, without the token', async () => {
    // From now on the responses are cached.
    await shown();
    await shown();
    const domain = await prove();
    expect(domain).toMatchObject({ name, state: 'PROVEN', provenBy: 'DNS', failure: null });
    const { provenAt, checkedAt } = domain;
    const seen = await eventually(shown, (all) => all.every((each) => each !== null));
    expect(seen).toEqual(Array.from({ length: 5 }, () => ({ name, provenAt, checkedAt })));
  });

  it('is not proven without the record, and the publisher reads what was found instead', async () => {
    const { recordName } = await claimed();
    names.zone.set(recordName, { TXT: ['giveaways-domain=dom_other'] });
    names.zone.set(name, { A: ['10.0.0.7'] });
    expect(await check()).toMatchObject({
      state: 'FAILED',
      provenAt: null,
      failure: {
        dns: { result: 'OTHER_TEXT', found: 'giveaways-domain=dom_other' },
        file: { result: 'PRIVATE_ADDRESS', found: null },
      },
    });
    expect((await own()).state).toBe('FAILED');
    expect(await shown()).toEqual([null, null, null, null, null]);
  });

  it('keeps its token when it is claimed again, and loses it with another domain', async () => {
    const { proof } = await prove();
    expect(await claimed()).toMatchObject({ proof, state: 'PROVEN' });
    const other = await claimed(`other.${name}`);
    expect(other).toMatchObject({ name: `other.${name}`, state: 'PENDING' });
    expect(other.proof).not.toBe(proof);
    expect(await eventually(shown, (all) => all.every((each) => each === null))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect((await claimed()).proof).not.toBe(proof);
  });

  it('can be claimed by several publishers, each with a token of its own', async () => {
    const { recordName, proof } = await claimed();
    const second = await claimed(name, session);
    expect(second.proof).not.toBe(proof);
    names.zone.set(recordName, { TXT: [proof] });
    expect((await check()).state).toBe('PROVEN');
    expect((await check(session)).state).toBe('FAILED');
    names.zone.set(recordName, { TXT: [proof, second.proof] });
    expect((await check(session)).state).toBe('PROVEN');
    expect((await check()).state).toBe('PROVEN');
  });

  it('is checked again by a job when it is due', async () => {
    const { checkedAt } = await prove();
    await gateway.onDatabase(async (em) => {
      await em.execute(
        `update publisher set domain_check_at = now() - interval '1 minute' where id = '${id}'`,
      );
      await em.execute(
        `update pgboss.job set start_after = now() where name = 'check-domains' and state = 'created'`,
      );
    });
    const domain = await eventually(own, (seen) => seen.checkedAt !== checkedAt);
    expect(domain).toMatchObject({ state: 'PROVEN', failure: null });
    expect(Date.parse(domain.checkedAt)).toBeGreaterThan(Date.parse(checkedAt));
  });

  it('is removed with its proof', async () => {
    await prove();
    expect((await query(REMOVE)).data.removePublisherDomain).toEqual({ removed: true });
    expect(await own()).toBeNull();
    expect(await eventually(shown, (all) => all.every((each) => each === null))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect((await query(REMOVE)).data.removePublisherDomain).toEqual({ removed: false });
    expect((await query(CHECK)).errors[0].extensions).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is not shown of a blocked publisher, which claims none', async () => {
    await prove();
    const block = 'mutation ($id: ID!) { blockPublisher(input: { id: $id, reason: "Spam" }) { listings } }';
    await query(block, { id }, gateway.operatorToken);
    const seen = await eventually(
      async () =>
        (await publicQuery('query ($id: ID!) { publisher(id: $id) { domain { name } } }', { id })).data,
      ({ publisher }) => publisher.domain === null,
    );
    expect(seen.publisher.domain).toBeNull();
    expect((await claim(`other.${name}`)).errors[0].extensions).toMatchObject({
      reason: 'PUBLISHER_BLOCKED',
    });
  });

  it('is in the audit log when it is claimed, proven and removed', async () => {
    const token = session;
    const { recordName, proof } = await claimed(name, token);
    names.zone.set(recordName, { TXT: [proof] });
    await check(token);
    await check(token);
    await query(REMOVE, {}, token);
    const log = await query('{ viewer { auditLog { nodes { action facts } } } }', {}, token);
    const entries: Json[] = log.data.viewer.auditLog.nodes.filter(({ action }: Json) =>
      /Domain/.test(action),
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'removePublisherDomain',
      'checkPublisherDomain',
      'claimPublisherDomain',
    ]);
    expect(entries.map(({ facts }) => facts.domain)).toEqual([name, name, name]);
  });

  it.each(['https://example.org', 'localhost', '127.0.0.1', 'printer.local'])('is not %s', async (domain) => {
    const { errors } = await claim(domain);
    expect(errors[0].extensions).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: { fields: [{ field: 'domain' }] },
    });
  });

  it('lets no publishing wait while the name servers of many domains are silent', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => gateway.createKey()));
    for (const [index, each] of keys.entries()) {
      const { recordName } = await claimed(`slow-${index}.${name}`, each);
      names.zone.set(recordName, 'SILENT');
    }
    const checks = keys.map((each) => query(CHECK, {}, each));
    const began = performance.now();
    expect((await gateway.publish(key, draft({ title: 'While others wait' }))).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(2_500);
    const results = await Promise.all(checks);
    const refused = results.filter(({ errors }) => errors?.[0].extensions.code === 'SERVICE_UNAVAILABLE');
    const failed = results.filter(({ data }) => data?.checkPublisherDomain.domain.state === 'FAILED');
    expect(refused.length).toBeGreaterThanOrEqual(8);
    expect(refused.length + failed.length).toBe(20);
  });

  it('is checked a few times in ten minutes', async () => {
    await claimed();
    const { uses } = LIMITED_USES['domain-check'];
    for (let use = 0; use < uses; use += 1) await check();
    expect((await query(CHECK)).errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describe('A gateway without checks of domains', () => {
  it('says so, and takes no claim', async () => {
    const off = await startGateway();
    try {
      const token = await off.createKey();
      const { body } = await off.graphql(OWN, {}, token);
      expect(body.data.myPublisherDomain).toEqual({ checksAreOn: false, domain: null });
      for (const document of [CLAIM, CHECK]) {
        const { body: refused } = await off.graphql(document, { input: { domain: 'example.org' } }, token);
        expect(refused.errors[0].extensions).toMatchObject({
          code: 'SERVICE_UNAVAILABLE',
          reason: 'DOMAIN_CHECKS_OFF',
        });
      }
    } finally {
      await off.stop();
    }
  });
});
