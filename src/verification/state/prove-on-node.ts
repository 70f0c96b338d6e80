import { report, type VerificationStep } from '../../core/draws/verify-draw.ts';
import { decodeOptions } from '../abi/options.ts';
import { passportOf } from '../evidence.ts';
import type { Reading } from '../readings.ts';
import type { Prove } from '../verify-on-nodes.ts';
import { decodeHeader, encodeHeader } from './header.ts';
import { proveDraw } from './prove-draw.ts';
import { readState } from './read-state.ts';

/** Proves what a node reports in the state of its block, with the proofs of that node. Throws VerificationError. */
export const proveOnNode: Prove = async (readings, { node, block, evidence }, site) => {
  const passport = passportOf(evidence.code.hub) ?? site.hub;
  const { beacon } = decodeOptions(evidence.creation.options);
  const state = await readState(node, block, { ...site, passport, beacon });
  const proved = await proveDraw({ site, evidence, state, blockHash: block.hash });
  return { ...proved, steps: [headersStep(readings), ...proved.steps], state };
};

/** The hash of the block must be that of the header which each node reports. */
function headersStep(readings: readonly Reading[]): VerificationStep {
  const wrong = readings.filter(({ block }) => decodeHeader(encodeHeader(block)).hash !== block.hash);
  return report(
    'headers',
    'each has the hash of its block',
    wrong.map(({ node }) => `${node.name} reports another header.`),
  );
}
