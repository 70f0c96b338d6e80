import { describe, expect, it } from '@jest/globals';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { newEmail } from '../../support/listings.ts';
import { subscribe } from '../../support/graphql/subscriptions.ts';
import { connect, useSubscriptionClients } from '../subscriptions/clients.ts';
import {
  codeFor,
  codeOfError,
  cookieOf,
  gateway,
  open,
  SIGN_IN,
  useSignInGateway,
  VIEWER,
} from './sign-in-gateway.ts';

const SESSIONS = `query ($first: Int, $after: String, $last: Int) { viewer { sessions(first: $first, after: $after, last: $last) {
  nodes { id createdAt lastSeenAt expiresAt client network current } pageInfo { hasNextPage endCursor }
} } }`;
const END = 'mutation ($id: ID!) { endSession(input: { id: $id }) { id } }';
const END_OTHERS = 'mutation { endOtherSessions { ended } }';
const DAYS_MS = 86_400_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

useSignInGateway();
useSubscriptionClients();

const sessionsOf = async (token: string, variables = {}): Promise<Json> =>
  (await gateway.graphql(SESSIONS, variables, token)).body.data.viewer.sessions;
const end = (token: string, id: string) => gateway.graphql(END, { id }, token);
const isRefused = async ({ token, cookie }: { readonly token: string; readonly cookie: string }) => {
  const responses = [
    await gateway.graphql(VIEWER, {}, token),
    await gateway.graphql(VIEWER, {}, undefined, { cookie }),
  ];
  return responses.map((response) => codeOfError(response) === 'UNAUTHENTICATED');
};
async function openWith(userAgent: string, email: string) {
  const code = await codeFor(email);
  const response = await gateway.graphql(SIGN_IN, { email, code }, undefined, { 'user-agent': userAgent });
  return { token: String(response.body.data.signIn.token), cookie: cookieOf(response) };
}

describe('the sessions of an account', () => {
  it('are listed newest first, with what is known of each, and the one of the request', async () => {
    const email = newEmail();
    const first = await openWith(FIREFOX, email);
    const second = await openWith('curl/8.5.0', email);
    const { nodes } = await sessionsOf(first.token);
    expect(nodes).toEqual([
      expect.objectContaining({ client: 'curl', current: false, network: '127.0.0.1' }),
      expect.objectContaining({ client: 'Firefox, Linux', current: true, network: '127.0.0.1' }),
    ]);
    expect((await sessionsOf(second.token)).nodes.map(({ current }: Json) => current)).toEqual([true, false]);
    const { createdAt, lastSeenAt, expiresAt } = nodes[0];
    expect(lastSeenAt).toBe(createdAt);
    expect(Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / DAYS_MS)).toBe(30);
  });

  it('have ids that say nothing about their tokens, and that are no credentials', async () => {
    const { token } = await open();
    const [{ id }] = (await sessionsOf(token)).nodes;
    expect(id).toMatch(/^ses_[0-9a-f]{32}$/);
    expect(token).not.toContain(id.slice(4));
    expect((await gateway.graphql(VIEWER, {}, id)).status).toBe(401);
    const signature = token.split('.')[1] ?? '';
    expect((await gateway.graphql(VIEWER, {}, `${id}.${signature}`)).status).toBe(401);
    expect(JSON.stringify(await sessionsOf(token))).not.toContain(token.split('.')[0]);
  });

  it('are paged', async () => {
    const email = newEmail();
    const opened = [await open(email), await open(email), await open(email)];
    const token = opened[0]?.token ?? '';
    const page = await sessionsOf(token, { first: 2 });
    expect(page.pageInfo.hasNextPage).toBe(true);
    const rest = await sessionsOf(token, { first: 2, after: page.pageInfo.endCursor });
    expect([...page.nodes, ...rest.nodes]).toEqual((await sessionsOf(token)).nodes);
    expect((await sessionsOf(token, { last: 1 })).nodes).toMatchObject([{ current: true }]);
    const refused = await gateway.graphql(SESSIONS, { after: 'AAAA' }, token);
    expect(codeOfError(refused)).toBe('INVALID_PAYLOAD');
  });

  it('show the last use, which is noted after an hour and prolongs the session', async () => {
    const { token } = await open();
    const age = `update session set created_at = now() - interval '3 days', updated_at = now() - interval '2 hours',
      expires_at = now() + interval '30 days' - interval '2 hours' where token = ?`;
    await gateway.onDatabase((em) => em.execute(age, [token.split('.')[0]]));
    const [{ lastSeenAt, expiresAt }] = (await sessionsOf(token)).nodes;
    expect(Math.abs(Date.now() - Date.parse(lastSeenAt))).toBeLessThan(60_000);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / DAYS_MS)).toBe(30);
  });
});

