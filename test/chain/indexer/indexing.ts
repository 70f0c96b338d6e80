import type { Rpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import {
  createIndexer,
  type Indexer,
  type IndexerOptions,
} from '../../../src/adapters/chain/indexer/indexer.ts';
import type { Contracts } from './contracts.ts';
import type { ReadModel } from './read-model.ts';

/** Creates an indexer of these contracts into this read model; it collects its warnings. */
export function indexerOf(
  { deployment, rpc }: Contracts,
  { projection }: ReadModel,
  options: Partial<IndexerOptions> = {},
): Indexer & { readonly warnings: readonly unknown[] } {
  const warnings: unknown[] = [];
  const { chainId, hub, passport, blockNumber } = deployment;
  const indexer = createIndexer({
    source: { chainId, hubs: [{ hubIndex: 0, hub, passport, startBlock: blockNumber }] },
    rpc,
    projection,
    pollMs: 20,
    warn: (_message, error) => warnings.push(error),
    ...options,
  });
  return { ...indexer, warnings };
}

/** Empties the read model and rebuilds it with a new indexer. */
export async function reindexed(
  contracts: Contracts,
  model: ReadModel,
  options: Partial<IndexerOptions> = {},
): Promise<Record<string, string[]>> {
  await model.empty();
  const indexer = indexerOf(contracts, model, options);
  await indexer.once();
  await indexer.stop();
  return model.everything();
}

type ChangeResponse = (
  method: string,
  params: readonly unknown[],
  response: () => Promise<unknown>,
) => Promise<unknown>;

/** The same node with changed responses; an error that `change` throws is the node's response to that call. */
export function withResponses(rpc: Rpc, change: ChangeResponse): Rpc {
  const call = async (method: string, params: readonly unknown[] = []) =>
    change(method, params, () => rpc.call(method, params));
  return {
    call,
    async batch(calls) {
      const responses: unknown[] = [];
      for (const { method, params } of calls)
        responses.push(await call(method, params).catch((error: unknown) => error));
      return responses;
    },
  };
}
