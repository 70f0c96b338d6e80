import { afterAll, beforeAll, expect } from '@jest/globals';
import { Wallet } from 'ethers';
import { embeddedNode, type EmbeddedNode } from '../../support/chain/embedded-chain.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { createProviderWithSigner } from '../../support/providers/providers.ts';
import { REQUESTS } from '../../support/providers/provider-requests.ts';

type Provider = Awaited<ReturnType<typeof createProviderWithSigner>>;

const AN_HOUR = 3_600;
/** Seconds after the end of a round before its beacon round is due. */
export const BEACON_MARGIN = 600;
/** Timeout of the tests that wait for the chain, in milliseconds. */
export const CHAIN_TIMEOUT = 120_000;
export const newWallet = () => Wallet.createRandom().address;

export let gateway: Gateway;
export let node: EmbeddedNode;
export let provider: Provider;
export let otherProvider: Provider;
/** When the giveaways with an end close, in seconds since the epoch. */
export let endTime: number;
/** When the giveaway `scheduled` starts, in seconds since the epoch. */
export let scheduledFor: number;
/** The passport of `entrant`; it holds three entries in each giveaway that has entries. */
export let passportId: number;
export const entrant = newWallet();

/** Starts a gateway with an embedded chain, two providers and giveaways in several states for a suite, and stops it. */
export function useGiveaways(): void {
  beforeAll(async () => {
    gateway = await startGateway({
      CHAIN: 'on',
      CHAIN_BLOCK_TIME: '0',
      CHAIN_BEACON_MARGIN: String(BEACON_MARGIN),
    });
    node = await embeddedNode(gateway);
    provider = await createProviderWithSigner(gateway);
    otherProvider = await createProviderWithSigner(gateway);

    const now = Math.floor(Date.now() / 1_000);
    const startTime = now - 60;
    scheduledFor = now + 1_000 * AN_HOUR;
    endTime = now + AN_HOUR;
    const giveaway = { startTime, determinationType: 0 };
    const ending = { ...giveaway, endTime };
    const [provisioned] = await Promise.all([
      succeed('provision-entrant', { entrantWallet: entrant }),
      succeed('create-giveaway', { ...giveaway, giveawayId: 'open' }),
      succeed('create-giveaway', { ...giveaway, giveawayId: 'scheduled', startTime: scheduledFor }),
      succeed('create-giveaway', { ...ending, giveawayId: 'declared', providerPaysReceiptGas: true }),
      succeed('create-giveaway', { ...ending, giveawayId: 'receipt off' }),
      succeed('create-giveaway', { ...ending, giveawayId: 'handshake', requiresHandshake: true }),
      succeed('create-giveaway', { ...ending, giveawayId: 'without entries' }),
      succeed('create-giveaway', { ...ending, giveawayId: 'drawn', determinationType: 1 }),
      succeed('create-giveaway', { ...giveaway, giveawayId: 'foreign' }, otherProvider.secret),
    ]);
    passportId = provisioned.passportId;
    const withEntries = ['open', 'declared', 'receipt off', 'handshake', 'drawn'];
    await Promise.all(
      withEntries.map((giveawayId) => succeed('issue-entries', { giveawayId, passportId, amount: 3 })),
    );
  }, CHAIN_TIMEOUT);
  afterAll(() => gateway.stop());
}

/** Sends a request to the REST API. */
export const send = (
  endpoint: string,
  body: object,
  key = provider.secret,
  headers = {},
): Promise<HttpResponse> =>
  gateway.rest('POST', `/api/provider/integrations/${endpoint}`, { key, body, headers });
/** Sends a request that must succeed, and returns its result. */
export const succeed = async (endpoint: string, body: object, key?: string): Promise<Json> => {
  const response = await send(endpoint, body, key);
  expect(response).toMatchObject({ status: 200, body: { ok: true, context: { endpoint } } });
  return response.body.result;
};

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly reason?: string;
  readonly retryable?: boolean;
  readonly details?: object;
}
export const contractRefusal = (reason: string): Refusal => ({
  status: 422,
  code: 'CONTRACT_REVERT',
  reason,
});
export const NOT_ENDED: Refusal = {
  status: 409,
  code: 'CONTRACT_REVERT',
  reason: 'NOT_ENDED',
  retryable: true,
};
export const notFound = (reason: string): Refusal => ({ status: 404, code: 'NOT_FOUND', reason });
export const NO_WINNER: Refusal = { status: 409, code: 'WINNER_NOT_DECLARED', reason: 'WINNER_NOT_SET' };

/** Expects a refusal in the documented body, and that the signer sent no transaction. */
export async function expectRefusal(
  endpoint: string,
  body: object,
  { status, retryable = false, ...error }: Refusal,
  { secret, signer }: Pick<Provider, 'secret' | 'signer'> = provider,
): Promise<HttpResponse> {
  const nonce = await node.nonceOf(signer);
  const response = await send(endpoint, body, secret);
  expect(response).toMatchObject({
    status,
    body: {
      ok: false,
      requestId: response.headers.get('x-request-id'),
      error: {
        retryable,
        message: expect.stringMatching(/\w/),
        recommendedAction: expect.stringMatching(/\w/),
        ...error,
      },
      context: { endpoint },
    },
  });
  expect(response.headers.has('retry-after')).toBe(retryable);
  expect(await node.nonceOf(signer)).toBe(nonce);
  return response;
}

/** The passport with entries, when the endpoint takes a passport. */
export function passportOf(endpoint: string): object {
  return 'passportId' in (REQUESTS[endpoint] ?? {}) ? { passportId } : {};
}
