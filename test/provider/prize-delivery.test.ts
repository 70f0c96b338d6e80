import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Wallet, ZeroAddress } from 'ethers';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startTestChain, type TestChain } from '../support/chain/anvil.ts';
import { embeddedNode } from '../support/chain/embedded-chain.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';

jest.setTimeout(180_000);

const OTHER_CHAIN = 777;
/** ERC-7528. */
const CURRENCY = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const EMBEDDED_CHAIN = 31_337;
const now = () => Math.floor(Date.now() / 1_000);

let other: TestChain;
let gateway: Gateway;
let key: string;
/** Where the proofs say that they can be seen, and how often somebody connected to it. */
let proofServer: Server;
let connections = 0;
/** The contract of the passports. */
let passport: string;
beforeAll(async () => {
  proofServer = createServer((_request, response) => response.end('A proof'))
    .on('connection', () => (connections += 1))
    .listen(0, '127.0.0.1');
  await once(proofServer, 'listening');
  other = await startTestChain({ flags: ['--chain-id', String(OTHER_CHAIN)] });
  gateway = await startGateway({
    CHAIN: 'on',
    CHAIN_BLOCK_TIME: '0',
    PRIZE_CHAIN_RPC_URLS: `${OTHER_CHAIN}=${other.url}`,
  });
  key = (await createProviderWithSigner(gateway)).secret;
  const file = join(gateway.directory, 'chain', 'addresses.json');
  passport = JSON.parse(await readFile(file, 'utf8')).passport;
});
afterAll(async () => {
  await gateway.stop();
  await other.stop();
  proofServer.closeAllConnections();
  proofServer.close();
});

async function done(endpoint: string, body: object): Promise<Json> {
  const response = await gateway.rest('POST', `/api/provider/integrations/${endpoint}`, { key, body });
  expect(response).toMatchObject({ status: 200, body: { ok: true } });
  return response.body;
}

