import { readBlock, toHex, type RpcBlock } from './block.ts';
import { gatherCalls } from './gather-calls.ts';
import { isUnsupported, toRevert } from './rpc-errors.ts';
import { RpcUnreachable, type Rpc } from './rpc.ts';

/** The parameters of an eth_call. */
export interface View {
  readonly from?: string;
  readonly to: string;
  readonly data: string;
  readonly gas?: string;
}

/** The newest state of the chain; the calls of one turn of the event loop are sent as one request. */
export interface NewestState {
  readonly call: Rpc['call'];
  /** Throws RpcUnreachable when the node has no block. */
  block(): Promise<RpcBlock>;
  /** The result of a call. */
  view(call: View): Promise<string>;
  /**
   * The same at the current time: by default a call has the newest block's time, which can be long ago on a chain that mines on
   * demand. A newest block ahead of our clock takes precedence.
   */
  viewNow(call: View): Promise<string>;
}

/** `now`: milliseconds since the epoch. */
export function createNewestState(rpc: Rpc, now: () => number): NewestState {
  const call = gatherCalls(rpc);
  let newest = 0;
  let supportsTime = true;

  async function block(): Promise<RpcBlock> {
    const found = await readBlock({ call }, 'latest');
    if (found === undefined) throw new RpcUnreachable('The node gave no newest block.');
    return found;
  }

  const view = async (parameters: View) => String(await call('eth_call', [parameters, 'latest']));

  async function viewNow(parameters: View): Promise<string> {
    const time = Math.floor(now() / 1_000);
    if (!supportsTime || time <= newest) return view(parameters);
    const [{ timestamp }, outcome] = await Promise.all([
      block(),
      call('eth_call', [parameters, 'latest', {}, { time: toHex(time) }]).catch((error: unknown) => error),
    ]);
    newest = timestamp;
    if (time <= newest) return view(parameters);
    if (isUnsupported(outcome) && toRevert(outcome) === undefined) {
      supportsTime = false;
      return view(parameters);
    }
    if (outcome instanceof Error) throw outcome;
    return String(outcome);
  }

  return { call, block, view, viewNow };
}
