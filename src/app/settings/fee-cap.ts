import { giveawaysArtifact } from '../../adapters/chain/hub/artifacts/giveaways.ts';
import type { PolicySettings } from '../../adapters/custody/signing-policy.ts';

/** The highest fee that a transaction may offer, in wei per gas: memory that threads share, because the setting can change. */
export interface FeeCap {
  readonly memory: SharedArrayBuffer;
}

const CURRENT = 0;
const HIGHEST = 1;
const WEI_PER_GWEI = 1e9;

export function createFeeCap(gwei: number): FeeCap {
  const cap = { memory: new SharedArrayBuffer(2 * BigUint64Array.BYTES_PER_ELEMENT) };
  setFeeCap(cap, gwei);
  return cap;
}

export function setFeeCap({ memory }: FeeCap, gwei: number): void {
  const wei = BigInt(Math.round(gwei * WEI_PER_GWEI));
  const cells = new BigUint64Array(memory);
  Atomics.store(cells, CURRENT, wei);
  if (wei > Atomics.load(cells, HIGHEST)) Atomics.store(cells, HIGHEST, wei);
}

/** The present cap, for new offers. */
export function readFeeCap({ memory }: FeeCap): () => bigint {
  const cells = new BigUint64Array(memory);
  return () => Atomics.load(cells, CURRENT);
}

/**
 * What keys in custody may sign: calls of these hubs. The highest cap since the start holds, because transactions that were reserved
 * under it must still be sent.
 */
export function toPolicySettings({
  feeCap: { memory },
  ...site
}: Pick<PolicySettings, 'chainId' | 'hubs'> & { readonly feeCap: FeeCap }): PolicySettings {
  const cells = new BigUint64Array(memory);
  return {
    ...site,
    hubAbi: giveawaysArtifact.abi,
    get maxFeePerGas() {
      return Atomics.load(cells, HIGHEST);
    },
  };
}
