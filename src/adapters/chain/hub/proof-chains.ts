import { AbiCoder, id, ZeroAddress } from 'ethers';
import { DomainError } from '../../../core/errors.ts';
import type { DeliveryProof, ProofChains, ProofFinding } from '../../../core/prizes/proof-chains.ts';
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
        return node ? await inspectOn(node, proof) : 'UNKNOWN_CHAIN';
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
  if (receipt === null) return 'PENDING';
  if (!isReceipt(receipt)) throw new Error('The node gave a receipt that cannot be read.');
  if (head - Number(receipt.blockNumber) + 1 < confirmations) return 'PENDING';
  if (Number(receipt.status) !== 1) return 'NOT_DELIVERED';
  const isDelivered = NATIVE_CURRENCY.some((address) => isSame(address, proof.assetContract))
    ? isPayment(await rpc.call('eth_getTransactionByHash', params), proof)
    : receipt.logs.some(
        (log) => isSame(log.address, proof.assetContract) && isTransferTo(log, proof.recipient),
      );
  return isDelivered ? 'DELIVERED' : 'NOT_DELIVERED';
}

function isPayment(transaction: unknown, { recipient }: DeliveryProof): boolean {
  if (typeof transaction !== 'object' || transaction === null)
    throw new Error('The node has a receipt of a transaction that it does not have.');
  const { to, value } = transaction as { readonly to: string | null; readonly value: string };
  return to !== null && isSame(to, recipient) && BigInt(value) > 0n;
}

const TRANSFER = id('Transfer(address,address,uint256)');
const TRANSFER_SINGLE = id('TransferSingle(address,address,address,uint256,uint256)');
const TRANSFER_BATCH = id('TransferBatch(address,address,address,uint256[],uint256[])');

/** Whether a log is a transfer to the recipient: of a token (ERC-721), or of an amount above zero (ERC-20, ERC-1155). */
function isTransferTo({ topics, data }: RpcLog, recipient: string): boolean {
  const [event, , second, third] = topics;
  switch (event) {
    case TRANSFER:
      return (
        isTopicOf(second, recipient) && (topics.length === 4 || read(['uint256'], data).some(isAboveZero))
      );
    case TRANSFER_SINGLE:
      return isTopicOf(third, recipient) && read(['uint256', 'uint256'], data).slice(1).some(isAboveZero);
    case TRANSFER_BATCH:
      return (
        isTopicOf(third, recipient) &&
        (read(['uint256[]', 'uint256[]'], data)[1] as unknown[]).some(isAboveZero)
      );
    default:
      return false;
  }
}

const isAboveZero = (amount: unknown) => amount !== 0n;

function read(types: readonly string[], data: string): unknown[] {
  try {
    return AbiCoder.defaultAbiCoder()
      .decode([...types], data)
      .toArray(true);
  } catch {
    // Another event with the same signature whose arguments are indexed differently.
    return types.map((type) => (type.endsWith('[]') ? [] : 0n));
  }
}

function isTopicOf(topic: string | undefined, address: string): boolean {
  return topic !== undefined && isSame(`0x${topic.slice(-40)}`, address);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
