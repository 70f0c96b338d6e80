import type { Caller, Permission } from '../../../core/access/callers.ts';
import type { ChainReads } from '../../../core/chain/chain-reads.ts';
import type { Ports } from '../../../core/ports.ts';
import type { InputSchema, UseCase } from '../../../core/use-case.ts';
import type { HandedOver } from './hand-over.ts';
import type { Loaders } from './loaders.ts';

/** What the GraphQL server needs: everything that the core does, and where to read what is for everybody. */
export interface GraphqlPorts extends Ports {
  /** May lag behind `chainReads`, where a replica serves it. */
  readonly publicChainReads: ChainReads;
}

/** What every resolver gets. */
export interface GraphqlContext {
  readonly caller: Caller;
  readonly requestId: string;
  /** The client network that the request comes from. */
  readonly network: string;
  /** The request's own headers, for what concerns its session. */
  readonly headers: () => Headers;
  readonly loaders: Loaders;
  readonly ports: Ports;
  /** Runs a use case for the caller. */
  readonly run: <Input extends InputSchema, Output, P extends Permission>(
    useCase: UseCase<Input, Output, P>,
    rawInput: unknown,
  ) => Promise<Output>;
  /** What the answer will carry beside its data. */
  readonly outcome: Outcome;
}

/** Facts about an answer, filled while it is made; the server copies the context, never this. */
export interface Outcome {
  /** Set-Cookie values. */
  readonly cookies: string[];
  /** Without errors, for nobody in particular, and of fields that may be cached alone. */
  cacheable: boolean;
  /** Whether a plan could not answer already: the executor must. */
  needsExecutor: boolean;
  /** Whether the document changes something: what it reads must show that. */
  changes: boolean;
  /** The answer to a read that was handed over, instead of the framework's. */
  elsewhere?: HandedOver['elsewhere'];
}
