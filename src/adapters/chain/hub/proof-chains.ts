import { AbiCoder } from 'ethers/abi';
import { getAddress } from 'ethers/address';
import { ZeroAddress } from 'ethers/constants';
import { id } from 'ethers/hash';
import { DomainError } from '../../../core/errors.ts';
import type {
  AssetTransfer,
  DeliveryProof,
  ProofChains,
  ProofFinding,
} from '../../../core/prizes/proof-chains.ts';
import { readBlock, toRecord } from '../rpc/block.ts';
import { isReceipt, type RpcLog } from '../rpc/receipt.ts';
import { requireChain } from '../rpc/require-chain.ts';
import { createRpc, type Rpc } from '../rpc/rpc.ts';

interface ProofChainsOptions {
  /** A node's JSON-RPC by the id of its chain. */
  readonly urls: ReadonlyMap<number, string>;
  /** The node of the contracts' chain; its chain id is read from it. */
  readonly own: { readonly rpc: Rpc; readonly confirmations: number } | undefined;
  /** The timeout of a call, in milliseconds. */
  readonly timeoutMs?: number;
}

const CONFIRMATIONS = 5;
const NATIVE_CURRENCY = ['0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', ZeroAddress];
/** The index of the payment of the transaction itself, which has no log. */
const PAYMENT = -1;
/** One delivery needs one transfer; a transaction can have thousands. */
const MAX_TRANSFERS = 100;

interface Node {
  readonly rpc: Rpc;
  readonly confirmations: number;
}

/** Reads proofs of delivery from nodes. */
export function createProofChains({ urls, own, timeoutMs = 20_000 }: ProofChainsOptions): ProofChains {
  const nodes = new Map(
    [...urls].map(([chainId, url]): [number, Node] => [
      chainId,
      { rpc: requireChain(createRpc(url, timeoutMs), { chainId }), confirmations: CONFIRMATIONS },
    ]),
  );
  let ownChainId: number | undefined;

  async function nodeOf(chainId: number): Promise<Node | undefined> {
    const node = nodes.get(chainId);
    if (node || !own) return node;
    ownChainId ??= Number(await own.rpc.call('eth_chainId'));
    return ownChainId === chainId ? own : undefined;
  }

  return {
    async inspect(proof) {
      try {
        const node = await nodeOf(proof.proofChainId);
        return node ? await inspectOn(node, proof) : { kind: 'UNKNOWN_CHAIN' };
      } catch (cause) {
        const message = `The node of chain ${proof.proofChainId} gave no reliable answer.`;
        throw new DomainError('CHAIN_UNAVAILABLE', message, {
          reason: 'RPC_DOWN',
          retryAfterSeconds: 10,
          cause,
        });
      }
    },
  };
}

async function inspectOn({ rpc, confirmations }: Node, proof: DeliveryProof): Promise<ProofFinding> {
  const params = [proof.proofTransactionHash];
  const head = Number(await rpc.call('eth_blockNumber'));
  const receipt = await rpc.call('eth_getTransactionReceipt', params);
  if (receipt === null) return { kind: 'PENDING' };
  if (!isReceipt(receipt)) throw new Error('The node gave a receipt that cannot be read.');
  const blockNumber = Number(receipt.blockNumber);
  if (head - blockNumber + 1 < confirmations) return { kind: 'PENDING' };
  if (Number(receipt.status) !== 1) return { kind: 'FAILED' };
  const block = await readBlock(rpc, blockNumber);
  if (block?.hash !== receipt.blockHash.toLowerCase()) return { kind: 'PENDING' };

  const transaction = toRecord(await rpc.call('eth_getTransactionByHash', params), 'transaction');
  const sender = getAddress(String(transaction['from']));
  const isNative = NATIVE_CURRENCY.some((address) => isSame(address, proof.assetContract));
  const transfers = isNative ? toPayments(transaction, sender) : toTransfers(receipt.logs, proof);
  const isDelivery = ({ from, to }: FoundTransfer) => isSame(to, proof.recipient) && !isSame(from, to);
  return {
    kind: 'SUCCEEDED',
    at: new Date(block.timestamp * 1_000),
    sender,
    transfers: transfers
      .filter(isDelivery)
      .slice(0, MAX_TRANSFERS)
      .map(({ to: _to, ...transfer }) => transfer),
  };
}

