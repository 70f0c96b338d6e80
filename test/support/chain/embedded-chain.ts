import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRpc, type Rpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import type { Gateway } from '../gateway/gateway.ts';

/** The node of a gateway's embedded chain. */
export interface EmbeddedNode {
  readonly rpc: Rpc;
  /** The number of transactions that a wallet has sent. */
  nonceOf(wallet: string): Promise<number>;
  /** Sets a wallet's balance, in wei. */
  setBalance(wallet: string, balance: bigint): Promise<void>;
  /** Moves the chain's clock forward. */
  advance(seconds: number): Promise<void>;
  /** Sends a transaction from any wallet, as its owner could without the gateway. */
  sendFrom(wallet: string, to: string, data: string): Promise<void>;
}

const FUNDS = 10n ** 18n;

/** Connects to the node that a gateway with CHAIN=on has started. */
export async function embeddedNode({ directory }: Gateway): Promise<EmbeddedNode> {
  const nodeFile = await readFile(join(directory, 'chain', 'anvil.json'), 'utf8');
  const rpc = createRpc(JSON.parse(nodeFile).url);
  const setBalance = async (wallet: string, balance: bigint) => {
    await rpc.call('anvil_setBalance', [wallet, `0x${balance.toString(16)}`]);
  };
  return {
    rpc,
    nonceOf: async (wallet) => Number(await rpc.call('eth_getTransactionCount', [wallet, 'latest'])),
    setBalance,
    async advance(seconds) {
      await rpc.call('evm_increaseTime', [seconds]);
      await rpc.call('evm_mine');
    },
    async sendFrom(wallet, to, data) {
      await setBalance(wallet, FUNDS);
      await rpc.call('anvil_impersonateAccount', [wallet]);
      await rpc.call('eth_sendTransaction', [{ from: wallet, to, data }]);
      await rpc.call('evm_mine');
    },
  };
}
