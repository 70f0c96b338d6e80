import type { Caller, Permission } from '../../../core/access/callers.ts';
import type { ChainReads } from '../../ports/chain-reads.ts';
import type { Ports } from '../../ports/ports.ts';
import type { InputSchema, UseCase } from '../../../core/use-case.ts';
import type { Cacheable } from '../guard/field-rules.ts';
import type { ListingLinks } from '../../ports/listing-links.ts';
import type { OffloadedRead } from '../execute/offload.ts';
import type { Loaders } from './loaders.ts';

/** The ports of the GraphQL server: all ports of the core, reads of the chain's read model, and links to the feed. */
export interface GraphqlPorts extends Ports {
  /** Reads the main database, never a replica. */
  readonly chainReads: ChainReads;
  /** May lag behind `chainReads` when a replica answers. */
  readonly publicChainReads: ChainReads;
  readonly listingLinks: ListingLinks;
}

/** The context of every resolver. */
export interface GraphqlContext {
  readonly caller: Caller;
  readonly requestId: string;
  /** The network of the client. */
  readonly network: string;
  /** Whether the page that sent the request, if any, may send mutations. */
  readonly mayChange: boolean;
  /** The headers of the request that concern its session. */
  readonly headers: () => Headers;
  readonly loaders: Loaders;
  readonly ports: GraphqlPorts;
  /** Runs a use case for the caller. */
  readonly run: <Input extends InputSchema, Output, P extends Permission>(
    useCase: UseCase<Input, Output, P, Ports>,
    rawInput: unknown,
  ) => Promise<Output>;
  /** Facts about the response besides its data. */
  readonly outcome: Outcome;
}

/** Facts about a response, set during execution. Apollo Server copies the context but not this object. */
export interface Outcome {
  /** Set-Cookie values. */
  readonly cookies: string[];
  /** How the response may be cached; false unless it has no errors and is the same for every caller. */
  cacheable: Cacheable;
  /** Whether no plan can answer, so that the executor must. */
  needsExecutor: boolean;
  /** Whether the operation is a mutation: its reads must show its changes, and do not use a replica. */
  changes: boolean;
  /** The read that another thread executes; replaces the response of Apollo Server. */
  offloaded?: OffloadedRead | undefined;
}
