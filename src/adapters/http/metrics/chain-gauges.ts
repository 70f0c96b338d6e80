import { Gauge, type Registry } from 'prom-client';
import { createChainLag, type ChainLag } from './chain-lag.ts';

/** What this process knows of the chain, the read model and the signers. */
export interface ChainGauges {
  /** Reports that the chain is read from now on. */
  startChain(): void;
  /** Reports how far the read model is behind. */
  noteProgress(progress: ChainProgress): void;
  /** How far this process's clock is ahead of the chain's, in seconds; undefined where that cannot be told. */
  chainClockAhead(): number | undefined;
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
}

/** The balance of a signer. */
interface SignerBalance {
  readonly address: string;
  /** Wei. */
  readonly balance: bigint;
  /** Whether the balance is low. */
  readonly isLow: boolean;
}

export function createChainGauges(registry: Registry): ChainGauges {
  const gauge = (name: string, help: string, read?: () => number): Gauge => {
    const created: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      ...(read && { collect: () => created.set(read()) }),
    });
    return created;
  };
  const head = gauge('chain_head_block', 'The newest block of the chain.');
  const lag = createChainLag(() => performance.now());
  gauge(
    'read_model_lag_blocks',
    'Blocks that the read model is behind the chain; while the chain cannot be read, extrapolated from its block rate.',
    lag.blocks,
  );
  gauge(
    'read_model_lag_seconds',
    'Seconds since the read model last caught up with the chain; it grows while either cannot be read.',
    lag.seconds,
  );
  let clockAhead: number | undefined;
  let isOtherChain = false;
  gauge(
    'node_of_another_chain',
    '1 while the node serves another chain than the one of the stored data: nothing is read or sent then.',
    () => Number(isOtherChain),
  );
  const balances = new Gauge({
    name: 'signer_balance_native',
    help: 'Balance of a signer, in units of the native currency (10^18 wei).',
    labelNames: ['signer'],
    registers: [registry],
  });
  const lowBalances = gauge(
    'signers_low_balance',
    'Signers whose balance pays for fewer than 1000 typical operations.',
  );
  return {
    startChain: () => lag.noteCaughtUp(),
    noteProgress({ head: number, nextBlock, abreastMsAgo, clockAhead: ahead }) {
      head.set(number);
      lag.advance(number, nextBlock);
      if (abreastMsAgo !== undefined) lag.noteCaughtUp(abreastMsAgo);
      clockAhead = ahead;
    },
    chainClockAhead: () => clockAhead,
    setOtherChain: (isOther) => void (isOtherChain = isOther),
    isOtherChain: () => isOtherChain,
    readModelLag: lag,
    setSigners(signers) {
      balances.reset();
      for (const { address, balance } of signers) balances.set({ signer: address }, Number(balance) / 1e18);
      lowBalances.set(signers.filter(({ isLow }) => isLow).length);
    },
  };
}
