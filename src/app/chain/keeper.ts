import { getAddress } from 'ethers/address';
import type { Logger } from 'pino';
import type { Metrics } from '../../adapters/http/metrics/metrics.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createDueDraws } from '../../adapters/postgres/providers/due-draws.ts';
import type { Config } from '../../config/config.ts';
import { keepRounds } from '../../core/draws/keep-rounds.ts';
import { JobNotDue } from '../../core/jobs.ts';
import type { Ports } from '../../adapters/ports/ports.ts';

interface KeeperParts {
  readonly config: Pick<Config, 'KEEPER_BUDGET'>;
  readonly database: Pick<Database, 'sql'>;
  readonly metrics: Pick<Metrics, 'countKeeper' | 'watchKeeper'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly ports: () => Ports;
}

/** The longest run, well below the limit of one attempt of a job. */
const RUN_MS = 60_000;
const PAUSE_SECONDS = 15;

/** The job of the keeper, which draws with this wallet. It is perpetual. */
export function createKeeper(
  { config, database, metrics, log, ports }: KeeperParts,
  address: string,
): () => Promise<never> {
  const wallet = getAddress(address);
  const dueDraws = createDueDraws(database.sql);
  const budget = BigInt(Math.round(config.KEEPER_BUDGET * 1e9)) * 10n ** 9n;

  metrics.watchKeeper(dueDraws.state, budget);
  let isKeyless = false;

  async function run(): Promise<void> {
    const wasKeyless = isKeyless;
    isKeyless = (await ports().wallets.findSigner(wallet)) === undefined;
    if (isKeyless && !wasKeyless)
      log.warn({ keeper: wallet }, 'the key of the keeper is not in custody: no due round is drawn');
    if (isKeyless) return;
    const end = performance.now() + RUN_MS;
    const counts = await keepRounds(
      { ...ports(), dueDraws },
      { wallet, budget },
      () => performance.now() > end,
    );
    metrics.countKeeper(counts);
    if (counts.overBudget > 0)
      log.warn({ keeper: wallet, rounds: counts.overBudget }, 'the budget of the keeper is spent for today');
    if (counts.unfunded > 0)
      log.warn(
        { keeper: wallet, rounds: counts.unfunded },
        'the keeper has too little money: top up its wallet, then it draws the due rounds',
      );
  }

  return async () => {
    await run();
    throw new JobNotDue(PAUSE_SECONDS);
  };
}
