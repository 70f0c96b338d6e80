import { RpcUnreachable } from './rpc.ts';

/** The node answers from an older state than it, or another node at the same address, has already shown. */
export class NodeLagging extends RpcUnreachable {
  constructor(message = 'The node lags behind.') {
    super(message);
    this.name = 'NodeLagging';
  }
}
