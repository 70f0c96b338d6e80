import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createRpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { nodesOf, type Answer, type Json } from '../../support/http/http.ts';
import { newEmail } from '../../support/listings.ts';
import { auditLog, keysOf, revokeKey } from '../../support/gateway/operator.ts';
import {
  addMember,
  attachSigner,
  createProvider,
  createProviderKey,
  createProviderWithSigner,
} from '../../support/providers/providers.ts';
import { startContracts, type Contracts } from '../../chain/indexer/contracts.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0' });
});
afterAll(() => gateway.stop());

const SIGNERS = `query ($id: ID!) {
  provider(id: $id) { signers { edges { node { address label isDefault isRegistered balance operationsLeft } } } }
}`;
const DETACH = `mutation ($input: DetachSignerInput!) {
  detachSigner(input: $input) { isRegistered provider { signers { edges { node { address } } } } }
}`;
const CREATE_WALLET = `mutation ($label: String) {
  createWallet(input: { purpose: SIGNER, label: $label }) { wallet { address } }
}`;
const IMPORT = `mutation ($input: ImportWalletInput!) {
  importWallet(input: $input) { wallet { id address purpose label } }
}`;
const CREATE_KEY = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { apiKey { id signer } }
}`;
const SET_SIGNER = `mutation ($input: SetApiKeySignerInput!) { setApiKeySigner(input: $input) { apiKey { id signer } } }`;

const codeOf = ({ body }: Answer): string | undefined => body.errors?.[0].extensions.code;
const fieldsOf = ({ body }: Answer): Json =>
  body.errors?.[0].extensions.fields?.map(({ path }: Json) => path);
const asOperator = (query: string, variables: object = {}, at = gateway) =>
  at.graphql(query, variables, at.operatorToken);
const signersOf = async (provider: string, at = gateway): Promise<Json[]> =>
  nodesOf((await asOperator(SIGNERS, { id: provider }, at)).body.data.provider.signers);
const newWallet = async (label = 'Second', at = gateway): Promise<string> =>
  (await asOperator(CREATE_WALLET, { label }, at)).body.data.createWallet.wallet.address;
const detach = (provider: string, wallet: string, at = gateway) =>
  asOperator(DETACH, { input: { provider, wallet } }, at);
/** What the audit log says of a provider, in order. */
const notedOf = async (provider: string): Promise<string[]> =>
  (await auditLog(gateway, 50))
    .filter(({ subject }) => subject === provider)
    .map(({ action }) => action)
    .toReversed();
const newPrivateKey = () => `0x${randomBytes(32).toString('hex')}`;

describe('attaching a signer', () => {
  it('registers it with the contracts, and makes the first one the default', async () => {
    const { provider, signer } = await createProviderWithSigner(gateway);
    expect(await signersOf(provider.id)).toEqual([
      {
        address: signer,
        label: expect.stringMatching(/^demo signer \d$/),
        isDefault: true,
        isRegistered: true,
        balance: '10000000000000000000000',
        operationsLeft: expect.any(Number),
      },
    ]);
    expect(await notedOf(provider.id)).toEqual([
      'createProvider',
      'addProviderMember',
      'attachSigner',
      'registerSigner',
      'setDefaultSigner',
    ]);
  });

  it('goes on where it stopped: attached here, unknown to the contracts, without a default', async () => {
    const provider = await createProvider(gateway);
    const wallet = await newWallet();
    await gateway.onDatabase((em) =>
      em.execute('update wallet set provider_id = ? where address = ?', [provider.id, wallet]),
    );
    expect(await signersOf(provider.id)).toMatchObject([{ isDefault: false, isRegistered: false }]);

    await attachSigner(gateway, provider.id, wallet);

    expect(await signersOf(provider.id)).toMatchObject([{ isDefault: true, isRegistered: true }]);
    expect(await notedOf(provider.id)).toEqual(['createProvider', 'registerSigner', 'setDefaultSigner']);
  });

  it('lets two at once for one wallet have it once', async () => {
    const [one, other] = [await createProvider(gateway), await createProvider(gateway)];
    const wallet = await newWallet();
    const answers = await Promise.all([one, other].map(({ id }) => attachSigner(gateway, id, wallet)));
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['INVALID_PAYLOAD', undefined]));
    const all = [...(await signersOf(one.id)), ...(await signersOf(other.id))];
    expect(all.map(({ address }) => address)).toEqual([wallet]);
  });

  it('is refused for a wallet of another provider, of entrants, of nobody, and without a provider', async () => {
    const { signer } = await createProviderWithSigner(gateway);
    const provider = await createProvider(gateway);
    const managed = await asOperator(
      'mutation { createWallet(input: { purpose: MANAGED }) { wallet { address } } }',
    );
    const taken = await attachSigner(gateway, provider.id, signer);
    expect([codeOf(taken), fieldsOf(taken)]).toEqual(['INVALID_PAYLOAD', [['wallet']]]);
    for (const wallet of [managed.body.data.createWallet.wallet.address, `0x${'2'.repeat(40)}`])
      expect(codeOf(await attachSigner(gateway, provider.id, wallet))).toBe('NOT_FOUND');
    expect(codeOf(await attachSigner(gateway, 'prv_none', signer))).toBe('NOT_FOUND');
    expect(await notedOf(provider.id)).toEqual(['createProvider']);
  });
});

describe('detaching a signer', () => {
  it('takes it from the keys, the default and the contracts', async () => {
    const { provider, account, apiKey, signer } = await createProviderWithSigner(gateway);
    const input = { account, id: apiKey.id, signer };
    await asOperator(SET_SIGNER, { input });
    expect(await keysOf(gateway, account)).toMatchObject([{ signer }]);

    const { body } = await detach(provider.id, signer);

    expect(body.data.detachSigner).toEqual({ isRegistered: false, provider: { signers: { edges: [] } } });
    expect(await keysOf(gateway, account)).toMatchObject([{ signer: null }]);
    expect((await notedOf(provider.id)).slice(-2)).toEqual(['detachSigner', 'unregisterSigner']);
    const [noted] = (await auditLog(gateway, 50)).filter(({ action }) => action === 'detachSigner');
    expect(JSON.parse(noted?.facts)).toEqual({ signer, keys: [apiKey.id] });
    expect(codeOf(await detach(provider.id, signer))).toBe('NOT_FOUND');

    const again = await attachSigner(gateway, provider.id, signer);
    expect(again.body.data.attachSigner.signer).toMatchObject({ isDefault: true, isRegistered: true });
    expect(await keysOf(gateway, account)).toMatchObject([{ signer: null }]);
    await detach(provider.id, signer);
  });

  it('goes on where it stopped: gone here, known to the contracts', async () => {
    const provider = await createProvider(gateway);
    const wallet = await newWallet();
    await attachSigner(gateway, provider.id, wallet);
    await gateway.onDatabase(async (em) => {
      await em.execute('update provider set default_signer = null where id = ?', [provider.id]);
      await em.execute('update wallet set provider_id = null where address = ?', [wallet]);
    });
    expect((await detach(provider.id, wallet)).body.data.detachSigner.isRegistered).toBe(false);
    expect((await notedOf(provider.id)).at(-1)).toBe('unregisterSigner');
    expect(codeOf(await detach(provider.id, wallet))).toBe('NOT_FOUND');
  });
});

describe('importing a wallet', () => {
  it('takes the key into custody and shows it nowhere', async () => {
    const privateKey = newPrivateKey();
    const input = { purpose: 'SIGNER', label: 'Imported', privateKey };
    const { body, text: shown } = await asOperator(IMPORT, { input });
    expect(body.data.importWallet.wallet).toEqual({
      id: expect.stringMatching(/^wal_/),
      address: new Wallet(privateKey).address,
      purpose: 'SIGNER',
      label: 'Imported',
    });
    expect(`${shown}${gateway.log.join('')}`).not.toContain(privateKey.slice(2));
    expect((await auditLog(gateway, 1))[0]).toMatchObject({
      action: 'importWallet',
      subject: body.data.importWallet.wallet.id,
    });
  });

  it('again answers the wallet that is there, as it was, and notes nothing', async () => {
    const privateKey = newPrivateKey();
    const first = await asOperator(IMPORT, { input: { purpose: 'SIGNER', label: 'One', privateKey } });
    const [noted] = await auditLog(gateway, 1);
    const again = await asOperator(IMPORT, {
      input: { purpose: 'SIGNER', label: 'Other', privateKey: `0x${privateKey.slice(2).toUpperCase()}` },
    });
    expect(again.body).toMatchObject({ data: first.body.data });
    expect(await auditLog(gateway, 1)).toEqual([noted]);
  });

  it.each([
    ['a key that is too short', `0x${'a'.repeat(63)}`],
    ['a key without 0x', 'a'.repeat(64)],
    ['no hexadecimal digits', `0x${'g'.repeat(64)}`],
    ['zero, which is no key', `0x${'0'.repeat(64)}`],
    ['a number beyond the curve', `0x${'f'.repeat(64)}`],
  ])('is refused with %s, which the answer does not repeat', async (_what, privateKey) => {
    const answer = await asOperator(IMPORT, { input: { purpose: 'SIGNER', privateKey } });
    expect([codeOf(answer), fieldsOf(answer)]).toEqual(['INVALID_PAYLOAD', [['privateKey']]]);
    expect(answer.text).not.toContain(privateKey.slice(2));
  });

  it('does not repeat a key that stands beside a misspelt field', async () => {
    const privateKey = newPrivateKey();
    const answer = await asOperator(IMPORT, { input: { purpose: 'SIGNER', lable: 'Misspelt', privateKey } });
    expect(codeOf(answer)).toBe('INVALID_PAYLOAD');
    expect(answer.text).not.toContain(privateKey.slice(2));
  });
});

describe('the signer of a key', () => {
  let provider: Json;
  let member: string;
  let account: string;
  let second: string;
  beforeAll(async () => {
    account = newEmail();
    provider = await createProvider(gateway);
    await addMember(gateway, provider.id, account);
    member = await gateway.signIn(account);
    second = await newWallet();
    await attachSigner(gateway, provider.id, await newWallet('First'));
    await attachSigner(gateway, provider.id, second);
  });
  const create = (input: object, key = member) =>
    gateway.graphql(CREATE_KEY, { input: { scopes: ['provider:entries'], ...input } }, key);

  it('is chosen by a member when it is made, and changed later', async () => {
    const made = await create({ provider: provider.id, signer: second.toLowerCase() });
    const { id, signer } = made.body.data.createApiKey.apiKey;
    expect(signer).toBe(second);
    const cleared = await gateway.graphql(SET_SIGNER, { input: { id, signer: null } }, member);
    expect(cleared.body.data.setApiKeySigner.apiKey).toEqual({ id, signer: null });
    const set = await asOperator(SET_SIGNER, { input: { id, signer: second, account } });
    expect(set.body.data.setApiKeySigner.apiKey.signer).toBe(second);
    const noted = (await auditLog(gateway, 50)).filter(({ subject }) => subject === id);
    expect(noted.map(({ action, actor, facts }) => [action, actor.split(':')[0], JSON.parse(facts)])).toEqual(
      [
        ['setApiKeySigner', 'operator', { signer: second }],
        ['setApiKeySigner', 'account', { signer: 'default' }],
        ['createApiKey', 'account', { scopes: ['provider:entries'], provider: provider.id, signer: second }],
      ],
    );
  });

  it('needs a key of a provider that is live, and is no business of other accounts', async () => {
    const alone = await create({ scopes: ['giveaways:publish'], signer: second });
    expect([codeOf(alone), fieldsOf(alone)]).toEqual(['INVALID_PAYLOAD', [['signer']]]);
    const plain = await create({ scopes: ['giveaways:publish'] });
    const none = await gateway.graphql(
      SET_SIGNER,
      { input: { id: plain.body.data.createApiKey.apiKey.id, signer: second } },
      member,
    );
    expect([codeOf(none), fieldsOf(none)]).toEqual(['INVALID_PAYLOAD', [['signer']]]);

    const { id } = (await create({ provider: provider.id })).body.data.createApiKey.apiKey;
    const stranger = await gateway.signIn();
    expect(codeOf(await gateway.graphql(SET_SIGNER, { input: { id, signer: second } }, stranger))).toBe(
      'NOT_FOUND',
    );
    await revokeKey(gateway, account, id);
    expect(codeOf(await gateway.graphql(SET_SIGNER, { input: { id, signer: second } }, member))).toBe(
      'NOT_FOUND',
    );
  });

  it('is shown with the others to members of the provider, and to nobody else', async () => {
    const seen = await gateway.graphql(SIGNERS, { id: provider.id }, member);
    expect(nodesOf(seen.body.data.provider.signers).map(({ label }: Json) => label)).toEqual([
      'Second',
      'First',
    ]);
    const stranger = await gateway.signIn();
    expect((await gateway.graphql(SIGNERS, { id: provider.id }, stranger)).body.data.provider).toBeNull();
  });
});

it('measures what signers hold, and names those with little once', async () => {
  const { signer, provider } = await createProviderWithSigner(gateway);
  const poor = await newWallet('Poor');
  await attachSigner(gateway, provider.id, poor);
  await gateway.restart();
  const { text: metrics } = await eventually(
    () => gateway.rest('GET', '/metrics'),
    (answer) => answer.text.includes('signer_balance_native{'),
  );
  expect(metrics).toContain(`signer_balance_native{signer="${signer}"} 10000\n`);
  expect(metrics).toContain(`signer_balance_native{signer="${poor}"} 0\n`);
  expect(metrics).toMatch(/^signers_low_balance [1-9]/m);
  const warnings = gateway.log.map((line) => JSON.parse(line)).filter((entry) => entry.signer === poor);
  expect(warnings).toMatchObject([{ provider: provider.id, balance: '0', operationsLeft: 0, level: 40 }]);
  await detach(provider.id, signer);
});

describe('a gateway on the chain of RPC_URL', () => {
  let contracts: Contracts;
  let node: Server;
  let remote: Gateway;
  /** What was asked of the node, request by request, in lower case. */
  const asked: string[] = [];
  let isAway = false;
  beforeAll(async () => {
    contracts = await startContracts();
    node = await listenBefore(contracts.url, asked);
    const { hub, passport, beacon, blockNumber } = contracts.deployment;
    remote = await startGateway({
      CHAIN: 'on',
      RPC_URL: `http://127.0.0.1:${(node.address() as AddressInfo).port}`,
      CHAIN_HUB: hub,
      CHAIN_PASSPORT: passport,
      CHAIN_BEACON: beacon,
      CHAIN_START_BLOCK: String(blockNumber),
      CHAIN_CONFIRMATIONS: '1',
    });
  });
  afterAll(async () => {
    await remote.stop();
    node.closeAllConnections();
    node.close();
    if (!isAway) await contracts.stop();
  });

  it('says that the wallet of the hub’s owner must be imported, and attaches as soon as it is', async () => {
    const owner = new Wallet(newPrivateKey());
    await createRpc(contracts.url).call('anvil_setBalance', [owner.address, '0x56bc75e2d63100000']);
    await contracts.hub('transferOwnership', [owner.address]);
    await createRpc(contracts.url).call('anvil_impersonateAccount', [owner.address]);
    await contracts.hub('acceptOwnership', [], owner.address);
    const provider = await createProvider(remote);
    const wallet = await newWallet('Signer', remote);
    const refused = await eventually(
      () => attachSigner(remote, provider.id, wallet),
      (answer) => codeOf(answer) !== 'CHAIN_UNAVAILABLE',
    );
    expect(codeOf(refused)).toBe('SIGNER_NOT_CONFIGURED');
    expect(refused.body.errors[0].message).toMatch(new RegExp(`${owner.address}.*importWallet`));
    expect(await signersOf(provider.id, remote)).toEqual([]);

    const input = { purpose: 'SIGNER', label: 'owner', privateKey: owner.privateKey };
    await asOperator(IMPORT, { input }, remote);
    const { body } = await attachSigner(remote, provider.id, wallet);

    expect(body.data.attachSigner.signer).toMatchObject({ isDefault: true, isRegistered: true });
  });

  it('answers before a chain that takes long, and makes no default of what it does not know yet', async () => {
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

  it('skips the transaction for a wallet that is registered already', async () => {
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
      const answer = await asOperator(
        '{ wallets(first: 100) { edges { node { address label } } } }',
        {},
        remote,
      );
      return answer.body.data.wallets.edges.find(({ node }: Json) => node.label === 'owner').node.address;
    }
  });

  it('is asked for all signers of a page with one request', async () => {
    const wallets: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const provider = await createProvider(remote);
      const wallet = await newWallet('Beside', remote);
      await attachSigner(remote, provider.id, wallet);
      wallets.push(wallet.slice(2).toLowerCase());
    }
    asked.length = 0;

    const { body } = await asOperator(
      '{ providers(first: 3) { edges { node { signers { edges { node { balance isRegistered operationsLeft } } } } } } }',
      {},
      remote,
    );

    const signers = body.data.providers.edges.flatMap(({ node }: Json) => nodesOf(node.signers));
    expect(signers).toEqual(wallets.map(() => ({ balance: '0', isRegistered: true, operationsLeft: 0 })));
    const requests = asked.filter((request) => wallets.some((wallet) => request.includes(wallet)));
    expect(requests).toHaveLength(1);
    for (const wallet of wallets) expect(requests[0]).toContain(wallet);
  });

  it('shows signers without what only the chain knows while it is away, and detaches at once', async () => {
    const { account, provider } = await createProviderKey(remote);
    const wallet = await newWallet('Away', remote);
    await attachSigner(remote, provider.id, wallet);
    const session = await remote.signIn(account);
    await contracts.stop();
    isAway = true;

    const { body } = await remote.graphql(SIGNERS, { id: provider.id }, session);
    expect(nodesOf(body.data.provider.signers)).toEqual([
      {
        address: wallet,
        label: 'Away',
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

/** Passes requests on to a node, and notes them. */
async function listenBefore(url: string, asked: string[]): Promise<Server> {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    asked.push(body.toLowerCase());
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body });
    response.end(await answer.text());
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