describe('a session that another one ends', () => {
  it('is refused at once by its token and its cookie, and is listed no more', async () => {
    const email = newEmail();
    const [keeps, ends] = [await open(email), await open(email)];
    const [{ id }] = (await sessionsOf(keeps.token)).nodes;
    expect((await end(keeps.token, id)).body.data.endSession).toEqual({ id });
    expect(await isRefused(ends)).toEqual([true, true]);
    expect(await isRefused(keeps)).toEqual([false, false]);
    expect((await sessionsOf(keeps.token)).nodes).toMatchObject([{ current: true }]);
    expect(codeOfError(await end(keeps.token, id))).toBe('NOT_FOUND');
  });

  it('gets no further subscription over its open connection', async () => {
    const email = newEmail();
    const [keeps, ends] = [await open(email), await open(email)];
    const ROUND = 'subscription { roundUpdated(giveaway: "gwy_none") { id } }';
    const client = connect(gateway, ends.token);
    const before = subscribe(client, ROUND, {});
    expect((await before.last(Boolean))[0].extensions.code).not.toBe('UNAUTHENTICATED');
    await gateway.graphql(END_OTHERS, {}, keeps.token);
    const after = subscribe(client, ROUND, {});
    expect(await after.end()).toMatchObject({ code: 4401 });
    const anew = subscribe(connect(gateway, ends.token), ROUND, {});
    expect(await anew.end()).toMatchObject({ code: 4401 });
  });

  it('may be the one of the request', async () => {
    const session = await open();
    const [{ id }] = (await sessionsOf(session.token)).nodes;
    await end(session.token, id);
    expect(await isRefused(session)).toEqual([true, true]);
  });

  it('is one of all others', async () => {
    const email = newEmail();
    const [keeps, ...others] = [await open(email), await open(email), await open(email)];
    const stranger = await open();
    const ended = await gateway.graphql(END_OTHERS, {}, keeps?.token);
    expect(ended.body.data.endOtherSessions).toEqual({ ended: 2 });
    for (const other of others) expect(await isRefused(other)).toEqual([true, true]);
    expect(await isRefused(stranger)).toEqual([false, false]);
    const again = await gateway.graphql(END_OTHERS, {}, keeps?.token);
    expect(again.body.data.endOtherSessions).toEqual({ ended: 0 });
  });
});

describe('the session of another account', () => {
  const refusalOf = ({ status, body }: HttpResponse) => {
    const { requestId: _requestId, ...extensions } = body.errors[0].extensions;
    return { status, message: body.errors[0].message, extensions };
  };

  it('is not ended, with the same response as for a session that does not exist', async () => {
    const [owner, stranger] = [await open(), await open()];
    const [{ id }] = (await sessionsOf(owner.token)).nodes;
    const responses = [await end(stranger.token, id), await end(stranger.token, 'ses_none')];
    expect(codeOfError(responses[0] as HttpResponse)).toBe('NOT_FOUND');
    expect(refusalOf(responses[0] as HttpResponse)).toEqual(refusalOf(responses[1] as HttpResponse));
    expect(await isRefused(owner)).toEqual([false, false]);
  });

  it('is not listed', async () => {
    const [owner, stranger] = [await open(), await open()];
    const { nodes } = await sessionsOf(stranger.token, { first: 100 });
    expect(nodes).toMatchObject([{ current: true }]);
    expect(nodes).not.toEqual((await sessionsOf(owner.token)).nodes);
  });
});
