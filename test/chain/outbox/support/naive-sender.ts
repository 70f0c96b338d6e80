import { id as hashOf, Transaction, type Wallet } from 'ethers';
import { encodeCall } from '../../../../src/adapters/chain/hub/hub-calls.ts';
import { createRpc, type Rpc } from '../../../../src/adapters/chain/rpc/rpc.ts';
import type { NewOperation, Operation } from '../../../../src/core/operations/operation.ts';
import type { TestChain } from '../../../support/chain/anvil.ts';
import type { Signature } from '../../../support/chain/history.ts';

/**
 * Sends without an outbox: the next nonce comes from the node, and the response from sending. This is the control of the
 * fault tests: a check that finds no violation with it finds none at all.
 */
export async function sendNaively(
  { hub, chainId }: Pick<TestChain, 'hub' | 'chainId'>,
  url: string,
  wallet: Wallet,
  { id, call }: NewOperation,
  onSigned: (signature: Signature) => void,
): Promise<Pick<Operation, 'id' | 'status' | 'transactionHash'>> {
  const rpc = createRpc(url, 1_000);
  try {
    const nonce = await nextNonce(rpc, wallet.address);
    const transaction = Transaction.from({
      type: 2,
      chainId,
      nonce,
      to: hub,
      data: encodeCall({ opKey: hashOf(id), call }),
      gasLimit: 400_000n,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 1n,
    });
    transaction.signature = wallet.signingKey.sign(transaction.unsignedHash);
    onSigned({ address: wallet.address, nonce, payload: transaction.data });
    await rpc.call('eth_sendRawTransaction', [transaction.serialized]);
    return { id, status: 'CONFIRMED', transactionHash: transaction.hash };
  } catch {
    return { id, status: 'FAILED', transactionHash: null };
  }
}

/** Repeats the request until it is answered, so that faults only meet the transaction. */
async function nextNonce(rpc: Rpc, address: string): Promise<number> {
  for (;;) {
    const response = await rpc.call('eth_getTransactionCount', [address, 'pending']).catch(() => undefined);
    if (response !== undefined) return Number(response);
  }
}
