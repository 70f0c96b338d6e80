import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Wallet } from 'ethers';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { HttpResponse } from '../support/http/http.ts';
import { newEmail } from '../support/listings.ts';
import { createProviderKey, createProviderWithSigner } from '../support/providers/providers.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(120_000);

const PATH = '/api/provider/integrations';
const now = () => Math.floor(Date.now() / 1_000);

// The client holds every response against the OpenAPI document.
describe('Documented answers to providers', () => {
  const gateway = sharedByTests(() => startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0' }));
  let key: string;
  const post = (endpoint: string, body: object, headers = {}): Promise<HttpResponse> =>
    gateway.rest('POST', `${PATH}/${endpoint}`, { key, body, headers });
  const get = (path: string, as = key): Promise<HttpResponse> =>
    gateway.rest('GET', `${PATH}/${path}`, { key: as });

  beforeAll(async () => {
    key = (await createProviderWithSigner(gateway)).secret;
    const body = { giveawayId: 'open', startTime: now() - 60, determinationType: 0 };
    expect(await post('create-giveaway', body)).toMatchObject({ status: 200 });
  });

  it('are 202 while the operation is open, and its URL then returns the outcome', async () => {
    const startTime = now();
    const accepted = await post(
      'create-giveaway',
      {
        giveawayId: 'later',
        startTime,
        determinationType: 0,
        title: 'Later',
        description: 'It takes time.',
      },
      { prefer: 'respond-async, wait=0' },
    );
    const { operation, result } = accepted.body;
    expect(accepted.status).toBe(202);
    expect(accepted.headers.get('location')).toBe(`${PATH}/operations/${operation.id}`);
    const done = await eventually(
      () => get(`operations/${operation.id}`),
      ({ status }) => status === 200,
      60_000,
    );
    expect(done.body).toMatchObject({ result, operation: { id: operation.id, status: 'CONFIRMED' } });

    const texts = await eventually(
      () => gateway.graphql('query ($id: ID!) { giveaway(id: $id) { title description image } }', result),
      ({ body }) => body.data?.giveaway !== null,
      30_000,
    );
    expect(texts.body.data.giveaway).toEqual({
      title: 'Later',
      description: 'It takes time.',
      image: null,
    });
    const stranger = (await createProviderKey(gateway)).secret;
    expect((await get(`operations/${operation.id}`, stranger)).status).toBe(404);
  });

  it('are failures of operations that the contracts refused, there and at the address of the operation', async () => {
    const refused = await post('create-giveaway', {
      giveawayId: 'open',
      startTime: now(),
      determinationType: 0,
    });
    expect(refused).toMatchObject({ status: 422, body: { error: { reason: 'GIVEAWAY_EXISTS' } } });
    const { operationId } = refused.body.error.details;
    expect(await get(`operations/${operationId}`)).toMatchObject({
      status: 422,
      body: { error: refused.body.error, context: { endpoint: 'operations' } },
    });
  });

  it('contain the owner and the contact of a passport', async () => {
    const email = newEmail();
    const entrantWallet = Wallet.createRandom().address;
    const { body } = await post('provision-entrant', { entrantWallet, email, maxTransfers: 0 });
    const { passportId } = body.result;
    expect(await get(`passport-status?passportId=${passportId}`)).toMatchObject({
      status: 200,
      body: { result: { passportId, ownerWallet: entrantWallet, maxTransfers: 0, tradable: false } },
    });
    const contact = await eventually(
      () => post('passport-contact', { passportId }),
      ({ status }) => status === 200,
      60_000,
    );
    expect(contact.body.result).toMatchObject({ ownerWallet: entrantWallet, email, source: 'PROVISIONED' });
    const stranger = (await createProviderKey(gateway)).secret;
    const denied = await gateway.rest('POST', `${PATH}/passport-contact`, {
      key: stranger,
      body: { passportId },
    });
    expect(denied).toMatchObject({ status: 403, body: { error: { reason: 'CONTACT_NOT_SHARED' } } });
    expect((await get('passport-status?passportId=987654')).status).toBe(404);
  });

  it('are marked when they are repeated', async () => {
    const body = { giveawayId: 'repeated', startTime: now(), determinationType: 0 };
    const headers = { 'idempotency-key': 'repeated-1' };
    const [first, second] = [
      await post('create-giveaway', body, headers),
      await post('create-giveaway', body, headers),
    ];
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });
});
