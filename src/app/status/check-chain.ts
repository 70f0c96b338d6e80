import { setTimeout as after } from 'node:timers/promises';
import { IDLE_SECONDS } from '../../adapters/chain/embedded/block-clock.ts';
import { createPulse, type Pulse, type PulseReading } from '../../adapters/chain/rpc/pulse.ts';
import type { Rpc } from '../../adapters/chain/rpc/rpc.ts';
import type { Metrics } from '../../adapters/http/metrics/metrics.ts';
import type { ChainConfig } from '../../config/chain-config.ts';
import type { PartHealth } from '../../core/status/service-health.ts';
import type { Chain } from '../chain/chain.ts';
import { toFault } from './check-storage.ts';
import { DOWN, OK, toLag } from './part-health.ts';

/** How long the read model's state waits for the node, whose silence shows in its own state. */
const NODE_MS = 500;

/** The pulse of this instance's node; of the embedded chain it is known what is usual. */
export function openPulse(
  config: ChainConfig,
  rpc: Rpc,
  { chainClockAhead }: Pick<Metrics, 'chainClockAhead'>,
): Pulse {
  const isEmbedded = config.kind === 'embedded';
  const usualSeconds = isEmbedded ? (config.blockTime === 0 ? 0 : IDLE_SECONDS) : undefined;
  const ahead = () => chainClockAhead() ?? 0;
  return createPulse({ rpc, now: Date.now, ahead, ...(usualSeconds !== undefined && { usualSeconds }) });
}

/** A node whose newest block is much older than usual is as late as that block, whoever stands still: it or its chain. */
export async function checkNode(
  pulse: Pulse,
  { isOtherChain }: Pick<Metrics, 'isOtherChain'>,
  embedded: Chain['embedded'],
): Promise<PartHealth> {
  const fault = await embedded?.requireRoom().then(() => undefined, toFault);
  if (fault !== undefined) return fault;
  // The response also shows whether the node serves another chain, now or still.
  const reading = await pulse.read().catch((error: unknown) => {
    if (!isOtherChain()) throw error;
  });
  if (isOtherChain() || reading === undefined) return { ...DOWN, reason: 'OTHER_CHAIN' };
  return stillHealth(reading) ?? { ...OK, lagSeconds: reading.age === null ? null : Math.floor(reading.age) };
}

/** The read model is as late as the newest of its blocks, and no better than the node that it is projected from. */
export async function checkReadModel(
  pulse: Pulse,
  { isOtherChain, readModelLag }: Pick<Metrics, 'isOtherChain' | 'readModelLag'>,
): Promise<PartHealth> {
  const seconds = readModelLag.seconds();
  const reading = await Promise.race([
    pulse.read().catch(() => undefined),
    after(NODE_MS, undefined, { ref: false }),
  ]);
  if (isOtherChain()) return { state: 'LATE', lagSeconds: Math.floor(seconds), reason: 'OTHER_CHAIN' };
  if (reading === undefined) return toLag(seconds);
  const nextBlock = readModelLag.nextBlock();
  // This node has blocks that the read model lacks: it is as late as the first of them.
  const isOvertaken = nextBlock > 0 && reading.number >= nextBlock;
  if (!isOvertaken) return stillHealth(reading) ?? toLag(seconds);
  const missing = await Promise.race([
    pulse.since(nextBlock).catch(() => 0),
    after(NODE_MS, 0, { ref: false }),
  ]);
  return stillHealth(reading) ?? toLag(Math.max(seconds, missing));
}

function stillHealth({ age, isStill }: PulseReading): PartHealth | undefined {
  return isStill ? { state: 'LATE', lagSeconds: Math.floor(age ?? 0), reason: 'NO_NEW_BLOCK' } : undefined;
}
