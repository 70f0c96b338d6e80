import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Interface } from 'ethers';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROVIDER_OPERATIONS } from '../../../src/core/provider-api/provider-operations.ts';
import { eventually } from '../../support/eventually.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { createProviderKey, createProviderWithSigner } from '../../support/providers/providers.ts';
import { REQUESTS } from '../../support/providers/provider-requests.ts';
import {
  CHAIN_TIMEOUT,
  contractRefusal,
  entrant,
  expectRefusal,
  gateway,
  newWallet,
  node,
  notFound,
  otherProvider,
  passportId,
  passportOf,
  provider,
  send,
  succeed,
  useGiveaways,
  type Refusal,
} from './giveaways.ts';

jest.setTimeout(CHAIN_TIMEOUT);

const erc721 = new Interface(['function transferFrom(address from, address to, uint256 tokenId)']);

useGiveaways();

describe("Another provider's giveaway", () => {
  const endpointsOfGiveaways = PROVIDER_OPERATIONS.map(({ endpoint }) => endpoint).filter(
    (endpoint) => endpoint !== 'create-giveaway',
  );

  it.each(endpointsOfGiveaways)('gets the same refusal from %s as an unknown giveaway', async (endpoint) => {
    const responses = [];
    for (const giveawayId of ['foreign', 'unknown'])
      responses.push(
        await expectRefusal(
          endpoint,
          { ...REQUESTS[endpoint], giveawayId, ...passportOf(endpoint) },
          notFound('GIVEAWAY'),
        ),
      );
    const [foreign, missing] = responses.map(({ status, body }) => {
      const { details, ...error } = body.error;
      return { status, error, details: Object.keys(details) };
    });
    expect(foreign).toEqual(missing);
  });

  it('does not reserve its giveawayId for other providers', async () => {
    const { id } = await succeed('create-giveaway', {
      ...REQUESTS['create-giveaway'],
      giveawayId: 'foreign',
    });
    const foreignRefusal = await expectRefusal(
      'create-giveaway',
      { ...REQUESTS['create-giveaway'], giveawayId: 'foreign' },
      contractRefusal('GIVEAWAY_EXISTS'),
      otherProvider,
    );
    expect(`gwy_${foreignRefusal.body.error.details.giveaway.slice(2)}`).not.toBe(id);
  });
});

describe('A key without a signer', () => {
  let keyWithoutSigner: string;
  beforeAll(async () => {
    keyWithoutSigner = (await createProviderKey(gateway)).secret;
  });

  it.each(PROVIDER_OPERATIONS.map(({ endpoint }) => endpoint))('is refused by %s', async (endpoint) => {
    const response = await send(endpoint, REQUESTS[endpoint] ?? {}, keyWithoutSigner);
    expect(response).toMatchObject({
      status: 409,
      body: { ok: false, error: { code: 'SIGNER_NOT_CONFIGURED', retryable: false }, context: { endpoint } },
    });
  });
});

describe('A signer without funds', () => {
  let providerWithoutFunds: typeof provider;
  beforeAll(async () => {
    providerWithoutFunds = await createProviderWithSigner(gateway);
  });

  const create = (giveawayId: string) => ({ ...REQUESTS['create-giveaway'], giveawayId });
  const INSUFFICIENT_FUNDS: Refusal = {
    status: 402,
    code: 'INSUFFICIENT_FUNDS',
    reason: 'SIGNER_BALANCE',
    retryable: true,
  };

  it('gets the amount that it needs, and the same request succeeds once after a top-up', async () => {
    const { secret, signer } = providerWithoutFunds;
    await node.setBalance(signer, 1n);
    const nonce = await node.nonceOf(signer);
    const headers = { 'idempotency-key': 'after-a-top-up' };
    const sendPaid = () => send('create-giveaway', create('paid'), secret, headers);
    let lastRefusal: HttpResponse | undefined;
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const response = (lastRefusal = await sendPaid());
      const { status, ...error } = INSUFFICIENT_FUNDS;
      expect(response).toMatchObject({
        status,
        body: {
          ok: false,
          error: {
            ...error,
            details: {
              address: signer,
              balance: '1',
              needed: expect.stringMatching(/^\d+$/),
              symbol: 'ETH',
            },
          },
        },
      });
    }
    expect(await node.nonceOf(signer)).toBe(nonce);
    expect(lastRefusal?.headers.has('retry-after')).toBe(true);
    // The state of the operation is final, so its response contains no time to wait.
    const { error } = lastRefusal?.body ?? {};
    const reported = await gateway.rest(
      'GET',
      `/api/provider/integrations/operations/${error.details.operationId}`,
      { key: secret },
    );
    expect(reported).toMatchObject({ status: 402, body: { error } });
    expect(reported.headers.has('retry-after')).toBe(false);

    await node.setBalance(signer, 10n ** 18n);
    const responses = await Promise.all([sendPaid(), sendPaid(), sendPaid()]);
    for (const { status, body } of responses)
      if (status !== 200) expect(body.error).toMatchObject({ reason: 'IN_PROGRESS', retryable: true });
    const first = responses.find(({ status }) => status === 200);
    const replay = await sendPaid();
    expect(replay).toMatchObject({ status: 200, body: first?.body });
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(await node.nonceOf(signer)).toBe(nonce + 1);
  });

  it('is refused by every operation that the contracts would accept', async () => {
    const { secret, signer } = providerWithoutFunds;
    const [created, provisioned] = [
      await succeed('create-giveaway', create('own'), secret),
      await succeed('provision-entrant', { entrantWallet: entrant }, secret),
    ];
    expect(created.giveawayId).toBe('own');
    await node.setBalance(signer, 0n);
    const change = { giveawayId: 'own', passportId: provisioned.passportId, amount: 1 };
    await expectRefusal('issue-entries', change, INSUFFICIENT_FUNDS, providerWithoutFunds);
    await expectRefusal(
      'provision-entrant',
      { entrantWallet: entrant },
      INSUFFICIENT_FUNDS,
      providerWithoutFunds,
    );
    // A refusal by the contracts comes before the check of the funds.
    await expectRefusal(
      'remove-entries',
      change,
      contractRefusal('NOT_ENOUGH_ENTRIES'),
      providerWithoutFunds,
    );
  });
});

