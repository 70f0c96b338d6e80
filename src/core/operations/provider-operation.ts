import type { z } from 'zod';
import type { ProviderCaller, ProviderScope } from '../access/callers.ts';
import type { ChainCall } from '../chain/chain-call.ts';
import type { Ports } from '../ports.ts';
import type { NewOperation, OperationRequest } from './operation.ts';

/** What a provider can ask for that changes the chain (interface 4.2), and which ports it needs for that. */
export interface ProviderOperation<
  Input extends z.ZodType,
  P extends ProviderScope = ProviderScope,
  Needs = Ports,
> {
  /** The endpoint's last path segment. */
  readonly endpoint: string;
  readonly permission: P;
  readonly input: Input;
  /** The members of the input that are addresses; they arrive in EIP-55 form. */
  readonly addresses?: readonly string[];
  /**
   * Turns the request into the call that carries it out. It may run again for the same operation, and must have no
   * effect that a second run would double.
   */
  prepare(ports: Needs, work: Work<z.output<Input>>): Promise<Prepared>;
}

/** A request that is being prepared. */
export interface Work<Input> {
  readonly caller: ProviderCaller;
  /** The wallet (EIP-55) that signs for the caller. */
  readonly signer: string;
  readonly operationId: string;
  readonly input: Input;
}

export interface Prepared {
  readonly call: ChainCall;
  /** What every answer names of the request. */
  readonly facts: OperationRequest['facts'];
  /** The texts whose hash the call carries; they are stored with the operation. */
  readonly publicText?: NewOperation['publicText'];
  readonly evidence?: NewOperation['evidence'];
}

/** Declares a provider operation with its types inferred. */
export function defineOperation<Input extends z.ZodType, P extends ProviderScope, Needs>(
  operation: ProviderOperation<Input, P, Needs>,
): ProviderOperation<Input, P, Needs> {
  return operation;
}
