import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBareDatabase, type TestDatabase } from '../../support/database/database.ts';
import { giveawayIdOf } from '../../support/database/read-model.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { draft } from '../../support/listings.ts';
import {
  CLIENT,
  createOlderDatabase,
  DELIVERY,
  EMAIL,
  KEY,
  REVOKED_KEY,
  ROUND,
  SESSION_TOKEN,
} from './older-release.ts';

const AUTH_SECRET = 'a secret of thirty-two characters';
const MINUTES = 240_000;

let database: TestDatabase | undefined;
let directory: string;
let gateway: Gateway;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'upgrade-'));
  database = await createBareDatabase();
  await createOlderDatabase({ ...(database && { url: database.url }), directory: join(directory, 'db') });
  gateway = await startGateway({
    AUTH_SECRET,
    DATA_DIR: directory,
    ...(database && { DATABASE_URL: database.url }),
  });
}, MINUTES);
afterAll(async () => {
  await gateway.stop();
  await database?.drop();
  await rm(directory, { recursive: true, force: true });
});

const read = async (query: string, key?: string) => (await gateway.graphql(query, {}, key)).body;
/** Of a caller, no read is sent to the thread of costly reads, which may still be starting. */
const readAsOperator = (query: string) => read(query, gateway.operatorToken);

describe('a database of an older release, after the migrations', () => {
  it('has keys that still publish and never expire', async () => {
    expect((await gateway.publish(KEY.secret, draft())).status).toBe(200);
    const { data } = await readAsOperator(
      `{ apiKeys(account: "${EMAIL}") { nodes { id expiresAt revokedAt } } }`,
    );
    expect(data.apiKeys.nodes).toEqual(
      ['key_3', 'key_2', 'key_1'].map((id) => ({
        id,
        expiresAt: null,
        revokedAt: id === 'key_2' ? expect.any(String) : null,
      })),
    );
  });

  it('refuses keys that were revoked, with 401', async () => {
    const { status, body } = await gateway.publish(REVOKED_KEY.secret, draft());
    expect([status, body.error.message]).toEqual([401, expect.stringContaining('revoked')]);
  });

  it('accepts the secret of a service client', async () => {
    const { status } = await gateway.rest('POST', '/oauth/token', {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${btoa(`${CLIENT.id}:${CLIENT.secret}`)}`,
      },
      body: 'grant_type=client_credentials&scope=giveaways%3Apublish',
    });
    expect(status).toBe(200);
  });

  it('accepts a session with the signature of its token, and refuses the stored token alone with 401', async () => {
    const signature = createHmac('sha256', AUTH_SECRET).update(SESSION_TOKEN).digest('base64');
    const viewer = '{ viewer { email } }';
    expect((await read(viewer, `${SESSION_TOKEN}.${signature}`)).data.viewer).toEqual({ email: EMAIL });
    const { status } = await gateway.rest('POST', '/graphql', {
      key: SESSION_TOKEN,
      body: { query: viewer },
    });
    expect(status).toBe(401);
  });

  it('has no sign-in code that still works', async () => {
    const { errors } = await read(
      `mutation { signIn(input: { email: "${EMAIL}", code: "123456" }) { token } }`,
    );
    expect(errors[0].extensions.reason).toBe('CODE_INVALID');
    const codes = await gateway.onDatabase((em) => em.execute('select value from verification'));
    expect(codes).toEqual([]);
  });

  it('lists all entries of the audit log, of each month', async () => {
    const { data } = await readAsOperator('{ auditLog(first: 100) { nodes { id } } }');
    expect(data.auditLog.nodes.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(['aud_1', 'aud_2']),
    );
  });

  it.each([
    ['bicycle', ['lst_legacy', 'lst_live']],
    ['bicylces', ['lst_legacy', 'lst_live']],
    ['two', ['lst_live']],
  ])('finds its listings by stems, and with a typing error: %s', async (search, ids) => {
    const { data } = await readAsOperator(
      `{ feed(filter: { search: "${search}", platforms: ["STEAM"] }) { nodes { id } } }`,
    );
    expect(data.feed.nodes.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids);
  });

  it('lists an ended listing only when ended listings are requested', async () => {
    const { data } = await readAsOperator(
      '{ feed(filter: { includeEnded: true, search: "bicycle" }) { nodes { id } } }',
    );
    expect(data.feed.nodes.map(({ id }: { id: string }) => id).toSorted()).toEqual([
      'lst_ended',
      'lst_legacy',
      'lst_live',
    ]);
  });

  it('has the delivery of a round, which is checked anew by stricter rules, and the text of its giveaway', async () => {
    const { data } = await readAsOperator(`{
      giveaway(id: "${giveawayIdOf(1)}") { title }
      round(id: "${ROUND}") {
        state entriesTotal
        delivery { revision proofTxHash recipient transactionHash verification }
        deliveries { nodes { revision } }
      }
    }`);
    expect(data.giveaway).toEqual({ title: 'Summer' });
    expect(data.round).toEqual({
      state: expect.any(String),
      entriesTotal: 4,
      delivery: { revision: 1, ...DELIVERY, verification: 'PENDING' },
      deliveries: { nodes: [{ revision: 1 }] },
    });
  });

  it('has the history of entries with their open round, and the total of the round by block', async () => {
    const { data } = await readAsOperator(`{
      round(id: "${ROUND}") { entries { nodes { entries history { nodes { amount removed openRound } } } } }
      roundCharts(round: "${ROUND}") { entriesOverTime { entries } }
    }`);
    const [entry] = data.round.entries.nodes;
    expect(entry.entries).toBe(4);
    expect(entry.history.nodes).toEqual(
      expect.arrayContaining([
        { amount: 5, removed: false, openRound: 0 },
        { amount: 1, removed: true, openRound: 0 },
      ]),
    );
    expect(data.roundCharts.entriesOverTime.at(-1)).toEqual({ entries: 4 });
  });

  it('keeps the texts of accepted requests, and deletes those of requests that were never accepted', async () => {
    const texts = await gateway.onDatabase((em) => em.execute('select texts from public_text'));
    expect(texts).toEqual([{ texts: { title: 'Summer' } }]);
  });

  it('has operations with a key of their own each', async () => {
    const keys = await gateway.onDatabase((em) =>
      em.execute<{ op_key: string }[]>('select op_key from operation'),
    );
    expect(keys.map(({ op_key }) => op_key)).toEqual(
      Array(2).fill(expect.stringMatching(/^0x[0-9a-f]{64}$/)),
    );
    expect(new Set(keys.map(({ op_key }) => op_key)).size).toBe(2);
  });
});