interface FoundTransfer extends AssetTransfer {
  readonly to: string;
}

function toPayments({ to, value }: Readonly<Record<string, unknown>>, from: string): FoundTransfer[] {
  if (typeof to !== 'string' || typeof value !== 'string' || BigInt(value) === 0n) return [];
  return [{ index: PAYMENT, from, to, amount: String(BigInt(value)), tokenId: null }];
}

const TRANSFER = id('Transfer(address,address,uint256)');
const TRANSFER_SINGLE = id('TransferSingle(address,address,address,uint256,uint256)');
const TRANSFER_BATCH = id('TransferBatch(address,address,address,uint256[],uint256[])');

/** The transfers of the asset: tokens of ERC-721, and amounts above zero of ERC-20 and ERC-1155. */
function toTransfers(logs: readonly RpcLog[], { assetContract, recipient }: DeliveryProof): FoundTransfer[] {
  const word = recipient.slice(2).toLowerCase();
  return logs.flatMap((log, index) =>
    // Decoding is slow, and a transaction can have thousands of logs.
    isSame(log.address, assetContract) && log.topics.some((topic) => topic.toLowerCase().endsWith(word))
      ? toTransfer(log, index)
      : [],
  );
}

function toTransfer({ topics, data }: RpcLog, index: number): FoundTransfer[] {
  const [event, first, second, third] = topics;
  switch (event) {
    case TRANSFER: {
      const [from, to] = [toWallet(first), toWallet(second)];
      if (third !== undefined) return [{ index, from, to, amount: '1', tokenId: String(BigInt(third)) }];
      const [amount] = read(['uint256'], data);
      return withAmounts({ index, from, to }, [], [amount]);
    }
    case TRANSFER_SINGLE: {
      const [tokenId, amount] = read(['uint256', 'uint256'], data);
      return withAmounts({ index, from: toWallet(second), to: toWallet(third) }, [tokenId], [amount]);
    }
    case TRANSFER_BATCH: {
      const [tokenIds, amounts] = read(['uint256[]', 'uint256[]'], data) as readonly unknown[][];
      return withAmounts({ index, from: toWallet(second), to: toWallet(third) }, tokenIds, amounts);
    }
    default:
      return [];
  }
}

function withAmounts(
  transfer: Pick<FoundTransfer, 'index' | 'from' | 'to'>,
  tokenIds: readonly unknown[] = [],
  amounts: readonly unknown[] = [],
): FoundTransfer[] {
  const moved = amounts.flatMap((amount, position) =>
    typeof amount === 'bigint' && amount > 0n ? [{ amount, tokenId: tokenIds[position] }] : [],
  );
  if (moved.length === 0) return [];
  const sum = moved.reduce((total, { amount }) => total + amount, 0n);
  const [only] = moved;
  const tokenId = moved.length === 1 && typeof only?.tokenId === 'bigint' ? String(only.tokenId) : null;
  return [{ ...transfer, amount: String(sum), tokenId }];
}

function read(types: readonly string[], data: string): readonly unknown[] {
  try {
    return AbiCoder.defaultAbiCoder()
      .decode([...types], data)
      .toArray(true);
  } catch {
    // Another event with the same signature whose arguments are indexed differently.
    return [];
  }
}

/** The address in a topic, EIP-55; the zero address for a topic that is missing. */
function toWallet(topic: string | undefined): string {
  return topic === undefined ? ZeroAddress : getAddress(`0x${topic.slice(-40)}`.toLowerCase());
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
