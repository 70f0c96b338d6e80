import { compare, report, type VerificationStep } from '../../core/draws/verify-draw.ts';
import { decodeOptions } from '../abi/options.ts';
import { readHubCode } from '../contracts/hub-versions.ts';
import type { Reading } from '../readings.ts';
import { VerificationError } from '../verification-error.ts';
import type { Prove } from '../verify-on-nodes.ts';
import { decodeHeader, encodeHeader } from './header.ts';
import { proveDraw } from './prove-draw.ts';
import { proveHead } from './prove-head.ts';
import { lastChangeOf, proveTimes, readTimes } from './prove-times.ts';
import { readState } from './read-state.ts';
import { hasEnough, sourcesStep } from './sources.ts';

/** Proves what a node reports in the state of its block, and the times of events by their receipts, with the proofs of that node. Throws VerificationError. */
export const proveOnNode: Prove = async (readings, { node, block, evidence, steps }, site, sources) => {
  const contracts = readHubCode(evidence.code.hub);
  const { beacon } = decodeOptions(evidence.creation.options);
  const { creation, draw } = evidence;
  const lastChange = lastChangeOf(evidence, site.round);
  if (lastChange === undefined)
    throw new VerificationError('NODE_FAILED', `${node.name} reports a draw without entries.`);
  const [state, times] = await Promise.all([
    readState(node, block, { ...site, contracts, beacon }),
    readTimes(node, { creation, lastChange, draw }),
  ]);
  const [proved, head] = await Promise.all([
    proveDraw({ site, evidence, state, blockHash: block.hash }),
    proveHead(node, creation.provider, decodeHeader(state.header)),
  ]);
  const nodes = readings.map((reading) => reading.node);
  const provedTimes = await proveTimes(site, evidence, { times, nodes });
  const isProved = proved.isProved && hasEnough(sources);
  return {
    ...proved,
    isProved,
    ...(isProved && head !== undefined && { head }),
    steps: [
      sourcesStep(block.hash, sources),
      headersStep(readings),
      ...proved.steps,
      ...provedTimes.steps,
      ...replaceHistory(steps, proved.history),
    ],
    timeSources: provedTimes.sources,
    state,
    times,
  };
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

/** The steps of a reading; a proved hash of the history stands in for the reported one. */
function replaceHistory(
  steps: readonly VerificationStep[],
  proved: string | undefined,
): readonly VerificationStep[] {
  if (proved === undefined) return steps;
  return steps.map((step) => (step.name === 'history' ? compare('history', step.found, proved) : step));
}
