import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/core/access/callers.ts';
import { webhookContext } from '../../../src/core/secrets/sealing-contexts.ts';
import { createWebhook } from '../../../src/core/webhooks/create-webhook.ts';
import { enableWebhook } from '../../../src/core/webhooks/enable-webhook.ts';
import { deleteWebhook } from '../../../src/core/webhooks/delete-webhook.ts';
import { redeliverWebhook } from '../../../src/core/webhooks/redeliver-webhook.ts';
import { rotateWebhookSecret } from '../../../src/core/webhooks/rotate-webhook-secret.ts';
import { WEBHOOK_EVENTS } from '../../../src/core/webhooks/webhook.ts';
import { webhookDeliveries } from '../../../src/core/webhooks/webhook-deliveries.ts';
import { webhooks } from '../../../src/core/webhooks/webhooks.ts';
import { accountCaller, OPERATOR } from '../support/callers.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';
import { START } from '../support/time.ts';

const MOST = 10;
const member = accountCaller('ann');
const stranger = accountCaller('bob');
const url = 'https://receiver.example/';

let ports: FakePorts;
beforeEach(async () => {
  ports = createPorts();
  for (const id of ['prv_1', 'prv_2'])
    await ports.providers.add({ id, name: id, chainKey: ports.digests.keccak256(id), createdAt: START });
  await ports.providers.addMember({ providerId: 'prv_1', accountId: member.accountId, addedAt: START });
});
const create = (input: object = {}, caller: Caller = member) =>
  ports.run(caller, createWebhook, { provider: 'prv_1', url, ...input });
const rotate = (id: string, caller: Caller = member) => ports.run(caller, rotateWebhookSecret, { id });
const remove = (id: string, caller: Caller = member) => ports.run(caller, deleteWebhook, { id });
const redeliver = (delivery: string, caller: Caller = member) =>
  ports.run(caller, redeliverWebhook, { delivery });
const list = (caller: Caller = member) => ports.run(caller, webhooks, { provider: 'prv_1' });
const deliveries = (webhook: string, caller: Caller = member) =>
  ports.run(caller, webhookDeliveries, { webhook });
async function secretsOf(id: string) {
  const secrets = (await ports.webhooks.findSecrets(id))!;
  const opened = await ports.sealing.open(secrets.sealed, webhookContext(id));
  return { secrets: opened.split(' '), previousUntil: secrets.previousUntil };
}
function addDelivery(webhookId: string): string {
  const at = { nextAttemptAt: null, createdAt: START };
  const message = { messageId: 'msg_1', type: 'round.closed', state: 'FAILED' } as const;
  ports.webhooks.addDelivery({ id: 'dlv_1', webhookId, ...message, ...at });
  return 'dlv_1';
}
const actions = () => ports.audit.entries.map(({ action }) => action);

describe('a repeated creation', () => {
  const createBy = (creationId: string, input: object = {}) => create({ creationId, ...input });

  it('gets the webhook and the secret that it has created, and creates no second webhook', async () => {
    const first = await createBy('one');
    ports.clock.advance(300);
    const events = [...WEBHOOK_EVENTS];
    const repeated = await Promise.all([1, 2, 3].map(() => createBy('one', { events })));
    for (const each of repeated) expect(each).toEqual(first);
    expect(actions()).toEqual(['createWebhook']);
    const others = [await createBy('two'), await create({ provider: 'prv_2', creationId: 'one' }, OPERATOR)];
    for (const other of others) expect(other.secret).not.toBe(first.secret);
  });

  it('gets them beside the most webhooks too', async () => {
    const first = await createBy('one');
    for (let count = 1; count < MOST; count += 1) await create();
    expect(await createBy('one')).toEqual(first);
  });

  it.each<[string, (id: string) => unknown, object]>([
    ['more than ten minutes later', () => ports.clock.advance(601), {}],
    ['after a rotation', (id) => rotate(id), {}],
    ['for another receiver', () => undefined, { url: 'https://other.example/' }],
    ['for other events', () => undefined, { events: ['round.closed'] }],
  ])('gets no secret %s', async (_when, happen, input) => {
    const { webhook } = await createBy('one');
    await happen(webhook.id);
    expect(await errorOf(createBy('one', input))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['creationId'] }],
    });
  });

  it('creates another webhook after the first was deleted', async () => {
    const first = await createBy('one');
    await remove(first.webhook.id);
    expect((await createBy('one')).webhook.id).not.toBe(first.webhook.id);
  });
});

