import type { Caller } from '../../../core/access/callers.ts';
import type { Run } from '../../ports/ports.ts';
import type { LiveUpdates } from '../../ports/live-updates.ts';
import type { GraphqlContext, GraphqlPorts } from '../gateway/context.ts';
import { createLoaders } from '../gateway/loaders.ts';
import { createRoundReader, type RoundReader } from './round-reader.ts';

/** The context of the resolvers of one subscription, until it ends. */
export interface SubscriptionContext extends GraphqlContext {
  readonly liveUpdates: LiveUpdates;
  readonly roundReader: RoundReader;
}

export type CreateContext = (caller: Caller, requestId: string, network: string) => SubscriptionContext;

/** Creates contexts with shared readers: subscribers of the same round share one read. */
export function createContexts(all: GraphqlPorts, liveUpdates: LiveUpdates, run: Run): CreateContext {
  // Subscriptions read from the same source as public queries.
  const ports = { ...all, chainReads: all.publicChainReads };
  const { reads } = createLoaders(ports);
  const roundReader = createRoundReader(ports.chainReads, reads);
  return (caller, requestId, network) => ({
    caller,
    requestId,
    network,
    mayChange: false,
    headers: () => new Headers(),
    loaders: { ...createLoaders(ports), reads },
    ports,
    liveUpdates,
    roundReader,
    run: (useCase, rawInput) => run(caller, useCase, rawInput),
    outcome: { cookies: [], cacheable: false, changes: false, needsExecutor: false },
  });
}