it('shows the verification of deliveries on the chain of their proof, and never requests the proof URL', async () => {
  const recipient = Wallet.createRandom().address;
  const endTime = now() + 600;
  const names = ['verified', 'own', 'mismatch', 'unverifiable'];
  const ids = new Map<string, string>();
  const forEach = (work: (giveawayId: string) => Promise<unknown>) => Promise.all(names.map(work));
  await forEach(async (giveawayId) => {
    const options = { giveawayId, startTime: now() - 60, endTime, determinationType: 0, title: giveawayId };
    const { result } = await done('create-giveaway', options);
    ids.set(giveawayId, result.id);
  });
  const provisioned = await done('provision-entrant', { entrantWallet: recipient, maxTransfers: 1 });
  const { passportId } = provisioned.result;
  await forEach((giveawayId) =>
    done('issue-entries', { giveawayId, passportId, amount: 1, expectedOwnerWallet: recipient }),
  );
  await (await embeddedNode(gateway)).advance(600);
  await forEach((giveawayId) => done('declare-winner', { giveawayId, passportId }));
  // The clock of the other chain is not behind that of the decisions.
  await other.rpc.call('evm_increaseTime', ['0x258']);

  const payment = String(
    await other.rpc.call('eth_sendTransaction', [
      { from: other.signers[0]?.address, to: recipient, value: '0x1' },
    ]),
  );
  // A mint is a transfer of a token (ERC-721).
  const early = provisioned.operation.transactionHash;
  const second = await done('provision-entrant', { entrantWallet: recipient, maxTransfers: 1 });
  const mint = second.operation.transactionHash;
  const proofs: Readonly<Record<string, object>> = {
    verified: { assetContract: CURRENCY, proofChainId: OTHER_CHAIN, proofTxHash: payment },
    own: { assetContract: passport, proofChainId: EMBEDDED_CHAIN, proofTxHash: mint },
    mismatch: { assetContract: passport, proofChainId: EMBEDDED_CHAIN, proofTxHash: early },
    unverifiable: { assetContract: CURRENCY, proofChainId: 1, proofTxHash: payment },
  };
  const proofURI = `http://127.0.0.1:${(proofServer.address() as AddressInfo).port}/proof`;
  const operations = new Map<string, string>();
  await forEach(async (giveawayId) => {
    const delivery = { giveawayId, roundIndex: 0, recipient, proofURI, ...proofs[giveawayId] };
    operations.set(giveawayId, (await done('record-prize-delivery', delivery)).operation.id);
  });

  const settled = await eventually(
    shown,
    (found) => found.filter(({ verifiedAt }) => verifiedAt).length === 3,
    30_000,
  );
  const at = expect.stringMatching(/^\d{4}-.*Z$/);
  const nothing = {
    amount: null,
    tokenId: null,
    transferredFrom: null,
    sender: null,
    byProvider: null,
    transferredAt: null,
  };
  const open = { ...nothing, verificationReason: null, proofURI };
  const rest = [
    {
      ...open,
      verification: 'VERIFIED',
      verifiedAt: at,
      amount: '1',
      tokenId: String(second.result.passportId),
      transferredFrom: ZeroAddress,
      sender: expect.stringMatching(/^0x/),
      byProvider: true,
      transferredAt: at,
    },
    { ...open, verification: 'MISMATCH', verificationReason: 'BEFORE_DECISION', verifiedAt: at },
    { ...open, verification: 'UNVERIFIABLE', verificationReason: 'NO_NODE', verifiedAt: at },
  ];
  expect(settled).toEqual([
    { ...open, verification: 'PENDING', verificationReason: 'WAITING', verifiedAt: null },
    ...rest,
  ]);
  await other.rpc.call('anvil_mine', ['0x4']);
  const last = await eventually(shown, ([first]) => first.verifiedAt !== null, 60_000);
  const paid = { amount: '1', transferredFrom: other.signers[0]?.address, sender: other.signers[0]?.address };
  expect(last).toEqual([
    { ...open, ...paid, verification: 'VERIFIED', verifiedAt: at, byProvider: false, transferredAt: at },
    ...rest,
  ]);
  const operation = await gateway.rest(
    'GET',
    `/api/provider/integrations/operations/${operations.get('own')}`,
    { key },
  );
  expect(operation.body.result).toMatchObject({
    assetContract: passport,
    verification: 'VERIFIED',
    verificationReason: null,
    transferredAmount: '1',
    transferredTokenId: String(second.result.passportId),
    transferredFrom: ZeroAddress,
    byProvider: true,
  });
  expect(connections).toBe(0);
  expect((await fetch(proofURI)).status).toBe(200);
  expect(connections).toBe(1);

  async function shown(): Promise<Json[]> {
    const query = `query ($id: ID!) { giveaway(id: $id) { round(index: 0) { delivery {
        verification verificationReason verifiedAt proofURI amount tokenId transferredFrom sender byProvider transferredAt
      } } } }`;
    const responses = await Promise.all(
      names.map((name) => gateway.graphql(query, { id: ids.get(name) }, gateway.operatorToken)),
    );
    return responses.map(({ body }) => body.data.giveaway.round.delivery ?? { verifiedAt: null });
  }
});

it('applies a verification only to the delivery that was verified', async () => {
  const delivery =
    '{ giveaways { nodes { giveawayId round(index: 0) { delivery { verification verifiedAt } } } } }';
  const checks = async () => {
    const { body } = await gateway.graphql(delivery, {}, gateway.operatorToken);
    return body.data.giveaways.nodes.map(({ round }: Json) => round.delivery.verification).toSorted();
  };
  expect(await checks()).toEqual(['MISMATCH', 'UNVERIFIABLE', 'VERIFIED', 'VERIFIED']);
  await gateway.onDatabase((em) =>
    em
      .getConnection()
      .execute(
        `update prize_delivery_check set delivery_transaction_hash = '0x0' where verdict = 'VERIFIED'`,
      ),
  );
  expect(await checks()).toEqual(['MISMATCH', 'PENDING', 'PENDING', 'UNVERIFIABLE']);
});