describe('a repeated rotation', () => {
  const rotateBy = (id: string, rotationId: string) =>
    ports.run(member, rotateWebhookSecret, { id, rotationId });

  it('gets the same secret, so that receivers keep their overlap', async () => {
    const { webhook, secret } = await create();
    ports.clock.advance(1);
    const responses = await Promise.all([1, 2, 3].map(() => rotateBy(webhook.id, 'one')));
    ports.clock.advance(300);
    responses.push(await rotateBy(webhook.id, 'one'));
    expect(new Set(responses.map((response) => response.secret)).size).toBe(1);
    expect((await secretsOf(webhook.id)).secrets).toEqual([responses[0]?.secret, secret]);
    expect(actions()).toEqual(['createWebhook', 'rotateWebhookSecret']);
  });

  it('is another rotation with another id, and after ten minutes', async () => {
    const { webhook } = await create();
    const first = await rotateBy(webhook.id, 'one');
    ports.clock.advance(1);
    const second = await rotateBy(webhook.id, 'two');
    ports.clock.advance(601);
    const third = await rotateBy(webhook.id, 'two');
    expect(new Set([first, second, third].map(({ secret }) => secret)).size).toBe(3);
    expect((await secretsOf(webhook.id)).secrets).toEqual([third.secret, second.secret]);
  });
});

describe('a new webhook', () => {
  it('subscribes to all events by default, and its secret is stored sealed', async () => {
    const { webhook, secret } = await create();
    expect(webhook).toEqual({
      id: expect.stringMatching(/^whk_/),
      providerId: 'prv_1',
      accountId: null,
      filter: null,
      url,
      events: WEBHOOK_EVENTS,
      createdAt: START,
      rotatedAt: null,
      disabledAt: null,
    });
    expect(await secretsOf(webhook.id)).toEqual({ secrets: [secret], previousUntil: null });
    expect(ports.audit.entries).toMatchObject([
      { action: 'createWebhook', subject: webhook.id, facts: { provider: 'prv_1', url } },
    ]);
    expect(JSON.stringify(ports.audit.entries)).not.toContain(secret);
  });

  it.each([
    ['each event once', ['round.closed', 'round.closed'], ['round.closed']],
    ['all events for an empty list', [], WEBHOOK_EVENTS],
    ['all events for null', null, WEBHOOK_EVENTS],
  ])('subscribes to %s', async (_what, events, expected) => {
    expect((await create({ events })).webhook.events).toEqual(expected);
  });

  it.each([
    ['an unknown event', { events: ['round.opened'] }, 'events.0'],
    ['events that are no list', { events: 'round.closed' }, 'events'],
    ['no URL', { url: '' }, 'url'],
    ['a URL with a password', { url: 'https://a:b@receiver.example/' }, 'url'],
    ['a URL of a private network', { url: 'https://localhost/' }, 'url'],
    ['no provider', { provider: '' }, 'provider'],
  ])('is refused with %s', async (_what, input, field) => {
    const { code, details } = await errorOf(create(input));
    expect([code, details?.map(({ path }) => path.join('.'))]).toEqual(['INVALID_PAYLOAD', [field]]);
    expect(actions()).toEqual([]);
  });

  it(`is refused beside ${MOST} others of its provider, until one of them is deleted`, async () => {
    let last = '';
    for (let count = 0; count < MOST; count += 1) last = (await create()).webhook.id;
    expect(await errorOf(create())).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['provider'] }],
    });
    await expect(create({ provider: 'prv_2' }, OPERATOR)).resolves.toBeDefined();
    await remove(last);
    await expect(create()).resolves.toBeDefined();
  });
});

