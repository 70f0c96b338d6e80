import { beforeAll, describe, expect, it } from '@jest/globals';
import { AbiCoder, concat, getAddress, id, toBeHex, Wallet, ZeroAddress, zeroPadValue } from 'ethers';
import { createProofChains } from '../../../src/adapters/chain/hub/proof-chains.ts';
import type { ProofFinding } from '../../../src/core/prizes/proof-chains.ts';
import { createRpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import { findFreePort } from '../../support/gateway/process.ts';
import { startTestChain } from '../../support/chain/anvil.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const HASH = id('no transaction');
const RECIPIENT = Wallet.createRandom().address;
const OTHER = Wallet.createRandom().address;
const word = (address: string) => zeroPadValue(address, 32);
const encode = (types: readonly string[], ...values: readonly unknown[]) =>
  AbiCoder.defaultAbiCoder().encode([...types], values);

const TRANSFER = id('Transfer(address,address,uint256)');
const SINGLE = id('TransferSingle(address,address,address,uint256,uint256)');
const BATCH = id('TransferBatch(address,address,address,uint256[],uint256[])');
const AMOUNTS = ['uint256[]', 'uint256[]'] as const;

const chain = sharedByTests(startTestChain);
let from: string;
/** Contracts that emit one log: their call data are `count` topics, followed by the log's data. */
const emitters = new Map<number, string>();

beforeAll(async () => {
  from = chain.signers[0]?.address ?? '';
  for (const count of [1, 3, 4]) emitters.set(count, await deploy(emitter(count)));
});

/** Sends a transaction that anvil signs; returns its hash when it is mined. */
async function send(transaction: object): Promise<string> {
  const hash = String(
    await chain.rpc.call('eth_sendTransaction', [{ from, gas: '0xf4240', ...transaction }]),
  );
  for (;;) {
    if ((await chain.rpc.call('eth_getTransactionReceipt', [hash])) !== null) return hash;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function deploy(runtime: string): Promise<string> {
  const size = toBeHex((runtime.length - 2) / 2, 2);
  // PUSH2 size, DUP1, PUSH1 10, RETURNDATASIZE (0), CODECOPY, RETURNDATASIZE (0), RETURN.
  const hash = await send({ data: concat(['0x61', size, '0x80600a3d393df3', runtime]) });
  const receipt = await chain.rpc.call('eth_getTransactionReceipt', [hash]);
  return (receipt as { readonly contractAddress: string }).contractAddress;
}

/** A program that logs its call data behind the first `count` words, with these words as topics. */
function emitter(count: number): string {
  const skipped = toBeHex(32 * count, 1);
  const topics = Array.from(
    { length: count },
    (_, place) => `0x60${toBeHex(32 * (count - 1 - place), 1).slice(2)}35`,
  );
  // CALLDATACOPY(0, skipped, size - skipped); CALLDATALOAD of the topics, the last first; LOG of size - skipped at 0.
  const size = `0x60${skipped.slice(2)}3603`;
  const log = toBeHex(0xa0 + count, 1);
  return concat([size, '0x60', skipped, '0x600037', ...topics, size, '0x6000', log, '0x00']);
}

async function emit(topics: readonly string[], data = '0x'): Promise<{ asset: string; hash: string }> {
  const asset = emitters.get(topics.length) ?? '';
  return { asset, hash: await send({ to: asset, data: concat([...topics, data]) }) };
}

const chains = (confirmations = 1) =>
  createProofChains({ urls: new Map(), own: { rpc: chain.rpc, confirmations } });
const inspectFully = (
  assetContract: string,
  proofTransactionHash: string,
  confirmations = 1,
  recipient = RECIPIENT,
) =>
  chains(confirmations).inspect({
    proofChainId: Number(chain.chainId),
    proofTransactionHash,
    assetContract,
    recipient,
  });
/** Whether the transaction delivers the asset; else what was found. */
const inspect = async (...proof: Parameters<typeof inspectFully>) => toShort(await inspectFully(...proof));

function toShort(finding: ProofFinding): string {
  if (finding.kind !== 'SUCCEEDED') return finding.kind === 'FAILED' ? 'NOT_DELIVERED' : finding.kind;
  return finding.transfers.length > 0 ? 'DELIVERED' : 'NOT_DELIVERED';
}

describe('a proof of delivery', () => {
  it.each([
    [
      'ERC-20 tokens',
      [TRANSFER, word(OTHER), word(RECIPIENT)],
      encode(['uint256'], 5),
      { amount: '5', tokenId: null },
    ],
    [
      'an ERC-721 token, of number 0 too',
      [TRANSFER, word(OTHER), word(RECIPIENT), toBeHex(0, 32)],
      '0x',
      { amount: '1', tokenId: '0' },
    ],
    [
      'ERC-1155 tokens',
      [SINGLE, word(OTHER), word(OTHER), word(RECIPIENT)],
      encode(['uint256', 'uint256'], 7, 1),
      { amount: '1', tokenId: '7' },
    ],
    [
      'a batch of ERC-1155 tokens',
      [BATCH, word(OTHER), word(OTHER), word(RECIPIENT)],
      encode(AMOUNTS, [7, 8], [0, 2]),
      { amount: '2', tokenId: '8' },
    ],
  ])('is accepted when the transaction transfers %s', async (_what, topics, data, moved) => {
    const { asset, hash } = await emit(topics, data);
    expect(await inspect(asset, hash)).toBe('DELIVERED');
    expect(await inspect(asset.toLowerCase(), hash)).toBe('DELIVERED');
    const block = (await chain.rpc.call('eth_getBlockByNumber', ['latest', false])) as { timestamp: string };
    expect(await inspectFully(asset, hash)).toEqual({
      kind: 'SUCCEEDED',
      at: new Date(Number(block.timestamp) * 1_000),
      sender: getAddress(from),
      transfers: [{ index: 0, from: getAddress(OTHER), ...moved }],
    });
  });

  it.each([
    ['to somebody else', [TRANSFER, word(RECIPIENT), word(OTHER)], encode(['uint256'], 5)],
    ['of nothing', [TRANSFER, word(OTHER), word(RECIPIENT)], encode(['uint256'], 0)],
    [
      'of no ERC-1155 tokens',
      [SINGLE, word(OTHER), word(OTHER), word(RECIPIENT)],
      encode(['uint256', 'uint256'], 7, 0),
    ],
    ['of an empty batch', [BATCH, word(OTHER), word(OTHER), word(RECIPIENT)], encode(AMOUNTS, [7], [0])],
    [
      'by the recipient',
      [SINGLE, word(RECIPIENT), word(RECIPIENT), word(OTHER)],
      encode(['uint256', 'uint256'], 7, 1),
    ],
    ['from the recipient to itself', [TRANSFER, word(RECIPIENT), word(RECIPIENT)], encode(['uint256'], 5)],
    ['that cannot be read', [TRANSFER, word(OTHER), word(RECIPIENT)], '0x'],
    [
      'in another event',
      [id('Approval(address,address,uint256)'), word(OTHER), word(RECIPIENT)],
      encode(['uint256'], 5),
    ],
    ['without topics', [TRANSFER], encode(['address', 'address', 'uint256'], OTHER, RECIPIENT, 5)],
  ])('is not accepted for a transfer %s', async (_what, topics, data) => {
    const { asset, hash } = await emit(topics, data);
    expect(await inspect(asset, hash)).toBe('NOT_DELIVERED');
  });

  it('is not accepted for a transfer of another contract', async () => {
    const { hash } = await emit([TRANSFER, word(OTHER), word(RECIPIENT)], encode(['uint256'], 5));
    expect(await inspect(OTHER, hash)).toBe('NOT_DELIVERED');
  });

  it.each([
    ['is accepted for a payment to the recipient', RECIPIENT, '0x1', 'DELIVERED'],
    ['is not accepted for a payment of nothing', RECIPIENT, '0x0', 'NOT_DELIVERED'],
    ['is not accepted for a payment to somebody else', OTHER, '0x1', 'NOT_DELIVERED'],
  ])("a proof of delivery in the chain's own currency %s", async (_what, to, value, finding) => {
    const hash = await send({ to, value });
    expect(await inspect(ZeroAddress, hash)).toBe(finding);
    expect(await inspect('0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', hash)).toBe(finding);
  });

  it('is not accepted when the transaction failed', async () => {
    // REVERT(0, 0).
    const reverting = await deploy('0x60006000fd');
    const hash = await send({ to: reverting, value: '0x1' });
    expect(await inspect(ZeroAddress, hash, 1, reverting)).toBe('NOT_DELIVERED');
  });

  it('is pending until the transaction has enough blocks on top of it', async () => {
    expect(await inspect(ZeroAddress, HASH)).toBe('PENDING');
    const hash = await send({ to: RECIPIENT, value: '0x1' });
    expect(await inspect(ZeroAddress, hash, 3)).toBe('PENDING');
    await chain.rpc.call('anvil_mine', ['0x1']);
    expect(await inspect(ZeroAddress, hash, 3)).toBe('PENDING');
    await chain.rpc.call('anvil_mine', ['0x1']);
    expect(await inspect(ZeroAddress, hash, 3)).toBe('DELIVERED');
  });

  it('is not checked on a chain without a node', async () => {
    const proof = {
      proofChainId: 10,
      proofTransactionHash: HASH,
      assetContract: OTHER,
      recipient: RECIPIENT,
    };
    expect(toShort(await chains().inspect(proof))).toBe('UNKNOWN_CHAIN');
    expect(toShort(await createProofChains({ urls: new Map(), own: undefined }).inspect(proof))).toBe(
      'UNKNOWN_CHAIN',
    );
  });
});

describe('a node of another chain', () => {
  const proof = { proofTransactionHash: HASH, assetContract: ZeroAddress, recipient: RECIPIENT };

  it('is read with five confirmations', async () => {
    const hash = await send({ to: RECIPIENT, value: '0x1' });
    const proofChainId = Number(chain.chainId);
    const other = createProofChains({ urls: new Map([[proofChainId, chain.url]]), own: undefined });
    const inspectTransfer = async () =>
      toShort(await other.inspect({ ...proof, proofChainId, proofTransactionHash: hash }));
    await chain.rpc.call('anvil_mine', ['0x3']);
    expect(await inspectTransfer()).toBe('PENDING');
    await chain.rpc.call('anvil_mine', ['0x1']);
    expect(await inspectTransfer()).toBe('DELIVERED');
  });

  it('decides nothing when it does not answer', async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`;
    await expect(createRpc(url).call('eth_chainId')).rejects.toThrow('cannot be reached');
    const away = createProofChains({ urls: new Map([[10, url]]), own: undefined });
    await expect(away.inspect({ ...proof, proofChainId: 10 })).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
    });
  });

  it('decides nothing when it serves a third chain', async () => {
    const wrong = createProofChains({ urls: new Map([[10, chain.url]]), own: undefined });
    await expect(wrong.inspect({ ...proof, proofChainId: 10 })).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
    });
  });
});
