import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { endWithThisProcess } from '../../../src/adapters/chain/embedded/anvil.ts';
import { createRpc, type Rpc } from '../../../src/adapters/chain/rpc/rpc.ts';

/** An anvil node with an empty chain; it mines a block for every transaction until mining is set otherwise. */
export interface Anvil {
  readonly url: string;
  readonly rpc: Rpc;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

// The program itself: the package's launcher would leave it running when killed.
const BINARY = createRequire(import.meta.url).resolve(
  `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}/bin/anvil`,
);

/** Starts a node, on a free port unless the arguments name one. */
export async function startAnvil(args: readonly string[] = []): Promise<Anvil> {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const child = spawn(BINARY, [...port, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithThisProcess(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await listening(child.stdout);
  child.stdout.resume();
  return {
    url,
    rpc: createRpc(url),
    child,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

async function listening(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /^Listening on (\S+)$/.exec(line)?.[1];
    if (address) return `http://${address}`;
  }
  throw new Error('The node did not start.');
}