describe('a rotation of the secret', () => {
  it('keeps the previous secret for a day', async () => {
    const { webhook, secret } = await create();
    ports.clock.advance(5);
    const rotated = await rotate(webhook.id);
    const now = ports.clock.now();
    expect(rotated.webhook).toEqual({ ...webhook, rotatedAt: now });
    expect(await secretsOf(webhook.id)).toEqual({
      secrets: [rotated.secret, secret],
      previousUntil: new Date(now.getTime() + 86_400_000),
    });
    expect(actions()).toEqual(['createWebhook', 'rotateWebhookSecret']);
  });

  it('drops the secret before the previous one', async () => {
    const { id } = (await create()).webhook;
    const [first, second] = [await rotate(id), await rotate(id)];
    expect((await secretsOf(id)).secrets).toEqual([second.secret, first.secret]);
  });
});

describe('a deleted webhook', () => {
  it('has one entry in the audit log when two requests delete it at once', async () => {
    const { webhook } = await create();
    // Both have found it, and the other one is first.
    const findLocked = ports.providers.findLocked.bind(ports.providers);
    Object.assign(ports.providers, {
      async findLocked(id: string) {
        await ports.webhooks.remove(webhook);
        return findLocked(id);
      },
    });
    expect(await remove(webhook.id)).toEqual(webhook);
    expect(actions()).toEqual(['createWebhook']);
  });

  it('is gone with its deliveries', async () => {
    const { webhook } = await create();
    const delivery = addDelivery(webhook.id);
    expect(await remove(webhook.id)).toEqual(webhook);
    expect((await list()).items).toEqual([]);
    for (const refused of [() => remove(webhook.id), () => redeliver(delivery)])
      expect(await errorOf(refused())).toMatchObject({ code: 'NOT_FOUND' });
    expect(actions()).toEqual(['createWebhook', 'deleteWebhook']);
  });
});

describe('a webhook that answered 410', () => {
  it('is enabled again by its members, once', async () => {
    const { webhook } = await create();
    ports.webhooks.disable(webhook.id, START);
    const enable = (caller: Caller = member) => ports.run(caller, enableWebhook, { id: webhook.id });
    expect(await errorOf(enable(accountCaller('eve')))).toMatchObject({ code: 'NOT_FOUND' });
    for (let click = 0; click < 2; click += 1) expect(await enable()).toEqual(webhook);
    expect((await list()).items).toEqual([webhook]);
    expect(actions()).toEqual(['createWebhook', 'enableWebhook']);
  });
});

describe('a redelivery', () => {
  it('is due at once', async () => {
    const { id } = (await create()).webhook;
    ports.clock.advance(5);
    expect(await redeliver(addDelivery(id))).toMatchObject({
      id: 'dlv_1',
      messageId: 'msg_1',
      state: 'PENDING',
      nextAttemptAt: ports.clock.now(),
    });
    expect((await deliveries(id)).items).toMatchObject([{ id: 'dlv_1', state: 'PENDING' }]);
    expect(actions()).toEqual(['createWebhook', 'redeliverWebhook']);
  });

  it('is refused for a webhook that is disabled', async () => {
    const { id } = (await create()).webhook;
    ports.webhooks.disable(id, START);
    expect(await errorOf(redeliver(addDelivery(id)))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['delivery'] }],
    });
    expect((await deliveries(id)).items).toMatchObject([{ state: 'FAILED' }]);
  });
});

describe('the webhooks of a provider', () => {
  it('do not exist for accounts that are not members, and none of them changes', async () => {
    const { webhook } = await create();
    const delivery = addDelivery(webhook.id);
    const before = await secretsOf(webhook.id);
    const requests = [
      () => create({}, stranger),
      () => list(stranger),
      () => rotate(webhook.id, stranger),
      () => remove(webhook.id, stranger),
      () => redeliver(delivery, stranger),
      () => deliveries(webhook.id, stranger),
    ];
    for (const request of requests) expect(await errorOf(request())).toMatchObject({ code: 'NOT_FOUND' });
    expect([(await list()).items, await secretsOf(webhook.id)]).toEqual([[webhook], before]);
  });

  it('are managed by the operator too', async () => {
    const { webhook } = await create({}, OPERATOR);
    await rotate(webhook.id, OPERATOR);
    await redeliver(addDelivery(webhook.id), OPERATOR);
    expect((await list(OPERATOR)).items).toHaveLength(1);
    await remove(webhook.id, OPERATOR);
    expect(new Set(ports.audit.entries.map(({ actor }) => actor))).toEqual(new Set(['operator']));
  });
});
