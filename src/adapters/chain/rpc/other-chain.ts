import { RpcUnreachable } from './rpc.ts';

const ADVICE =
  'Nothing was changed. Work continues by itself when RPC_URL leads to a node of that chain again. ' +
  'To follow the other chain, see "A node of another chain" in docs/chain.md.';

/** The node serves another chain than the one of the stored data: no response of it counts. */
export class OtherChain extends RpcUnreachable {
  constructor(fact: string) {
    super(`${fact} ${ADVICE}`);
    this.name = 'OtherChain';
  }
}

export function otherChainId(served: number, expected: number): OtherChain {
  return new OtherChain(`The node serves chain ${served}, not ${expected}, of which the stored data are.`);
}

export function otherHistory(blockNumber: number): OtherChain {
  return new OtherChain(
    `The node has another block ${blockNumber} than the chain of the stored data, although that block was final.`,
  );
}
