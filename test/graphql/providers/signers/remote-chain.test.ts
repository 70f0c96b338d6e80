import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createRpc } from '../../../../src/adapters/chain/rpc/rpc.ts';
import { startContracts, type Contracts } from '../../../chain/indexer/contracts.ts';
import { eventually } from '../../../support/eventually.ts';
import { startGateway, type Gateway } from '../../../support/gateway/gateway.ts';
import { nodesOf, type Json } from '../../../support/http/http.ts';
import { attachSigner, createProvider, createProviderKey } from '../../../support/providers/providers.ts';
import {
  asOperator,
  codeOf,
  detach,
  IMPORT,
  newPrivateKey,
  newWallet,
  SIGNERS,
  signersOf,
} from './signers-gateway.ts';
import { startHttpServer, type TestServer } from '../../../support/http/http-server.ts';
import { chainVariables } from '../../../support/chain/chain-variables.ts';

describe('a gateway on a remote chain', () => {
  let contracts: Contracts;
  let node: TestServer;
  let remote: Gateway;
  /** The bodies of the requests to the node, in lower case. */
  const requestBodies: string[] = [];
  let isChainStopped = false;
  beforeAll(async () => {
    contracts = await startContracts();
    node = await startProxy(contracts.url, requestBodies);
    remote = await startGateway(chainVariables(contracts.deployment, node.url));
  });
  afterAll(async () => {
    await remote.stop();
    await node.stop();
    if (!isChainStopped) await contracts.stop();
  });

  it('asks for the wallet of the hub’s owner, and attaches a signer after its import', async () => {
    const owner = new Wallet(newPrivateKey());
    await createRpc(contracts.url).call('anvil_setBalance', [owner.address, '0x56bc75e2d63100000']);
    await contracts.hub('transferOwnership', [owner.address]);
    await createRpc(contracts.url).call('anvil_impersonateAccount', [owner.address]);
    await contracts.hub('acceptOwnership', [], owner.address);
    const provider = await createProvider(remote);
    const wallet = await newWallet('Signer', remote);
    const refused = await eventually(
      () => attachSigner(remote, provider.id, wallet),
      (response) => codeOf(response) !== 'CHAIN_UNAVAILABLE',
    );
    expect(codeOf(refused)).toBe('SIGNER_NOT_CONFIGURED');
    expect(refused.body.errors[0].message).toMatch(new RegExp(`${owner.address}.*importWallet`));
    expect(await signersOf(provider.id, remote)).toEqual([]);

    const input = { purpose: 'SIGNER', label: 'owner', privateKey: owner.privateKey };
    await asOperator(IMPORT, { input }, remote);
    const { body } = await attachSigner(remote, provider.id, wallet);

    expect(body.data.attachSigner.signer).toMatchObject({ isDefault: true, isRegistered: true });
  });

  it('answers before a slow chain confirms, and makes the signer the default after its registration', async () => {
    const provider = await createProvider(remote);
    const wallet = await newWallet('Slow', remote);
    await contracts.setMining(false);
    const { body } = await attachSigner(remote, provider.id, wallet);
    expect(body.data.attachSigner.signer).toMatchObject({ isDefault: false, isRegistered: false });

    await contracts.mine();
    await contracts.setMining(true);
    await eventually(
      () => signersOf(provider.id, remote),
      ([signer]) => signer.isRegistered,
    );
    const again = await attachSigner(remote, provider.id, wallet);
    expect(again.body.data.attachSigner.signer).toMatchObject({ isDefault: true, isRegistered: true });
  });

  it('sends no transaction for a wallet that is registered already', async () => {
    const provider = await createProvider(remote);
    const wallet = await newWallet('Known', remote);
    await contracts.rpc.call('anvil_setBalance', [wallet, '0x0']);
    const owner = (await createOwner()) as string;
    await contracts.hub('setProviderSigner', [provider.chainKey, wallet, true], owner);
    const sent = () => contracts.rpc.call('eth_getTransactionCount', [owner, 'latest']);
    const before = await sent();
    const { body } = await attachSigner(remote, provider.id, wallet);
    expect(body.data.attachSigner.signer).toMatchObject({ isDefault: true, isRegistered: true });
    expect(await sent()).toBe(before);

    async function createOwner() {
      const response = await asOperator(
        '{ wallets(first: 100) { edges { node { address label } } } }',
        {},
        remote,
      );
      return response.body.data.wallets.edges.find(({ node }: Json) => node.label === 'owner').node.address;
    }
  });

  it('reads all signers of a page with one request', async () => {
    const wallets: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const provider = await createProvider(remote);
      const wallet = await newWallet('Beside', remote);
      await attachSigner(remote, provider.id, wallet);
      wallets.push(wallet.slice(2).toLowerCase());
    }
    requestBodies.length = 0;

    const { body } = await asOperator(
      '{ providers(first: 3) { edges { node { signers { edges { node { balance isRegistered operationsLeft } } } } } } }',
      {},
      remote,
    );

    const signers = body.data.providers.edges.flatMap(({ node }: Json) => nodesOf(node.signers));
    expect(signers).toEqual(wallets.map(() => ({ balance: '0', isRegistered: true, operationsLeft: 0 })));
    const requests = requestBodies.filter((request) => wallets.some((wallet) => request.includes(wallet)));
    expect(requests).toHaveLength(1);
    for (const wallet of wallets) expect(requests[0]).toContain(wallet);
  });

  it('shows signers without the chain’s data while the chain is unreachable, and detaches at once', async () => {
    const { account, provider } = await createProviderKey(remote);
    const wallet = await newWallet('Unreachable', remote);
    await attachSigner(remote, provider.id, wallet);
    const session = await remote.signIn(account);
    await contracts.stop();
    isChainStopped = true;

    const { body } = await remote.graphql(SIGNERS, { id: provider.id }, session);
    expect(nodesOf(body.data.provider.signers)).toEqual([
      {
        address: wallet,
        label: 'Unreachable',
        isDefault: true,
        isRegistered: null,
        balance: null,
        operationsLeft: null,
      },
    ]);
    expect(codeOf(await detach(provider.id, wallet, remote))).toBe('CHAIN_UNAVAILABLE');
    expect(await signersOf(provider.id, remote)).toEqual([]);
  });
});

/** Starts a server that forwards requests to a node, and records their bodies. */
async function startProxy(url: string, requestBodies: string[]): Promise<TestServer> {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    requestBodies.push(body.toLowerCase());
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(url, { method: 'POST', headers, body });
    response.end(await reply.text());
  };
  return startHttpServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
}
