import { Contract, Wallet, type JsonRpcProvider, type TransactionReceipt } from 'ethers';
import { setTimeout as after } from 'node:timers/promises';
import { giveawaysArtifact } from '../../src/adapters/chain/hub/artifacts/giveaways.ts';
import type { ChainAccount } from '../../src/adapters/chain/embedded/chain-accounts.ts';
import { expectThat } from '../tell.ts';
import type { EmbeddedChain } from './embedded-chain.ts';

/** A call of the hub: the function's name, then its arguments. */
export type HubCall = readonly [name: string, ...args: readonly unknown[]];

/** Sends transactions of one account to the hub. */
export interface Sender {
  readonly address: string;
  /** Sends all calls and waits until each is mined. Throws an Error for a call that is refused. */
  send(calls: readonly HubCall[]): Promise<readonly TransactionReceipt[]>;
}

const POLL_MS = 100;
// Calls of one kind differ a little in cost, depending on earlier calls.
const GAS_MARGIN = 13n;

/** The account as a sender. Nothing else may send from it meanwhile. */
export function createSender({ rpc, hub, chainId }: EmbeddedChain, { privateKey }: ChainAccount): Sender {
  const wallet = new Wallet(privateKey);
  const contract = new Contract(hub, giveawaysArtifact.abi, rpc);
  const { address } = wallet;

  return {
    address,
    async send(calls) {
      const nonce = await rpc.getTransactionCount(address);
      const { maxFeePerGas, maxPriorityFeePerGas } = await rpc.getFeeData();
      const hashes = await Promise.all(
        calls.map(async ([name, ...args], place) => {
          const method = contract.getFunction(name);
          const gas = await method.estimateGas(...args, { from: address });
          const signed = await wallet.signTransaction({
            ...(await method.populateTransaction(...args)),
            type: 2,
            chainId,
            nonce: nonce + place,
            gasLimit: (gas * GAS_MARGIN) / 10n,
            maxFeePerGas,
            maxPriorityFeePerGas,
          });
          return String(await rpc.send('eth_sendRawTransaction', [signed]));
        }),
      );
      return waitForAll(rpc, hashes);
    },
  };
}

async function waitForAll(
  rpc: JsonRpcProvider,
  hashes: readonly string[],
): Promise<readonly TransactionReceipt[]> {
  for (;;) {
    const found = await Promise.all(hashes.map((hash) => rpc.getTransactionReceipt(hash)));
    const receipts = found.filter((receipt) => receipt !== null);
    if (receipts.length === hashes.length) {
      for (const { hash, status } of receipts) expectThat(status === 1, `${hash} should not be refused`);
      return receipts;
    }
    await after(POLL_MS);
  }
}
