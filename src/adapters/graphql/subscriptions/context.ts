import type { Caller } from '../../../core/access/callers.ts';
import type { Run } from '../../../core/use-case.ts';
import type { LiveUpdates } from '../../ports/live-updates.ts';
import type { GraphqlContext, GraphqlPorts } from '../gateway/context.ts';
import { createLoaders } from '../gateway/loaders.ts';
import type { Round } from '../giveaways/round-types.ts';
import { createRoundReader } from './round-reader.ts';

/** What the resolvers of a subscription get, for as long as it lasts. */
export interface SubscriptionContext extends GraphqlContext {
  readonly liveUpdates: LiveUpdates;
  /** Null when there is none of this id. */
  readonly findRound: (id: string) => Promise<Round | null>;
}

export type CreateContext = (caller: Caller, requestId: string, network: string) => SubscriptionContext;

/** Makes contexts of which the readers are shared: they keep nothing, and what all follow is read once. */
export function createContexts(all: GraphqlPorts, liveUpdates: LiveUpdates, run: Run): CreateContext {
  // What has changed is looked for where readers look.
  const ports = { ...all, chainReads: all.publicChainReads };
  const { reads } = createLoaders(ports);
  const findRound = createRoundReader(reads);
  return (caller, requestId, network) => ({
    caller,
    requestId,
    network,
    headers: () => new Headers(),
    loaders: { ...createLoaders(ports), reads },
    ports,
    liveUpdates,
    findRound,
    run: (useCase, rawInput) => run(caller, useCase, rawInput),
    outcome: { cookies: [], cacheable: false, changes: false, needsExecutor: false },
  });
}
