import type { Logger } from 'pino';
import { join } from 'node:path';
import type { EmbeddedNode } from '../../adapters/chain/embedded/embedded-node.ts';
import type { Custody } from '../../adapters/custody/custody.ts';
import type { Sql } from '../../adapters/postgres/connection/sql.ts';
import { requireListed } from '../../adapters/postgres/read-model/hubs.ts';
import type { ChainConfig } from '../../config/chain-config.ts';
import type { Config } from '../../config/config.ts';

/** The configured chain, after everything was checked that can refuse a start. */
export type PreparedChain = (
  | { readonly kind: 'off' }
  | {
      readonly kind: 'embedded';
      readonly config: Extract<ChainConfig, { kind: 'embedded' }>;
      readonly node: EmbeddedNode;
    }
  | { readonly kind: 'remote'; readonly config: Extract<ChainConfig, { kind: 'remote' }> }
) & {
  /** Ends the node of a start that was refused. */
  stop(): Promise<void>;
};

interface Prepared {
  readonly config: Config;
  readonly custody: Custody;
  /** Reads what an earlier release has stored. */
  readonly sql: Sql;
  readonly log: Logger;
}

/**
 * Checks the chain before the database is migrated. Throws an Error without keys, when the embedded chain does not start, and when
 * the database knows a hub that is not configured.
 */
export async function prepareChain({ config, custody, sql, log }: Prepared): Promise<PreparedChain> {
  const { chain } = config;
  const stop = async () => undefined;
  if (chain.kind === 'off') return { kind: 'off', stop };
  custody.requireKeys();
  if (chain.kind === 'remote') {
    await requireListed(
      sql,
      chain.hubs.map(({ hub }) => hub),
    );
    return { kind: 'remote', config: chain, stop };
  }
  // Of an installation without an embedded chain, its packages stay unloaded.
  const { startEmbeddedNode } = await import('../../adapters/chain/embedded/embedded-node.ts');
  const node = await startEmbeddedNode({
    directory: join(config.DATA_DIR, 'chain'),
    port: chain.port,
    blockTime: chain.blockTime,
    warn: (message) => log.warn(message),
  });
  return { kind: 'embedded', config: chain, node, stop: node.stop };
}
