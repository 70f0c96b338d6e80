import { RpcUnreachable } from './rpc.ts';

/** The node answers from an older state than it, or another node behind the same address, has shown before. */
export class NodeLagging extends RpcUnreachable {
  constructor(message = 'The node lags behind.') {
    super(message);
    this.name = 'NodeLagging';
  }
}
