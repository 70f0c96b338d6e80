import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { PROVIDER_SCOPES } from '../../../src/core/access/callers.ts';
import { embeddedNode } from '../../support/chain/embedded-chain.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { startIssuer, type Issuer } from '../../support/http/issuer.ts';
import { revokeKey } from '../../support/gateway/operator.ts';
import { findFreePort } from '../../support/gateway/process.ts';
import { createProviderKey, createProviderWithSigner } from '../../support/providers/providers.ts';
import { subscribe, type Subscription } from '../../support/graphql/subscriptions.ts';
import {
  OPERATION,
  ROUND,
  TIMEOUT_MS,
  now,
  REVOKED,
  connect,
  accept,
  perform,
  createGiveaway,
  useSubscriptionClients,
} from './clients.ts';

useSubscriptionClients();

const ORDER = ['QUEUED', 'SENT', 'MINED', 'CONFIRMED', 'FINALIZED'];
/** The responses to callers other than the provider, for an operation of the provider and for a missing one. */
const REFUSALS: Readonly<Record<string, object>> = {
  anonymous: { code: 'UNAUTHENTICATED', reason: 'CREDENTIAL_MISSING' },
  'publisher key': { code: 'UNAUTHORIZED', reason: 'SCOPE_MISSING' },
  'other provider': { code: 'NOT_FOUND', reason: 'OPERATION' },
  'key without the scope': { code: 'UNAUTHORIZED', reason: 'SCOPE_MISSING' },
  'revoked key': REVOKED,
  'service token': { code: 'UNAUTHORIZED', reason: 'SCOPE_MISSING' },
  session: { code: 'UNAUTHORIZED', reason: 'SCOPE_MISSING' },
};

/** Creates another key of the same provider. */
async function createSibling(gateway: Gateway, provider: Json, scopes: readonly string[]): Promise<Json> {
  const { body } = await gateway.graphql(
    `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { id } } }`,
    { input: { account: provider.account, provider: provider.provider.id, scopes } },
    gateway.operatorToken,
  );
  return body.data.createApiKey;
}

/** The first message of a subscription, or its end; an error without the values that differ between requests. */
async function responseTo(followed: Subscription): Promise<Json> {
  const messages = await eventually(
    async () => followed.messages[0] ?? followed.ended(),
    (value) => value !== undefined,
  );
  if (!Array.isArray(messages)) return messages;
  const [{ message, path, extensions }] = messages;
  const { requestId, ...rest } = extensions;
  expect(requestId).toEqual(expect.any(String));
  return { message, path, ...rest };
}

