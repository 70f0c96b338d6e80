import { afterAll, beforeAll, expect } from '@jest/globals';
import { Wallet } from 'ethers';
import { embeddedNode, type EmbeddedNode } from '../../support/chain/embedded-chain.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { revokeKey } from '../../support/gateway/operator.ts';
import type { Json } from '../../support/http/http.ts';
import { A_WALLET, REQUESTS } from '../../support/providers/provider-requests.ts';
import { createProviderKey, createProviderWithSigner } from '../../support/providers/providers.ts';
import { CHAIN_TIMEOUT, graphqlApi, requestEach, restApi, type Body, type RequestHeaders } from './apis.ts';

export const AN_HOUR = 3_600;
/** Seconds after the end of a round before its beacon round is due. */
export const BEACON_MARGIN = 600;

export let gateway: Gateway;
export let node: EmbeddedNode;
export let provider: Awaited<ReturnType<typeof createProviderWithSigner>>;
/** A provider whose signer loses its funds in one test. */
export let providerWithoutFunds: typeof provider;
/** A passport with entries in the giveaways of `providerWithoutFunds`. */
export let passportWithoutFunds: number;
export const keys: Record<string, string | undefined> = { anonymous: undefined };
/** A passport with entries in each giveaway that has entries. */
export let passportId: number;
/** A passport without entries, in a managed wallet; it cannot be transferred. */
export let managedPassport: number;
export let managedWallet: string;
export const startTime = Math.floor(Date.now() / 1_000) - 60;
/** Later than the longest time that a client is asked to wait. */
export const endTime = startTime + 2 * AN_HOUR;

/** The state at the last reading; undefined after a successful request. */
let lastState: Json;
const forgetState = () => {
  lastState = undefined;
};
export const rest = restApi(() => gateway, forgetState);
export const graphql = graphqlApi(() => gateway, forgetState);

/** Starts a gateway with an embedded chain, two providers and giveaways in several states for a suite, and stops it. */
export function useProviders(): void {
  beforeAll(async () => {
    gateway = await startGateway({
      CHAIN: 'on',
      CHAIN_BLOCK_TIME: '0',
      CHAIN_BEACON_MARGIN: String(BEACON_MARGIN),
    });
    node = await embeddedNode(gateway);
    provider = await createProviderWithSigner(gateway);
    providerWithoutFunds = await createProviderWithSigner(gateway);
    keys['unsigned'] = (await createProviderKey(gateway)).secret;
    keys['publisher'] = await gateway.createKey();
    keys['operator'] = gateway.operatorToken;
    const revoked = await createProviderKey(gateway);
    keys['revoked'] = revoked.secret;
    await revokeKey(gateway, revoked.account, revoked.apiKey.id);

    const create = (giveawayId: string, options: object = {}, key = provider.secret) =>
      rest.request('create-giveaway', { giveawayId, startTime, determinationType: 0, ...options }, key);
    const [entrant, managed, entrantWithoutFunds] = await Promise.all([
      rest.request('provision-entrant', { entrantWallet: Wallet.createRandom().address }, provider.secret),
      rest.request(
        'provision-entrant',
        { ownershipMode: 'managed_wallet', maxTransfers: 0 },
        provider.secret,
      ),
      rest.request('provision-entrant', { entrantWallet: A_WALLET }, providerWithoutFunds.secret),
      create('open'),
      create('scheduled', { startTime: startTime + 1_000 * AN_HOUR }),
      create('declared', { endTime }),
      create('empty', { endTime }),
      create('drawn', { endTime, determinationType: 1 }),
      create('handshake', { endTime, requiresHandshake: true, providerPaysReceiptGas: true }),
      create('empty drawn', { endTime, determinationType: 1 }),
      create('open', {}, providerWithoutFunds.secret),
      create('declared', { endTime }, providerWithoutFunds.secret),
      create('decided', { endTime, providerPaysReceiptGas: true }, providerWithoutFunds.secret),
      create('drawn', { endTime, determinationType: 1 }, providerWithoutFunds.secret),
    ]);
    passportId = entrant.result.passportId;
    managedPassport = managed.result.passportId;
    managedWallet = managed.result.managedWallet;
    passportWithoutFunds = entrantWithoutFunds.result.passportId;
    const issue = (giveawayId: string, holder: number, key = provider.secret) =>
      rest.request('issue-entries', { giveawayId, passportId: holder, amount: 2 }, key);
    await Promise.all([
      ...['open', 'declared', 'drawn', 'handshake'].map((giveawayId) => issue(giveawayId, passportId)),
      ...['open', 'declared', 'drawn', 'decided'].map((giveawayId) =>
        issue(giveawayId, passportWithoutFunds, providerWithoutFunds.secret),
      ),
    ]);
    const countHolders = ({ giveaways }: Json) =>
      giveaways.nodes.flatMap(({ round }: Json) => round.entries.nodes).length;
    await eventually(readState, (read) => countHolders(read) === 8, 30_000);
  }, CHAIN_TIMEOUT);
  afterAll(() => gateway.stop());
}

/** Sends the same request to REST and then to GraphQL. */
export const requestBoth = (endpoint: string, body: Body, key = provider.secret, headers?: RequestHeaders) =>
  requestEach([rest, graphql], endpoint, body, key, headers);

/** Expects the same refusal from both APIs, and that nothing has changed. */
export async function expectSameRefusal(
  endpoint: string,
  body: Body,
  expected: object,
  key?: string,
  headers?: RequestHeaders,
): Promise<Json> {
  return expectNoChange(async () => {
    const [first, second] = await requestBoth(endpoint, body, key, headers);
    expect(first).toMatchObject(expected);
    expect(second).toEqual(first);
    return first;
  });
}

/** Runs requests of which none succeeds, and expects that nothing has changed. */
export async function expectNoChange<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = lastState ?? (await readAll());
  const result = await work();
  lastState = await readAll();
  expect(lastState).toEqual(before);
  return result;
}

/** The passport with entries, when the endpoint takes a passport. */
export const passportOf = (endpoint: string) =>
  'passportId' in (REQUESTS[endpoint] ?? {}) ? { passportId } : {};

const ROUND_FIELDS = `index state title imageUri metadataUri entries { nodes { passport { passportId } entries } }
  winner { passportId wallet } receipt { byProvider } delivery { assetContract recipient proofChainId proofTxHash proofURI }`;

/** Reads the giveaways of both providers, and the passports of the managed wallet, from the read model. */
export async function readState(): Promise<Json> {
  const { body } = await gateway.graphql(
    `{ giveaways(first: 40) { nodes { giveawayId title determinationType endTime
      round(index: 0) { ${ROUND_FIELDS} } } } passports(owner: "${managedWallet}", first: 5) { nodes { passportId owner } } }`,
  );
  if (body.errors) throw new Error(body.errors[0].message);
  return body.data;
}

/** Reads the state after the newest block is indexed, and the nonces of both signers. */
async function readAll(): Promise<Json> {
  const newest = Number(await node.rpc.call('eth_blockNumber'));
  const nextBlock = () =>
    gateway.onDatabase(async (em) => {
      const [row] = await em.execute('select next_block from chain_cursor');
      return Number((row as Json).next_block);
    });
  expect(await eventually(nextBlock, (block) => block > newest)).toBeGreaterThan(newest);
  return {
    ...(await readState()),
    nonces: await Promise.all([provider, providerWithoutFunds].map(({ signer }) => node.nonceOf(signer))),
  };
}
