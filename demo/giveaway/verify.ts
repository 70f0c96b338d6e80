import { createProgram } from '../../src/cli/program.ts';
import { URL_OF_GATEWAY } from '../gateway.ts';
import { expectThat, step } from '../tell.ts';
import type { DemoGiveaway } from './create.ts';
import type { EmbeddedChain } from './embedded-chain.ts';

/** Runs the outsider's command, which reads the chain and the beacon and no GraphQL. */
export async function verifyDraw(
  { url, hub }: EmbeddedChain,
  { key }: Pick<DemoGiveaway, 'key'>,
  round: number,
): Promise<void> {
  step(`Drawing round ${round + 1} again as an outsider, from the chain's logs and the beacon alone`);
  const options = { rpc: url, hub, giveaway: key, round, beacon: `${URL_OF_GATEWAY}/beacon` };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  process.stdout.write(
    `\n$ npx --no-install giveaways verify-draw ${args.join(' ').replaceAll(' --', ' \\\n    --')}\n\n`,
  );
  await createProgram().parseAsync(['verify-draw', ...args], { from: 'user' });
  expectThat((process.exitCode ?? 0) === 0, 'the draw should be verified');
}
