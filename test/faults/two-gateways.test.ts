import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { TestDatabase } from '../support/database/database.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { draft, newEmail } from '../support/listings.ts';
import { changeKey, createKey, revokeKey, rotateKey } from '../support/gateway/operator.ts';
import { createServerDatabase, postgresPrograms } from '../support/database/postgres-cluster.ts';
import { createProviderKey, removeMember } from '../support/providers/providers.ts';
import { hiddenField, openBrowser, type Browser } from '../web/access/access-site.ts';
import { redisProgram, startRedisServer, type RedisServer } from '../support/database/redis-server.ts';

const server = process.env['DATABASE_URL'] ?? postgresPrograms;
const missing = 'DATABASE_URL is not set and initdb not installed, or redis-server is not';

describeWith(server && redisProgram, missing, 'two gateways on one PostgreSQL and one Redis', (program) => {
  let redis: RedisServer;
  let database: TestDatabase;
  let first: Gateway;
  let second: Gateway;
  beforeAll(async () => {
    [redis, database] = await Promise.all([startRedisServer(program), createServerDatabase()]);
    const shared = {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      AUTH_SECRET: randomUUID(),
      RATE_LIMIT: '100000',
    };
    // Started at the same moment on an empty database: one of them migrates it.
    [first, second] = await Promise.all([startGateway(shared), startGateway(shared)]);
  });
  afterAll(async () => {
    await Promise.all([first.stop(), second.stop()]);
    await Promise.all([redis.stop(), database.drop()]);
  });

  it('show each other’s changes of the feed: published, updated, verified, withdrawn', async () => {
    const platform = randomUUID();
    const key = await first.createKey();
    const sent = draft({ platform, title: 'First' });
    const reads = [first, second].flatMap((gateway) => [
      () => readGraphql(gateway, platform),
      () => readDocument(gateway, platform),
    ]);
    const expectEverywhere = async (expected: readonly Shown[]) => {
      const isRight = (shown: readonly Shown[]) => isDeepStrictEqual(shown, expected);
      const shown = await Promise.all(reads.map((read) => eventually(read, isRight)));
      expect(shown).toEqual(reads.map(() => expected));
      // Read again, so that the responses are cached.
      await Promise.all(reads.map((read) => read()));
    };

    await expectEverywhere([]);
    const { id } = (await first.publish(key, sent)).body.listing;
    await expectEverywhere([{ title: 'First', verified: false }]);
    await second.publish(key, { ...sent, title: 'Second' });
    await expectEverywhere([{ title: 'Second', verified: false }]);
    await first.graphql(
      'mutation ($id: ID!) { verifyListing(input: { id: $id }) { listing { id } } }',
      { id },
      first.operatorToken,
    );
    await expectEverywhere([{ title: 'Second', verified: true }]);
    await second.withdraw(key, sent['sourceExternalId']);
    await expectEverywhere([]);
  });

  it('serve answers that the other has cached', async () => {
    const isTaken = async () => {
      const path = `/feed.json?platforms=${randomUUID()}`;
      for (let turn = 0; turn < 3; turn += 1) await first.rest('GET', path);
      await second.rest('GET', path);
      const text = await second.metrics();
      return /^answer_cache_events_total\{event="shared"\} [1-9]/m.test(text);
    };
    expect(await eventually(isTaken, Boolean)).toBe(true);
  });

  it('serve no pages that one of another configuration has cached', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'legal-'));
    await writeFile(join(folder, 'imprint.en.md'), 'One Street');
    const other = await startGateway({ ...first.variables, DATA_DIR: second.directory, LEGAL_TEXTS: folder });
    const path = `/developers?lang=en`;
    const page = async (gateway: Gateway) => (await gateway.rest('GET', path)).text;
    try {
      for (let turn = 0; turn < 3; turn += 1) expect(await page(first)).not.toContain('/legal/imprint');
      expect(await page(other)).toContain('/legal/imprint');
      for (let turn = 0; turn < 3; turn += 1) await page(other);
      expect(await page(second)).not.toContain('/legal/imprint');
    } finally {
      await other.stop();
      await rm(folder, { recursive: true });
    }
  });

  describe('refuse at once what the other has ended', () => {
    const status = async (gateway: Gateway, key: string) => (await gateway.publish(key, draft())).status;

    it('a rotated key', async () => {
      const account = newEmail();
      const { secret, apiKey } = await createKey(first, account);
      expect([await status(first, secret), await status(second, secret)]).toEqual([200, 200]);

      const rotated = await rotateKey(first, account, apiKey.id);

      expect([await status(second, secret), await status(second, rotated.secret)]).toEqual([401, 200]);
    });

    it('the changed scopes of a key', async () => {
      const { account, apiKey, secret } = await createProviderKey(first, [
        'provider:entries',
        'giveaways:publish',
      ]);
      expect([await status(first, secret), await status(second, secret)]).toEqual([200, 200]);

      await changeKey(first, account, apiKey.id, { scopes: ['provider:entries'] });

      expect([await status(second, secret), await status(first, secret)]).toEqual([403, 403]);
    });

    it('a revoked key, also among many other requests', async () => {
      const account = newEmail();
      const { secret, apiKey } = await createKey(first, account);
      const others = Array.from({ length: 20 }, () => status(second, secret));
      await Promise.all(others.slice(0, 5));

      await revokeKey(first, account, apiKey.id);

      const after = await Promise.all(Array.from({ length: 20 }, () => status(second, secret)));
      expect(new Set(after)).toEqual(new Set([401]));
      await Promise.all(others);
    });

    it('a membership of a provider', async () => {
      const { account, provider } = await createProviderKey(first);
      const session = await first.signIn(account);
      const seenOn = async (gateway: Gateway) =>
        (await gateway.graphql(`{ provider(id: "${provider.id}") { id } }`, {}, session)).body.data.provider;
      expect(await seenOn(second)).toEqual({ id: provider.id });

      await removeMember(first, provider.id, account);

      expect(await seenOn(second)).toBeNull();
    });

    it('a session', async () => {
      const session = await first.signIn();
      const emailOn = async (gateway: Gateway) =>
        (await gateway.graphql('{ viewer { email } }', {}, session)).body.data?.viewer.email;
      expect(await emailOn(second)).toMatch(/@example\.com$/);

      await first.graphql('mutation { signOut { signedOut } }', {}, session);

      expect(await emailOn(second)).toBeUndefined();
    });
  });

  it('refuse at once what the other has taken from a member of a publisher', async () => {
    const [ownerEmail, guestEmail] = [newEmail(), newEmail()];
    const [owner, guest] = [openBrowser(first), openBrowser(second)];
    await Promise.all([owner.signIn(ownerEmail), guest.signIn(guestEmail)]);
    await owner.post('/access/profile', { name: 'Lantern Road' });
    const people = (browser: Browser, form: Readonly<Record<string, string>>) =>
      browser.post('/access/members', form);
    await people(owner, { do: 'invite', email: guestEmail, role: 'ADMIN' });
    const of = hiddenField(await guest.get('/access/members'), 'of');
    await people(guest, { do: 'accept', of });
    const changeProfile = async () =>
      (await guest.post(`/access/profile?publisher=${of}`, { name: `Road ${randomUUID()}` })).status;
    expect(await changeProfile()).toBe(303);

    await people(owner, { do: 'role', email: guestEmail, role: 'EDITOR' });
    expect(await changeProfile()).toBe(400);
    await people(owner, { do: 'remove', email: guestEmail });
    expect(await changeProfile()).toBe(403);
  });

  it('refuse at once the listings of a publisher that the other has blocked, until it unblocks it', async () => {
    const account = newEmail();
    const key = await first.createKey(account);
    const publish = async () => (await second.publish(key, draft())).status;
    expect(await publish()).toBe(200);
    const session = await first.signIn(account);
    const { id } = (await first.graphql('{ myPublisher { id } }', {}, session)).body.data.myPublisher;
    const asOperator = (mutation: string) =>
      first.graphql(`mutation { ${mutation} }`, {}, first.operatorToken);

    await asOperator(`blockPublisher(input: { id: "${id}", reason: "False prizes." }) { publisher { id } }`);
    expect(await publish()).toBe(403);
    await asOperator(`unblockPublisher(input: { id: "${id}" }) { publisher { id } }`);
    expect(await publish()).toBe(200);
  });

  it('store one listing per ID, and share one allowance per key', async () => {
    const key = await first.createKey();
    const sent = draft();
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, turn) => [first, second][turn % 2]!.publish(key, sent)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body }) => body.listing.id)).size).toBe(1);
    expect(new Set(responses.map(({ body }) => body.listing.updatedAt)).size).toBe(30);
    const left = responses.map(({ headers }) => /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    expect(new Set(left).size).toBe(30);
  });
});

interface Shown {
  readonly title: string;
  readonly verified: boolean;
}

async function readGraphql(gateway: Gateway, platform: string): Promise<Shown[]> {
  const { body } = await gateway.graphql(
    'query ($p: String!) { feed(filter: { platforms: [$p] }) { edges { node { title verified } } } }',
    { p: platform },
  );
  return body.data.feed.edges.map(({ node }: Json) => node);
}

async function readDocument(gateway: Gateway, platform: string): Promise<Shown[]> {
  const { body } = await gateway.rest('GET', `/feed.json?platforms=${platform}`);
  return body.items.map(({ title, _giveaway: { verified } }: Json) => ({ title, verified }));
}
