import { chain, OWN_BEACON } from '../../support/chain/drawn-chain.ts';
import { runAlone, runCli } from '../run-cli.ts';

/** Runs `giveaways verify-draw` on the drawn chain; `beacon` are the options of the beacon. */
export const verifyWith = (
  beacon: readonly string[],
  args: readonly string[],
  rpc = chain.url,
  run: typeof runCli = runCli,
) => run(['verify-draw', '--rpc', rpc, '--hub', chain.hub, ...args, ...beacon]);

/** The same with the beacon of the drawn chain. */
export const verify = (args: readonly string[], rpc = chain.url) => verifyWith(OWN_BEACON, args, rpc);

/** The same in a process of its own. */
export const verifyAlone = (args: readonly string[], rpc = chain.url) =>
  verifyWith(OWN_BEACON, args, rpc, runAlone);
