import { DrawProof } from '@giveaway-gateway/client/documents';
import { createProgram } from '../../src/cli/program.ts';
import { findBlock } from '../../src/verification/node/chain-node.ts';
import { createHttpNode } from '../../src/verification/node/http-node.ts';
import { graphql, URL_OF_GATEWAY } from '../gateway.ts';
import { eventually, expectThat, step } from '../tell.ts';
import type { DemoGiveaway } from './create.ts';
import type { EmbeddedChain } from './embedded-chain.ts';

/** Runs the outsider's command: it proves the draw in the state of a block whose hash the node and the gateway name. */
export async function verifyDraw(
  { url, hub, rpc }: Pick<EmbeddedChain, 'url' | 'hub'> & Partial<Pick<EmbeddedChain, 'rpc'>>,
  { key }: Pick<DemoGiveaway, 'key'>,
  round: number,
): Promise<void> {
  step(`Drawing round ${round + 1} again as an outsider, and proving it in the state of the chain`);
  const { drawProof } = await graphql(DrawProof, { giveaway: `gwy_${key.slice(2)}`, round });
  if (drawProof === null) throw new Error('The draw should have a proof.');
  await eventually('the block of the draw becomes final', async () => {
    const node = createHttpNode(url);
    const final = await findBlock(node, 'finalized');
    const drawn = await findBlock(node, drawProof.blockHash);
    if (final && drawn && final.number >= drawn.number) return final;
    // A chain that mines transactions at once has no block after the last one by itself.
    await rpc?.send('evm_mine', []);
    return undefined;
  });
  const options = { rpc: url, hub, giveaway: key, round, beacon: `${URL_OF_GATEWAY}/beacon` };
  const args = [
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    '--prove',
    '--block-hash',
    drawProof.blockHash,
  ];
  process.stdout.write(
    `\n$ npx --no-install giveaways verify-draw ${args.join(' ').replaceAll(' --', ' \\\n    --')}\n\n`,
  );
  await createProgram().parseAsync(['verify-draw', ...args], { from: 'user' });
  expectThat((process.exitCode ?? 0) === 0, 'the draw should be proved');
}
