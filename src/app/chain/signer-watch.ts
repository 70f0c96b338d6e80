import type { Logger } from 'pino';
import type { Metrics } from '../../adapters/http/metrics/metrics.ts';
import { DomainError } from '../../core/errors.ts';
import type { Ports } from '../../adapters/ports/ports.ts';
import type { SignerWallet } from '../../core/wallets/wallet-store.ts';
import { countOperations, LOW_OPERATIONS } from '../../core/chain/typical-operation.ts';

interface SignerWatchParts extends Pick<Ports, 'wallets' | 'contracts'> {
  readonly metrics: Pick<Metrics, 'setSigners'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Milliseconds between polls; a minute by default. */
  readonly everyMs?: number;
  /** A monotonic clock, in milliseconds. */
  now?(): number;
}

const EVERY_MS = 60_000;
const WARN_AGAIN_MS = 3_600_000;

/** Polls the balances of all signers every minute, and warns of each low one at most once an hour. */
export function startSignerWatch({
  wallets,
  contracts,
  metrics,
  log,
  everyMs = EVERY_MS,
  now = () => performance.now(),
}: SignerWatchParts): { stop(): Promise<void> } {
  const warned = new Map<string, number>();
  let reading: Promise<readonly SignerWallet[]> | undefined;
  let isLooking = false;

  async function look(): Promise<void> {
    reading = wallets.attachedSigners();
    const signers = await reading;
    const [balances, fee] =
      signers.length === 0
        ? [[], 0n]
        : await Promise.all([
            contracts.balances(signers.map(({ address }) => address)),
            contracts.feePerGas(),
          ]);
    const seen = signers.map(({ address, providerId }, index) => {
      const balance = balances[index] ?? 0n;
      const operationsLeft = countOperations(balance, fee);
      return { address, providerId, balance, operationsLeft, isLow: operationsLeft < LOW_OPERATIONS };
    });
    metrics.setSigners(seen);
    for (const { isLow, address, providerId, balance, operationsLeft } of seen) {
      if (!isLow) {
        warned.delete(address);
        continue;
      }
      if (now() - (warned.get(address) ?? Number.NEGATIVE_INFINITY) < WARN_AGAIN_MS) continue;
      warned.set(address, now());
      log.warn(
        { signer: address, provider: providerId, balance: balance.toString(), operationsLeft },
        'a signer has little money left',
      );
    }
  }

  async function lookQuietly(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      await look();
    } catch (error) {
      // An unavailable chain or database is reported elsewhere; the last balances stay.
      if (!(error instanceof DomainError)) log.warn({ err: error }, 'the balances of signers were not read');
    } finally {
      isLooking = false;
    }
  }

  void lookQuietly();
  const timer = setInterval(() => void lookQuietly(), everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      // The database closes next; a pending call to the node delays nothing.
      await reading?.catch(() => undefined);
    },
  };
}
