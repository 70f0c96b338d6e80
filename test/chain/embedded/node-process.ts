import { startEmbeddedNode } from '../../../src/adapters/chain/embedded/embedded-node.ts';

// Serves the chain of a directory until it is killed; prints its address when it has started.
const [directory = '', slowMs = ''] = process.argv.slice(2);
const { url, deployment, operator } = await startEmbeddedNode({
  directory,
  blockTime: 0,
  slowMs: slowMs === '' ? undefined : Number(slowMs),
  warn: (message) => process.stderr.write(message),
});
process.stdout.write(`${JSON.stringify({ url, deployment, operator })}\n`);
