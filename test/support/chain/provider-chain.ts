import { HDNodeWallet, Mnemonic } from 'ethers';
import { digests } from '../../../src/adapters/chain/hub/digests.ts';
import { hubInterface } from '../../../src/adapters/chain/hub/hub-interface.ts';
import type { Rpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import { startContracts, type Contracts } from '../../chain/indexer/contracts.ts';
import { eventually } from '../eventually.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { HttpResponse, Json } from '../http/http.ts';
import { attachSigner, createProviderKey, type OperatorClient } from '../providers/providers.ts';
import { startHttpServer } from '../http/http-server.ts';
import { chainVariables } from './chain-variables.ts';

// The accounts that a new anvil node starts with; the first one owns the hub.
const ACCOUNTS = HDNodeWallet.fromMnemonic(
  Mnemonic.fromPhrase('test test test test test test test test test test test junk'),
  "m/44'/60'/0'/0",
);
const IMPORT = 'mutation ($input: ImportWalletInput!) { importWallet(input: $input) { wallet { address } } }';

/** A provider that can sign on the chain. */
export interface SigningProvider {
  /** The secret of its API key. */
  readonly secret: string;
  readonly provider: Json;
  readonly signer: string;
}

/** A chain that outlives the gateways connected to it. */
export interface ProviderChain {
  readonly contracts: Contracts;
  /** The configuration of a gateway on this chain; `rpcUrl` may be a proxy of the node. */
  variables(rpcUrl?: string): Record<string, string>;
  /** Creates a provider with a funded wallet as its signer. */
  enroll(gateway: OperatorClient): Promise<SigningProvider>;
  stop(): Promise<void>;
}

/** Starts a node, with these arguments, and deploys the contracts. */
export async function startProviderChain(args: readonly string[] = []): Promise<ProviderChain> {
  const contracts = await startContracts(args);
  let enrolled = 0;
  return {
    contracts,
    variables: (rpcUrl = contracts.url) => chainVariables(contracts.deployment, rpcUrl),
    async enroll(gateway) {
      const importWallet = async (place: number) => {
        const { address, privateKey } = ACCOUNTS.deriveChild(place);
        const input = { purpose: 'SIGNER', label: `account ${place}`, privateKey };
        await gateway.graphql(IMPORT, { input }, gateway.operatorToken);
        return address;
      };
      await importWallet(0);
      enrolled += 1;
      const signer = await importWallet(enrolled);
      const { secret, provider } = await createProviderKey(gateway);
      // The gateway may still be connecting to its chain.
      const { body } = await eventually(
        () => attachSigner(gateway, provider.id, signer),
        (response) => response.body.data?.attachSigner?.signer.isDefault === true,
        30_000,
      );
      if (body.errors) throw new Error(body.errors[0].message);
      return { secret, provider, signer };
    },
    stop: () => contracts.stop(),
  };
}

/** The state of the hub, read from the node without any gateway. */
export interface HubState {
  /** The number of entries that a passport has in round 0. */
  entriesOf(provider: Json, giveawayId: string, passportId: number): Promise<number>;
  /** How many times the operation with this key in the hub changed entries. */
  changesBy(opKey: string | undefined): Promise<number>;
  /** The number of events of this name. */
  countOf(event: string): Promise<number>;
}

export function hubStateOf(rpc: Rpc, hub: string): HubState {
  const logs = async (event: string): Promise<readonly { readonly data: string }[]> => {
    const topics = [hubInterface.getEvent(event)?.topicHash];
    return (await rpc.call('eth_getLogs', [
      { address: hub, fromBlock: '0x0', toBlock: 'latest', topics },
    ])) as never;
  };
  return {
    async entriesOf({ chainKey }, giveawayId, passportId) {
      const key = digests.giveawayKey(chainKey, giveawayId);
      const data = hubInterface.encodeFunctionData('entriesOf', [key, 0, passportId]);
      const response = String(await rpc.call('eth_call', [{ to: hub, data }, 'latest']));
      return Number(hubInterface.decodeFunctionResult('entriesOf', response)[0]);
    },
    async changesBy(opKey = 'no key') {
      return (await logs('EntriesChanged')).filter(({ data }) => data.startsWith(opKey)).length;
    },
    countOf: async (event) => (await logs(event)).length,
  };
}

/** Sends a request to an endpoint of the provider API. */
export type SendToProviderApi = (
  endpoint: string,
  body: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<HttpResponse>;

/** Sends requests with a provider's key; a request without a response in time is an error. */
export function sendAs(client: Pick<Gateway, 'rest'>, secret: string): SendToProviderApi {
  return (endpoint, body, headers = {}) =>
    client.rest('POST', `/api/provider/integrations/${endpoint}`, { key: secret, body, headers });
}

/** Repeats a request with its Idempotency-Key until it has a final response. */
export function untilFinal(
  sendRequest: () => Promise<HttpResponse>,
  withinMs = 40_000,
): Promise<HttpResponse> {
  return eventually(
    sendRequest,
    ({ status, body }) => status === 200 || body?.error?.retryable === false,
    withinMs,
  );
}

/** A proxy of a node that can stop answering. */
export interface NodeProxy {
  readonly url: string;
  /** `shut` closes every connection; `silent` accepts requests and never answers. */
  set(state: 'open' | 'shut' | 'silent'): void;
  /** Forwards to another node from now on. */
  lead(target: string): void;
  /** The bodies of the requests that were not answered. */
  readonly unanswered: readonly string[];
  stop(): Promise<void>;
}

/** Starts a proxy of the node at `first`. */
export async function openNodeProxy(first: string): Promise<NodeProxy> {
  let target = first;
  let state: Parameters<NodeProxy['set']>[0] = 'open';
  const unanswered: string[] = [];
  const { url, stop } = await startHttpServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      if (state !== 'open') unanswered.push(body);
      if (state === 'shut') response.destroy();
      if (state !== 'open') return;
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch(target, { method: 'POST', headers, body });
      response.writeHead(reply.status, headers).end(await reply.text());
    })().catch(() => response.destroy());
  });
  return {
    url,
    unanswered,
    set(next) {
      state = next;
    },
    lead(next) {
      target = next;
    },
    stop,
  };
}