describe('subscriptions on a chain', () => {
  let gateway: Gateway;
  let issuer: Issuer;
  let provider: Json;
  let key: string;
  let port: number;
  const strangers: Record<string, string | undefined> = {};
  beforeAll(async () => {
    port = await findFreePort();
    issuer = await startIssuer();
    gateway = await startGateway({ CHAIN: 'on', CHAIN_PORT: String(port), OAUTH_ISSUERS: issuer.entry });
    provider = await createProviderWithSigner(gateway);
    key = provider.secret;
    const revoked = await createSibling(gateway, provider, PROVIDER_SCOPES);
    await revokeKey(gateway, provider.account, revoked.apiKey.id);
    Object.assign(strangers, {
      anonymous: undefined,
      'publisher key': await gateway.createKey(),
      'other provider': (await createProviderKey(gateway)).secret,
      'key without the scope': (await createSibling(gateway, provider, ['giveaways:publish'])).secret,
      'revoked key': revoked.secret,
      'service token': await issuer.token(),
      session: await gateway.signIn(),
    });
  }, TIMEOUT_MS);
  afterAll(async () => {
    await gateway.stop();
    await issuer.stop();
  });

  const mineBlock = async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] });
    await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  };
  const mineUntilOver = (followed: Subscription): Promise<Json> =>
    eventually(
      async () => {
        await mineBlock();
        return followed.ended();
      },
      (value) => value !== undefined,
      60_000,
    );
  const start = (giveawayId: string, fields = {}) => ({
    giveawayId,
    startTime: now() - 60,
    determinationType: 0,
    ...fields,
  });

  it(
    'operationUpdated sends each status once, in order, and completes when it is final',
    async () => {
      const { operation } = await accept(gateway, key, 'create-giveaway', start('followed'));
      const { id } = operation;
      const followed = subscribe(connect(gateway, key), OPERATION, { id });

      expect(await mineUntilOver(followed)).toBe('complete');
      const statuses = followed.messages.map(({ status }) => status);
      expect(statuses).toEqual(ORDER.filter((status) => statuses.includes(status)));
      expect(statuses.length).toBeGreaterThan(1);
      expect(followed.messages.at(-1)).toEqual({ id, status: 'FINALIZED', error: null });
    },
    TIMEOUT_MS,
  );

  it(
    'operationUpdated serves the operation’s own provider only',
    async () => {
      const { operation } = await accept(gateway, key, 'create-giveaway', start('owned'));
      const { id } = operation;
      const missing = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
      for (const [who, refusal] of Object.entries(REFUSALS)) {
        const [foreign, ...none] = await Promise.all(
          [id, missing, 'opn_none'].map((requested) =>
            responseTo(subscribe(connect(gateway, strangers[who]), OPERATION, { id: requested })),
          ),
        );
        expect({ who, ...foreign }).toMatchObject({ who, ...refusal });
        expect(none).toEqual([foreign, foreign]);
      }
      for (const credential of [key, gateway.operatorToken]) {
        const [known, none] = await Promise.all(
          [id, missing].map((requested) =>
            responseTo(subscribe(connect(gateway, credential), OPERATION, { id: requested })),
          ),
        );
        expect(known).toMatchObject({ id, error: null });
        expect(none).toMatchObject({ code: 'NOT_FOUND', reason: 'OPERATION' });
      }
    },
    TIMEOUT_MS,
  );

  it(
    'roundUpdated serves everyone without a credential or with a valid one',
    async () => {
      const giveaway = await createGiveaway(gateway, key, start('public'));
      for (const who of Object.keys(REFUSALS)) {
        const messages = await responseTo(subscribe(connect(gateway, strangers[who]), ROUND, { giveaway }));
        const expected = who === 'revoked key' ? REVOKED : { index: 0, state: 'OPEN' };
        expect({ who, ...messages }).toMatchObject({ who, ...expected });
      }
    },
    TIMEOUT_MS,
  );

  it(
    'roundUpdated sends changes of entries, the close by the chain’s clock, and the winner',
    async () => {
      const endTime = now() + 15;
      const id = await createGiveaway(gateway, key, start('rounds', { endTime }));
      const followed = subscribe(connect(gateway), ROUND, { giveaway: id });
      const shown = {
        id: `rnd_${id.slice(4)}_0`,
        index: 0,
        winner: null,
        giveaway: { giveawayId: 'rounds' },
      };
      const first = await followed.last(({ state }) => state === 'OPEN');
      expect(first).toEqual({ ...shown, state: 'OPEN', entriesTotal: 0, entries: { nodes: [] } });

      const { passportId } = await perform(gateway, key, 'provision-entrant', {
        entrantWallet: Wallet.createRandom().address,
        giveawayId: 'rounds',
        amount: 5,
      });
      const changed = await followed.last(({ entriesTotal }) => entriesTotal === 5);
      const entries = { nodes: [{ entries: 5 }] };
      expect(changed).toEqual({ ...shown, state: 'OPEN', entriesTotal: 5, entries });

      const closed = await followed.last(({ state }) => state !== 'OPEN', 60_000);
      expect(closed).toEqual({ ...shown, state: 'CLOSED', entriesTotal: 5, entries });

      await perform(gateway, key, 'declare-winner', { giveawayId: 'rounds', passportId });
      const decided = await followed.last(({ state }) => state === 'DECIDED');
      expect(decided).toMatchObject({ state: 'DECIDED', winner: { passport: { passportId } } });
      expect(followed.ended()).toBeUndefined();
    },
    TIMEOUT_MS,
  );

  it(
    'end for a revoked key, and continue for others',
    async () => {
      const watched = await createProviderWithSigner(gateway);
      const { secret, apiKey } = await createSibling(gateway, watched, PROVIDER_SCOPES);
      const giveaway = await createGiveaway(gateway, key, start('watched'));
      const { rpc } = await embeddedNode(gateway);
      const setBaseFee = async (wei: bigint) => {
        await rpc.call('anvil_setNextBlockBaseFeePerGas', [`0x${wei.toString(16)}`]);
        await rpc.call('evm_mine');
      };
      // While the base fee is high, no block includes the transaction.
      await setBaseFee(10n ** 15n);
      const { operation } = await accept(gateway, watched.secret, 'create-giveaway', start('waiting'));
      const { id } = operation;
      const [ending, lasting] = [connect(gateway, secret), connect(gateway, watched.secret)];
      const [revoked, kept] = [subscribe(ending, OPERATION, { id }), subscribe(lasting, OPERATION, { id })];
      const rounds = [subscribe(ending, ROUND, { giveaway }), subscribe(lasting, ROUND, { giveaway })];
      const messages = await Promise.all(
        [revoked, kept, ...rounds].map((followed) => followed.last(Boolean)),
      );
      expect(messages).toEqual([
        expect.objectContaining({ id }),
        expect.objectContaining({ id }),
        expect.objectContaining({ index: 0 }),
        expect.objectContaining({ index: 0 }),
      ]);

      await revokeKey(gateway, watched.account, apiKey.id);

      expect(await revoked.end(60_000)).toEqual(REVOKED);
      expect(rounds.map((followed) => followed.ended())).toEqual([REVOKED, undefined]);
      await setBaseFee(1n);
      expect(await mineUntilOver(kept)).toBe('complete');
      expect(kept.messages.at(-1)).toEqual({ id, status: 'FINALIZED', error: null });
      const waiting = new Set(['QUEUED', 'SENT']);
      expect(revoked.messages.filter(({ status }) => !waiting.has(status))).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