describe('A passport', () => {
  it('has no contact for any provider when its owner shared none', async () => {
    for (const key of [provider.secret, otherProvider.secret]) {
      const response = await send('passport-contact', { passportId }, key);
      expect(response).toMatchObject({
        status: 403,
        body: { error: { code: 'UNAUTHORIZED', reason: 'CONTACT_NOT_SHARED', retryable: false } },
      });
    }
    expect(await send('passport-contact', { passportId: 999_999 })).toMatchObject({
      status: 404,
      body: { error: { code: 'NOT_FOUND', reason: 'PASSPORT' } },
    });
  });

  it('gets no entries for its former owner after a transfer outside the gateway', async () => {
    const [formerOwner, newOwner] = [newWallet(), newWallet()];
    const { passportId: transferred } = await succeed('provision-entrant', { entrantWallet: formerOwner });
    const status = (): Promise<HttpResponse> =>
      gateway.rest('GET', `/api/provider/integrations/passport-status?passportId=${transferred}`, {
        key: provider.secret,
      });
    expect((await status()).body.result).toMatchObject({ ownerWallet: formerOwner, ownerChanged: false });
    const file = await readFile(join(gateway.directory, 'chain', 'addresses.json'), 'utf8');
    const data = erc721.encodeFunctionData('transferFrom', [formerOwner, newOwner, transferred]);
    await node.sendFrom(formerOwner, JSON.parse(file).passport, data);

    const change = { giveawayId: 'open', passportId: transferred, amount: 2 };
    for (const endpoint of ['issue-entries', 'remove-entries']) {
      const details = { passportId: transferred, expected: formerOwner, actual: newOwner };
      const body = { ...change, expectedOwnerWallet: formerOwner };
      await expectRefusal(endpoint, body, { ...contractRefusal('OWNER_MISMATCH'), details });
    }
    const changed = { ownerWallet: newOwner, previousOwnerWallet: formerOwner, ownerChanged: true };
    expect((await status()).body.result).toMatchObject(changed);
    // A change without an expected owner, or a refused one, does not show that the provider knows the new owner.
    await succeed('issue-entries', change);
    const tooMany = { ...change, amount: 9, expectedOwnerWallet: newOwner };
    await expectRefusal('remove-entries', tooMany, contractRefusal('NOT_ENOUGH_ENTRIES'));
    expect((await status()).body.result).toMatchObject(changed);
    const issued = await succeed('issue-entries', { ...change, expectedOwnerWallet: newOwner });
    expect(issued).toMatchObject({ entries: 4 });
    const known = { previousOwnerWallet: newOwner, ownerChanged: false };
    const updated = await eventually(status, ({ body }) => body.result.ownerChanged === false);
    expect(updated.body.result).toMatchObject(known);
  });

  it('is not transferred beyond its transfer limit, nor without an approval', async () => {
    const [locked, free] = await Promise.all([
      succeed('provision-entrant', { ownershipMode: 'managed_wallet', maxTransfers: 0 }),
      succeed('provision-entrant', { entrantWallet: newWallet() }),
    ]);
    const move = (from: Json, wallet: string) => ({
      ownershipMode: 'transfer_existing_passport',
      sourceWallet: wallet,
      passportId: from.passportId,
      entrantWallet: newWallet(),
      giveawayId: 'open',
      amount: 1,
    });
    await expectRefusal(
      'provision-entrant',
      move(locked, locked.managedWallet),
      contractRefusal('TRANSFER_LIMIT'),
    );
    await expectRefusal('provision-entrant', move(free, free.ownerWallet), {
      status: 403,
      code: 'UNAUTHORIZED',
      reason: 'NOT_APPROVED',
    });
    await expectRefusal(
      'provision-entrant',
      move(free, locked.managedWallet),
      contractRefusal('OWNER_MISMATCH'),
    );
    // A managed wallet signs only for the provider that created it.
    await expectRefusal(
      'provision-entrant',
      { ...move(locked, locked.managedWallet), issue: false },
      { status: 403, code: 'UNAUTHORIZED', reason: 'NOT_APPROVED' },
      otherProvider,
    );
  });
});
