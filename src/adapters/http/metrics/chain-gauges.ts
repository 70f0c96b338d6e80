import { createChainLag, type ChainLag } from './chain-lag.ts';
import type { Instruments } from './instruments.ts';

/** What this process knows of the chain, the read model and the signers. */
export interface ChainGauges {
  /** Reports that the chain is read from now on. */
  startChain(): void;
  /** Reports how far the read model is behind. */
  noteProgress(progress: ChainProgress): void;
  /** How far this process's clock is ahead of the chain's, in seconds; undefined where that cannot be told. */
  chainClockAhead(): number | undefined;
  /** The chain's time now, in seconds since the epoch, whatever this process's clock says; undefined likewise. */
  chainTime(): number | undefined;
  /** Sets whether the node serves another chain than the one of the stored data. */
  setOtherChain(isOther: boolean): void;
  isOtherChain(): boolean;
  /** How far the read model is behind, as this instance knows. */
  readonly readModelLag: Pick<ChainLag, 'seconds' | 'nextBlock'>;
  /** Replaces the gauges of the providers' signers. */
  setSigners(signers: readonly SignerBalance[]): void;
}

/** The newest block that the node has, the first that the read model lacks, and how old these facts are. */
interface ChainProgress {
  readonly head: number;
  readonly nextBlock: number;
  /** Milliseconds since the read model had all that the node had; undefined while it is behind. */
  readonly abreastMsAgo: number | undefined;
  readonly clockAhead: number | undefined;
  readonly chainTime: number | undefined;
}

/** The balance of a signer. */
interface SignerBalance {
  readonly address: string;
  /** Wei. */
  readonly balance: bigint;
  /** Whether the balance is low. */
  readonly isLow: boolean;
}

const WEI = 1e18;
/** More signers would make more series than a scrape should have; the lowest balances matter. */
const SHOWN_SIGNERS = 100;

export function createChainGauges({ gauge, beforeText }: Instruments): ChainGauges {
  const head = gauge('chain_head_block');
  const lag = createChainLag(() => performance.now());
  let clockAhead: number | undefined;
  /** The chain's time less that of a monotonic clock, in seconds. */
  let chainStart: number | undefined;
  let isOtherChain = false;
  const balances = gauge('signer_balance_native');
  beforeText(() => {
    gauge('read_model_lag_blocks').set(lag.blocks());
    gauge('read_model_lag_seconds').set(lag.seconds());
    gauge('node_of_another_chain').set(Number(isOtherChain));
  });
  return {
    startChain: () => lag.noteCaughtUp(),
    noteProgress({ head: number, nextBlock, abreastMsAgo, clockAhead: ahead, chainTime }) {
      head.set(number);
      lag.advance(number, nextBlock);
      if (abreastMsAgo !== undefined) lag.noteCaughtUp(abreastMsAgo);
      clockAhead = ahead;
      chainStart = chainTime === undefined ? undefined : chainTime - performance.now() / 1_000;
    },
    chainClockAhead: () => clockAhead,
    chainTime: () => (chainStart === undefined ? undefined : chainStart + performance.now() / 1_000),
    setOtherChain: (isOther) => void (isOtherChain = isOther),
    isOtherChain: () => isOtherChain,
    readModelLag: lag,
    setSigners(signers) {
      balances.reset();
      const lowest = signers.toSorted((one, other) => Number(one.balance - other.balance));
      for (const { address, balance } of lowest.slice(0, SHOWN_SIGNERS))
        balances.set({ signer: address }, Number(balance) / WEI);
      gauge('signers_low_balance').set(signers.filter(({ isLow }) => isLow).length);
    },
  };
}
