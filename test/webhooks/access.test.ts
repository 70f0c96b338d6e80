import { describe, expect, it } from '@jest/globals';
import { startGateway } from '../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../support/http/http.ts';
import { auditLog } from '../support/gateway/operator.ts';
import { createProviderKey, removeMember } from '../support/providers/providers.ts';
import {
  createWebhook,
  deleteWebhook,
  deliveriesOf,
  readDeliveries,
  readWebhooks,
  redeliver,
  rotateSecret,
  startProvider,
} from './support/api.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);

const url = 'https://hooks.example.com/giveaways';
const codeOf = ({ body }: HttpResponse) => body.errors?.[0]?.extensions.code;
const create = async (session: string, provider: string, input: object = {}): Promise<Json> =>
  (await createWebhook(gateway, session, { provider, url, ...input })).body.data.createWebhook;
/** Adds a delivery as an event of the provider would. */
async function addDelivery(provider: string, webhook: string): Promise<string> {
  const [event, delivery] = [`msg_${webhook.slice(4)}`, `dlv_${webhook.slice(4)}`];
  await gateway.onDatabase(async (_em, sql) => {
    await sql.query(
      {
        name: '',
        text: `with event as (
            insert into webhook_event (id, provider_id, type, subject, origin, payload)
            values ($1, $2, 'operation.confirmed', $1, '1', '{}')
          ) insert into webhook_delivery (id, webhook_id, event_id, state, is_queued) values ($3, $4, $1, 'FAILED', true)`,
      },
      [event, provider, delivery, webhook],
    );
  });
  return delivery;
}

describe('webhooks', () => {
  it('are created, listed and deleted by a member; the secret is shown once, and each change is audited', async () => {
    const { id: provider, session } = await startProvider(gateway);

    const [created, ...copies] = await Promise.all(
      Array.from({ length: 5 }, () => create(session, provider, { creationId: 'one request' })),
    );
    const { webhook, secret } = created!;

    for (const copy of copies) expect(copy).toEqual(created);
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(webhook).toEqual({
      id: expect.stringMatching(/^whk_/),
      providerId: provider,
      url,
      events: [
        'operation.confirmed',
        'operation.failed',
        'operation.reorged',
        'round.closed',
        'round.decided',
        'round.voided',
      ],
      createdAt: expect.stringMatching(/Z$/),
      rotatedAt: null,
      disabledAt: null,
    });
    const listed = await readWebhooks(gateway, session, provider);
    expect(listed.body.data.webhooks.edges).toEqual([{ node: webhook }]);
    expect(JSON.stringify(listed.body)).not.toContain(secret);
    const rotations = await Promise.all(
      Array.from({ length: 5 }, () => rotateSecret(gateway, session, webhook.id, 'one request')),
    );
    const [rotated, ...repeated] = rotations.map(({ body }) => body.data.rotateWebhookSecret);
    expect(rotated.webhook.rotatedAt).toMatch(/Z$/);
    for (const each of repeated) expect(each).toEqual(rotated);
    await deleteWebhook(gateway, session, webhook.id);
    expect((await readWebhooks(gateway, session, provider)).body.data.webhooks.edges).toEqual([]);
    const audited = (await auditLog(gateway)).filter(({ subject }) => subject === webhook.id);
    expect(audited.map(({ action }) => action)).toEqual([
      'deleteWebhook',
      'rotateWebhookSecret',
      'createWebhook',
    ]);
    expect(JSON.stringify(audited) + gateway.log.join('')).not.toContain(secret);
  });

  it('are stored without their secret in plain text', async () => {
    const { id: provider, session } = await startProvider(gateway);
    const { webhook, secret } = await create(session, provider);
    const rows = await gateway.onDatabase((_em, sql) =>
      sql.query(
        { name: '', text: `select w::text, encode(ciphertext, 'escape') from webhook w where id = $1` },
        [webhook.id],
      ),
    );
    expect(rows).toHaveLength(1);
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(secret.slice(6));
    expect(stored).not.toContain(Buffer.from(secret.slice(6), 'base64').toString('hex'));
  });

  it('are invisible to accounts that are not members, and to former members, with their log', async () => {
    const [provider, otherProvider] = [await startProvider(gateway), await startProvider(gateway)];
    const { webhook } = await create(provider.session, provider.id);
    const delivery = await addDelivery(provider.id, webhook.id);
    const refusals = async (session: string) => [
      codeOf(await createWebhook(gateway, session, { provider: provider.id, url })),
      codeOf(await readWebhooks(gateway, session, provider.id)),
      codeOf(await readDeliveries(gateway, session, webhook.id)),
      codeOf(await rotateSecret(gateway, session, webhook.id)),
      codeOf(await redeliver(gateway, session, delivery)),
      codeOf(await deleteWebhook(gateway, session, webhook.id)),
    ];

    expect(await refusals(otherProvider.session)).toEqual(Array.from({ length: 6 }, () => 'NOT_FOUND'));
    expect(await deliveriesOf(gateway, provider.session, webhook.id)).toMatchObject([{ id: delivery }]);
    expect(await deliveriesOf(gateway, gateway.operatorToken, webhook.id)).toHaveLength(1);
    await removeMember(gateway, provider.id, provider.account);
    expect(await refusals(provider.session)).toEqual(Array.from({ length: 6 }, () => 'NOT_FOUND'));
  });

  it('refuse every API key, whatever its scopes, and requests without a credential', async () => {
    const { secret, provider } = await createProviderKey(gateway);
    expect(codeOf(await readWebhooks(gateway, secret, provider.id))).toBe('UNAUTHORIZED');
    expect(codeOf(await createWebhook(gateway, secret, { provider: provider.id, url }))).toBe('UNAUTHORIZED');
    expect(codeOf(await createWebhook(gateway, '', { provider: provider.id, url }))).toBe('UNAUTHENTICATED');
  });

  it.each([
    { url: 'http://hooks.example.com/' },
    { url: 'https://127.0.0.1/' },
    { url: 'https://0x7f.1/' },
    { url: 'https://[::ffff:10.0.0.1]/' },
    { url: 'https://localhost/' },
    { url: 'https://user:password@hooks.example.com/' },
    { url: 'ftp://hooks.example.com/' },
    { url, events: ['operation.exploded'] },
  ])('refuse %j', async (input) => {
    const { id: provider, session } = await startProvider(gateway);
    expect(codeOf(await createWebhook(gateway, session, { provider, ...input }))).toBe('INVALID_PAYLOAD');
  });

  it('are limited to ten per provider', async () => {
    const { id: provider, session } = await startProvider(gateway);
    for (let count = 0; count < 10; count += 1) await create(session, provider);
    expect(codeOf(await createWebhook(gateway, session, { provider, url }))).toBe('INVALID_PAYLOAD');
  });
});
